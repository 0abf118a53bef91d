//! # `vtc`: the virtual thread controller
//!
//! Source: VT (Yoon, Kim, Lee, Ro, Annavaram, ISCA 2016), sections IV.A-IV.C, figure 7, equations 1
//! and 2.
//!
//! ## Purpose
//!
//! An SM is given CTAs up to the capacity of its registers and its shared memory, though its
//! scheduler can hold fewer. Those are *active*, the others *inactive*. When all warps of an active
//! CTA are stalled by memory, the controller swaps it for an inactive one that is ready (IV.A).
//! Registers and data stay where they are; only the context moves: identifiers and SIMT stacks, to
//! and from the top of shared memory (IV.B, IV.C).
//!
//! ## Symbol
//!
//! ```text
//!  kernel, assign      issue, writeback      stall, wake, barrier, open, exit
//!        |                    |                        |
//!   +----v-----+   +----------v--------+   +-----------v-----------+
//!   | CTAs:    |   | slots: owner,     |   | status table, a CTA:  |
//!   | free list|   | pending registers |-->| active, tracking      |--> marked
//!   +----+-----+   +-------------------+   | counter, live, waiting|
//!        | fresh             ^             +-----------+-----------+
//!   +----v-----------------+ | activate                | counter is 0
//!   | ready queue          |<--------------------------+
//!   +----------+-----------+ |
//!              v             |             copy (one warp a cycle)
//!   +------------------------+---+       +--------------------------+
//!   | context handler: idle,     |<------| stack buffer: one CTA    |
//!   | copy, restore, drain       |       +------------+-------------+
//!   +------------+---------------+                    |
//!                +----> mem: a beat a cycle, if there is no demand ---> shared memory
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`] document each one. A **CTA** is named by its place in the status table, 0 to
//! `ctas - 1`; a **slot** is a place among the active ones, 0 to `active - 1`. All outputs are
//! registered or functions of registers, but `kernel_refused`, `writeback_hit`, and `mem_valid`,
//! which yields to `demand`.
//!
//! ## Kernel, CTAs, identifiers
//!
//! * `kernel` sets, for all that follows: W, the warps of a CTA; how many CTAs may be assigned at
//!   once (the capacity limit, which the runtime works out, IV.B); and how many of them may be
//!   active (the scheduling limit). `kernel_refused`, and nothing changes, when one of them is 0 or
//!   more than `warps`, `ctas` or `active`; when W times the active ones exceeds `pwis`, or W times
//!   the assigned ones `vwis`; or when their contexts, T rows each, exceed the `rows` of shared
//!   memory.
//! * Physical warp ids are those of a slot: slot s has `s * W` to `s * W + W - 1`; virtual ones
//!   those of a CTA in the same way (IV.A: in sequence, from the first CTA on). A CTA keeps its
//!   virtual ids from its assignment to its end, and takes over the physical ids of the CTA whose
//!   slot it gets.
//! * `assign_valid`: a CTA comes to the SM; it gets the lowest free place, `assign_cta`.
//!   `assign_ready` is high while a kernel was accepted and fewer CTAs than its limit are assigned.
//!   It is *fresh*: W live warps, none at a barrier, inactive, and the last in the ready queue.
//!
//! ## The status table
//!
//! A CTA is active or not, and has one **tracking counter** (IV.A): of its stalled warps while it
//! is active, of its pending register writes while it is not. Beside it, how many of its warps are
//! *live* (have not exited) and how many *wait* at a barrier.
//!
//! Events of an active CTA come with its slot, each kind at most once a cycle: `stall`, a warp is
//! stalled by a long-latency memory operation; `wake`, one no longer is; `barrier`, a warp arrives
//! at a barrier; `open`, all that wait at it go on; `exit`, a warp ends. When the last live warp
//! exits, the CTA and its slot are free.
//!
//! **Pending registers** are counted a slot, by registers (a load of four is four): `issue` adds,
//! `writeback` takes away. A writeback names the slot from which it was issued, and its CTA: when
//! that slot still belongs to that CTA, it is a *hit*, and clears the scoreboard; when not, the CTA
//! is inactive by now, the scoreboard belongs to another, and the registers are taken from its
//! tracking counter. (IV.A compares the virtual warp id that the scoreboard keeps: with W the same
//! for all, that is to compare the CTA.) An inactive CTA whose counter becomes zero is ready: it
//! joins the ready queue (first ready, first served). Of those that join in one cycle, the first is
//! the one whose registers were written, then comes the one that was swapped out, then the one that
//! is assigned.
//!
//! **Marked**: an active CTA all of whose live warps are stalled. With the parameter `barrier`,
//! warps that wait at a barrier count as well, if at least one warp is stalled.
//!
//! In one cycle, the order is: writeback, wake, exit, stall, barrier and open (open before barrier:
//! one that arrives in the same cycle waits for the next); then marks are looked at; then the
//! snapshot is taken.
//!
//! ## The context handler
//!
//! It does one thing at a time. What it finds in the ready queue was there before the cycle; marks
//! are those after this cycle's events.
//!
//! * **Idle.** When the ready queue is not empty: if some slot (below the kernel's limit) was free
//!   before the cycle, the lowest such one is given to the first CTA of the queue, which leaves the
//!   queue. A fresh CTA is active at once: it has no context, and nothing is restored. Else the
//!   handler goes to restore, and saves nothing. If there is no free slot, but a marked CTA, the
//!   handler turns to it: the first in cyclic order of slots after the last one that was swapped
//!   out (after a reset from slot 0), and goes to copy.
//! * **Copy.** In each cycle the stack of one warp, `copy_warp` = 0 to W - 1, is moved to the stack
//!   buffer (`copy_stack`, in the same cycle; the CTA's identifiers, `copy_id`, come with warp 0).
//!   If after a cycle's events the CTA is not marked any more, it has woken before its
//!   invalidation: the handler is idle again, and nothing has changed. After the last warp's cycle,
//!   the **snapshot**: the CTA is inactive, its counter is the slot's pending registers (after this
//!   cycle's writeback), which start again from zero; the first CTA of the ready queue leaves it
//!   and gets the slot. `invalidate_valid` shows in the next cycle: stacks, instruction buffers and
//!   scoreboard of the slot are void. A CTA that nothing is pending for is ready at once, and joins
//!   the queue. The fresh one is active at once, and the handler goes to drain; for another it goes
//!   to restore.
//! * **Restore.** T beats are read from the CTA's context, one each cycle without `demand`.
//!   `restore_valid` shows in the cycle after each, when shared memory shows the data, which goes
//!   to the slot's stacks. In the cycle of the last one's the handler finishes: the CTA is active
//!   at its end, and it goes to drain, or to idle if nothing was saved.
//! * **Drain.** T beats are written to the context of the CTA that was swapped out, one each cycle
//!   without `demand`; after the last one the handler is idle.
//!
//! A CTA that becomes active has no stalled warps, and its slot no pending registers.
//! `activate_valid` shows in the next cycle, and from that cycle on its warps may have events.
//!
//! **The context** is a string of bits, in beats of `beat` bits, the lowest first (IV.C): bits 0-7
//! the first virtual warp id, 8-12 W - 1, 13-108 the CTA's identifiers x, y, z, to 127 zero; then
//! the stacks of warps 0 to W - 1, `160 * depth` bits each; then zeros to the end of the last beat.
//! So T = ceil((128 + 160 D W) / B) beats, which is the ceiling of equation 2. CTA c has rows
//! `rows - (c + 1) * T` to `rows - c * T - 1` of shared memory (IV.B: the context region grows from
//! the top down), its first beat in the lowest.
//!
//! ## Protocol
//!
//! Legal input, cycle by cycle. What is not valid is ignored.
//! * `reset`: nothing else is valid in its cycle; `demand` may be.
//! * `kernel`: no CTA is assigned, nor is one in this cycle.
//! * `assign_valid`: only when `assign_ready`.
//! * `issue`, `stall`, `wake`, `barrier`, `open`, `exit`: the slot has an active CTA. Warps that
//!   run (live, not stalled, not waiting) are at least as many as its `stall`, `barrier` and `exit`
//!   of this cycle, and one if it issues. `wake`: a warp is stalled. `open`: a warp waits.
//! * `exit` of the last live warp: nothing is pending in the slot before the cycle, and it does not
//!   issue.
//! * `issue`: at most `MAX_COUNT` registers, and not so many that more than `pending` would be
//!   pending in the slot.
//! * `writeback`: 1 to `MAX_COUNT` registers, at most those that are pending for that CTA; the slot
//!   is the one where they were issued.
//!
//! ## Reset
//!
//! `reset` is synchronous and wins over everything else in its cycle; it may come at any time. No
//! kernel is accepted, no CTA is assigned, the handler is idle, a read in flight is forgotten.
//! Everything else is undefined until written.

mod config;
mod ports;

pub use config::{Config, PRESETS};
pub use ports::{In, Out};

/// Bits of a stack entry: active mask, PC, reconvergence PC (IV.C).
pub const ENTRY_BITS: u32 = 32 + 64 + 64;
/// Bits of a context before its stacks: the identifiers, padded (IV.C: 13 + 96).
pub const HEADER_BITS: u32 = 128;
/// The greatest number of entries of a SIMT stack.
pub const MAX_DEPTH: usize = 16;
/// The greatest number of 64-bit words in a warp's SIMT stack.
pub const MAX_STACK: usize = MAX_DEPTH * ENTRY_BITS as usize / 64;
/// The greatest number of 64-bit words in a beat.
pub const MAX_BEAT: usize = 1024 / 64;
/// The greatest number of registers that an instruction writes.
pub const MAX_COUNT: u8 = 4;
/// Number of a CTA's identifiers: its index in three dimensions (IV.C).
pub const IDS: usize = 3;

/// The virtual thread controller as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Vtc;

impl crate::Block for Vtc {
    const NAME: &'static str = "vtc";
    const SOURCE: &'static str = "VT IV.A-IV.C";
    type Config = Config;
    type In = In;
    type Out = Out;
}
