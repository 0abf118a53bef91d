//! # `prt`: the partitioned renaming table
//!
//! Source: SIMT-SIMD (Thuerck, 2020), sections IV.A-IV.C and V, figures 2b and 3.
//!
//! ## Purpose
//!
//! A vector machine runs several *partitions* at once, each of them warps packed into the lanes of
//! wide SIMD registers (IV.B). Each has a fetch unit and an instruction stream of its own, whose
//! registers count from 0. The partitioned renaming table maps them to physical registers, so that
//! the streams cannot interfere; a lookup turns each vrPTX instruction into the machine's vector
//! instruction and sets the vector length; and a multiplexer merges the streams into one
//! instruction buffer, from which the vector unit is fed. The unit stands before the buffer, since
//! nothing runs out of order within a partition (IV.C).
//!
//! ## Symbol
//!
//! ```text
//!    kernel, start, end          fetch$0   fetch$1  ...  one stream a partition
//!          |                        |         |
//!    +-----v------+  base, size  +--v---------v------------------+
//!    | partitions |------------->| ownership, opcode lookup      |--> refuse
//!    | base, size |      vl      | renaming: base + register     |
//!    +------------+              | multiplexer, round-robin      |--> take
//!                                +--+----------------------------+
//!                                   | up to `width` a cycle
//!                       +-----------v------------------+        +----------------+
//!                       | instruction buffer           |<-------| pending:       |<-- done
//!                       | `entries`, oldest first      |        | a bit a        |
//!                       +-----------+------------------+        | register       |
//!                                   v                           +-------^--------+
//!              issue <-- issue_ready, a bit a class -----------------'
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`] document each one. Streams and partitions have the same numbers. The three
//! sources of stream p are the elements 3p, 3p + 1 and 3p + 2 of the array ports `fetch_src_kind`
//! and `fetch_src`.
//!
//! ## Registers and partitions
//!
//! An operand has a [`kind`] and a number. There are three kinds of registers, all of them SIMD
//! registers of `lanes` lanes: **data** registers, `registers` in all; **mask** registers, `masks`
//! in all (masked execution stands for predication, IV.A); and four **metadata** registers a
//! partition, [`meta`] (IV.A: thread and warp index, warp size, and a candidate PC a thread).
//!
//! * A *running* partition owns data registers `[data base, + data size)`, mask registers
//!   `[mask base, + mask size)` and metadata registers `[4p, 4p + 4)`. Register r of the partition
//!   is physical register base + r, of its kind. The partition owns r when r is less than its size
//!   (4 for metadata).
//! * [`Ranges::Static`] (IV.B, the paper's own scheme): `kernel` sets the registers and masks of a
//!   partition, R and M, for all; partition p owns `[p * R, p * R + R)` and `[p * M, p * M + M)`.
//!   Figure 2b: R = 5, partition 0 owns v0-v4, partition 1 v5-v9. `kernel_refused`: t * R data or
//!   t * M mask registers are more than there are; then nothing changes.
//! * [`Ranges::Dynamic`] (ours): `start` names the partition's own sizes, and each of the two
//!   ranges is the first that fits: the lowest base at which it overlaps none of the ranges of
//!   partitions that are running at the beginning of the cycle, and ends within the file. A range
//!   of no registers always fits, at base 0. `end` gives both back.
//! * `start` makes a partition run, with the vector length `start_vl`, which is 1 to `lanes` (IV.B:
//!   vl is at most the number of lanes). `start_refused`: the length is 0 or more than `lanes`; or
//!   no kernel was accepted since the reset (static); or a range does not fit (dynamic). What is
//!   refused changes nothing. `start_taken`: it is not refused; the partition runs from the next
//!   cycle on.
//! * `end`: the partition no longer runs, from the next cycle on.
//!
//! ## Renaming and the multiplexer
//!
//! A stream offers one instruction a cycle (`fetch`). It is **refused** (`refuse`, with a
//! [`reason`]) when its operation is not in the lookup table ([`op`]), or else when the partition
//! does not own the register of its destination, of a source or of its guard. What is refused is
//! not taken, and the stream must withdraw it, which is left to the front end.
//!
//! Of the streams that offer an operation of the table, the multiplexer gives a *turn* to up to
//! `width`, and to no more than there are free entries in the buffer at the beginning of the cycle,
//! in cyclic order from the stream after the one that had the last turn (after a reset from stream
//! 0). What has a turn and is not refused for a register is taken; what is refused uses up its
//! turn, since it is known too late to give it to another stream. `take` says what is taken. In the
//! next cycle it is in the buffer, renamed, in the order of the turns.
//!
//! ## The buffer
//!
//! Entries are ordered by age. An entry is *free to go* when it is the oldest of its partition, and
//! none of its sources, its guard and its destination is a pending register. Instructions in the
//! buffer "may be executed in parallel (pending execution unit availability)" (V), and the vector
//! instruction scheduler hides latencies (IV.B), so an entry whose pipeline is busy holds up no
//! other partition: in each cycle the oldest entry that is free to go and whose [`op::Class`] is in
//! `issue_ready` is issued. It is driven on `issue` in the same cycle, with the partition's vl as
//! it was when it was taken, and leaves the buffer; if there is none, `issue_valid` is low. The
//! destination of what was issued is pending until `done` names it. Between partitions there are no
//! conflicts, since they own no register in common; within one, order and the pending bits keep
//! read after write, write after write and write after read (operands are read at issue).
//!
//! `issue_latency` is 1 for simple operations and vl for complex ones and stores (V), see
//! [`op::Class`].
//!
//! ## Protocol
//!
//! Legal input, cycle by cycle. What is not valid is ignored.
//! * `reset`: nothing else is valid in its cycle, and `issue_ready` is 0.
//! * `kernel`: static ranges only, no partition is running, and no start in the same cycle.
//! * `start`, `end`: the partition exists; it does not run, or runs, respectively.
//! * `end`: the partition has no entry in the buffer, no pending register, and offers nothing in
//!   this cycle.
//! * `fetch`: the partition is running at the beginning of the cycle.
//! * `done`: the register is pending.
//!
//! ## Reset
//!
//! `reset` is synchronous and wins over everything else in its cycle; it may come at any time. No
//! partition runs, no kernel is accepted, the buffer is empty, nothing is pending. Everything else
//! is undefined until written.

mod config;
pub mod kind;
pub mod meta;
pub mod op;
mod ports;
pub mod reason;

pub use config::{Config, PRESETS, Ranges};
pub use ports::{In, Out};

/// The greatest number of partitions (V: t is also the number of fetch units).
pub const MAX_PARTITIONS: usize = 8;
/// Number of source operands of an instruction.
pub const SOURCES: usize = 3;

/// The partitioned renaming table as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Prt;

impl crate::Block for Prt {
    const NAME: &'static str = "prt";
    const SOURCE: &'static str = "SIMT-SIMD IV.A-IV.C, V";
    type Config = Config;
    type In = In;
    type Out = Out;
}
