//! # `lane`: the temporal SIMT lane
//!
//! Source: STSIMT (Lucas, Andersch, Alvarez-Mesa, Juurlink, TACO 12(3), 2015), sections 3.1, 3.2,
//! 3.4-3.7, 4.1, 5.2.
//!
//! ## Purpose
//!
//! A lane receives one warp instruction with its active mask, holds it in its instruction register,
//! and executes it thread after thread on a datapath `width` threads wide (3.1). Threads that do
//! not take part cost no cycle: a *bundle* of `width` aligned threads is skipped when none of them
//! is active (3.2). Registers lie in single-ported banks behind an operand collector (3.7). A
//! scalar instruction is a vector instruction with one active thread (4.1).
//!
//! ## Symbol
//!
//! ```text
//!              launch    issue                            events   predicate word
//!                 |        |                               ^  ^        ^
//!            +----v---+ +--v-------------------+           |  |        |
//!            | launch | | instruction register |        first done   pred
//!            | table  |-| sequencer            |           |  |        |
//!            +--------+ +--+-------------------+           |  |        |
//!                          | one bundle a cycle            |  |        |
//!                       +--v--------------------+       +--+--+--------+--+
//!                       | window (collector)    |       | tag table       |
//!                       | `window` entries      |       | pending, target |
//!                       +--+-----^----+----+----+       +--^-----------^--+
//!                  reads   |     |    |    | oldest entry, |           |
//!                       +--v-----+-+  |    | complete      |           |
//!                       | banks    |  |    |               |           |
//!                       | 1 access |  |    +--> execute: `latency` stages ---> writeback
//!                       | a cycle  |  |    +--> address queue ---> req / shared
//!                       +--^-------+  |    +--> ext
//!                          |          |
//!                  writes: writeback, then res (results of external units), then rsp (memory responses)
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`] document each one. `issue`, `rsp`, `res`, `req` and `ext` are valid/ready
//! pairs: something moves in a cycle in which both are high. All outputs are registered or
//! functions of registers (early), but `res_ready` and `rsp_ready`, which say whether *this*
//! payload's bank is free (late).
//!
//! ## The instruction
//!
//! * `issue_op` is in one of three classes ([`op`]): native, memory, external. Native operations
//!   are on integers or on FP32 numbers of 32 bits, all of them as deep as the pipeline (3.1 has FP
//!   units in the lane; which operations is not said: decision D6). `issue_mode` holds the modes of
//!   an FP32 operation.
//! * The **effective mask** is `issue_mask & issue_guard`. Guarded-off threads cost no cycle (the
//!   paper is silent; decision D1). Thread `t` is slot `t % width` of bundle `t / width`.
//! * A **scalar** instruction (`issue_scalar`) runs as thread 0 alone, if its effective mask is not
//!   empty.
//! * **Sources** a, b, c: a kind ([`kind`]) and an index each. A vector or scalar register is 32
//!   bits; a *wide* source is the aligned pair (index, index + 1), low word first, read in two
//!   accesses. A narrow value is zero-extended to 64 bits, the one immediate is sign-extended. A
//!   source that is not needed is an immediate: it reads nothing.
//! * **Destination**: a vector register of a vector instruction, a scalar register of a scalar one;
//!   wide for memory and external instructions only.
//! * A scalar source of a vector instruction is read once, by the first bundle, and held for the
//!   others (4.1; the paper does not say how often; decision D2).
//! * **Memory**: address = a + c in 64 bits, data = b. `issue_writes` says whether a response will
//!   come (load, atomic) or not (store). Bit 5 of the operation sends it to shared memory; the
//!   other bits pass through.
//! * **External**: a, b, c leave on `ext`; `issue_writes` says whether a result comes back on
//!   `res`.
//! * **Predicates** live in the front end. Guard and the word that `selp` selects by come with the
//!   instruction. `setp` answers with a word on `pred`: zero for threads outside the effective
//!   mask; a scalar `setp` gives all ones or all zeros. `selp` of a scalar instruction looks at
//!   bit 0.
//!
//! ## Address and bank map
//!
//! A *row* holds `width` words of 32 bits. Rows are numbered over all banks, 0 to
//! `banks * lines - 1`; arithmetic on rows wraps at `2^row_bits`.
//!
//! * vector register r of a warp, bundle j: row = vector base + r * stride + j, where stride =
//!   ceil(threads allocated / `width`): partly filled warps take the registers of their own threads
//!   alone (TSIMT+, 3.7);
//! * scalar register s: word = scalar base * `width` + s; row = word / `width`, slot = word %
//!   `width`: scalars are packed (4.1);
//! * bank(row) = (row + (row >> skew)) mod `banks`, line(row) = row / `banks`, skew =
//!   max(ceil(log2(bundles a warp)), log2(`banks`)). The paper gives no map (decision D3). With
//!   `threads / width` rows a register, registers that differ modulo `banks` then lie in different
//!   banks for *every* thread, so neither a dense nor a sparse mask conflicts with itself.
//!
//! A bank makes one access a cycle, a read or a write (single-ported, 3.7). In a cycle, in this
//! order:
//! 1. the writeback of a native instruction always writes;
//! 2. a `res` payload writes if its bank is not taken;
//! 3. a `rsp` payload writes if its bank is not taken;
//! 4. each bank left serves one read: the oldest window entry's first, and within an entry a before
//!    b before c.
//!
//! ## Cycles
//!
//! For a native instruction accepted in cycle 0, in an idle lane without conflicts:
//!
//! ```text
//! cycle  0      issue: the instruction register is loaded at the end of the cycle
//!        1      sequence: the first active bundle enters the window at the end of the cycle (one bundle a cycle)
//!        2      read: each source word requests its bank; `wide` requests again one cycle later at the earliest
//!        3      the banks answer; the words are captured at the end of the cycle
//!        4      complete, and oldest: it leaves the window and enters execute at the end of the cycle
//!        5 ..   execute, `latency` cycles: 5 to 4 + latency, the last of them being
//!        4+L    writeback: the result is written into its bank at the end of the cycle
//!        5+L    `first` (and `done`, after the last bundle; and `pred`, after the last bundle of a setp)
//! ```
//!
//! * An entry that reads no register is complete in its first cycle in the window (cycle 2).
//! * The window is a queue of `window` entries: bundles enter in order and leave in order, one a
//!   cycle; their reads may overtake each other. A bundle enters if fewer than `window` entries
//!   were taken at the start of the cycle, or if the oldest is complete and native or memory, so
//!   that it leaves in this very cycle (an external one may be refused, which is known too late).
//! * `issue_ready`: the instruction register is empty, or its last bundle enters the window in this
//!   very cycle, or its mask is empty. So instructions follow each other without a gap.
//! * An instruction with an empty mask spends one cycle in the instruction register. Its `done`
//!   shows in the next cycle; it reports no `first`, and a `setp` no word.
//! * A memory bundle leaves the window for the address queue (always at once: its place is
//!   reserved) and may leave the lane from the next cycle. `memory_ready` = `issue_ready` and
//!   `reserved + bundles a warp <= queue`, where a memory instruction reserves its active bundles
//!   when it is accepted, and each is returned when it leaves the lane. So back-pressure from
//!   memory stops memory instructions alone (3.4, 3.6).
//! * The address queue's head is offered: on `req` (global), which takes the whole bundle when
//!   `req_ready`; or on `shared`, where each slot is granted or refused in the same cycle and the
//!   refused ones are offered again (3.5).
//! * An external bundle is offered on `ext` when it is the oldest and complete; it waits there, and
//!   all behind it.
//! * `res` and `rsp` write `slots` of `bundle` of the instruction with that tag, the high words of
//!   a wide destination in a second cycle: ready comes with the last write.
//!
//! **Tags and events.** The front end names each instruction in flight with a tag. The lane counts
//! the threads that are pending under it. The count is set when the instruction is accepted;
//! threads are counted off at the writeback of their bundle, or (no response) when they leave the
//! lane, or when their response is complete. `done[tag]` is high for the one cycle after the count
//! reached zero: every dependent may be issued from now on, and the tag is free. `first[tag]` is
//! high for the one cycle after the first bundle of a native instruction was written, or the first
//! response of another one was complete.
//!
//! **Chaining.** A vector instruction's dependents may be issued before its `done` if they have the
//! *same effective mask* and depend on it from vector register to vector register (with another
//! mask, a bundle may meet a write that is still to come). They say so with `issue_chained` and the
//! tag of the producer in `issue_after`. The sequencer then holds a bundle while
//! `pending[after] >=` the threads that the dependent has still to send, those of this bundle
//! included: equal masks are sent in equal order, so if the producer's bundles are also written in
//! that order, bundle k enters only after the producer's bundle k was written. What keeps the order
//! depends on the producer:
//! * a *native* one is written in order by the lane, and so is every native one before it: the
//!   youngest stands for all;
//! * one *with a response* is written as its responses come, in order if its unit is a pipeline of
//!   fixed latency (64-bit sums, FP32 that the lane has not), since operands leave in order. The
//!   environment guarantees it (Protocol), and for this instruction alone: another unit's results,
//!   or a native one's, may be written later.
//!
//! How late a producer's bundle is costs time, never correctness: the dependent's is held. From
//! `first` on that wait is normally over, so a scheduler goes by `first` (the paper's scheduler
//! only watches completion, 3.1; decision D4).
//!
//! ## Protocol
//!
//! Legal input, cycle by cycle. What is not valid is ignored, and so is an `issue` that is not
//! accepted.
//! * `reset`: nothing else is valid in its cycle.
//! * `launch`: 1 to `threads` threads, of a warp that has no instruction in flight and is not
//!   issued in the same cycle.
//! * `issue`, when accepted: the warp was launched; the mask lies within its allocated threads; the
//!   operation, kinds and special indices exist; `issue_mode` has modes of the operation alone; a
//!   vector instruction has a vector destination, a scalar one no vector source; a `setp` writes no
//!   register; wide only as above and with an even index; every register lies within the lane;
//!   every word that is read was written or will have been; the tag is free (never used, or its
//!   `done` is showing or has shown).
//! * A source or destination row that is still to be written by an instruction in flight is legal
//!   only when chained as above: every such instruction is vector, of the same effective mask, and
//!   is `issue_after`, or native and older than an `issue_after` that is native, too.
//! * When `issue_chained`, `issue_after` is not `issue_tag`, and is done, native, or one with a
//!   response that is *in order*: each response so far was of all active slots of its lowest bundle
//!   not yet answered. From then on until its `done` it stays in order.
//! * `rsp`, `res`: the tag is of a memory (external) instruction in flight with a response; slots,
//!   at least one, were sent and not answered yet; once valid, valid and unchanged until ready. A
//!   response on offer counts for the order as one that came.
//! * `shared_grant` lies within `shared_request`.
//!
//! ## Reset
//!
//! `reset` is synchronous and wins over everything else in its cycle; it may come at any time. It
//! empties the instruction register, the window, the pipeline and the address queue, clears the
//! events, the pending counts and the half-written responses. Banks, launch table and every payload
//! register keep what they have: they are undefined until written. After a reset every warp must be
//! launched anew and no register counts as written.

mod config;
pub mod kind;
pub mod op;
mod ports;

pub use config::{Config, PRESETS, RowMap};
pub use ports::{In, Out};

/// The greatest datapath width in threads: the paper's STSIMT lanes are 2 and 4 wide (5.7).
pub const MAX_WIDTH: usize = 4;
/// The greatest number of instructions in flight in a lane.
pub const MAX_TAGS: usize = 64;
/// Bits of a register's index in an instruction.
pub const REGISTER_BITS: u32 = 8;

/// The temporal SIMT lane as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Lane;

impl crate::Block for Lane {
    const NAME: &'static str = "lane";
    const SOURCE: &'static str = "STSIMT 3.1, 3.2, 3.4-3.7, 4.1, 5.2";
    type Config = Config;
    type In = In;
    type Out = Out;
}
