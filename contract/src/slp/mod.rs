//! # `slp`: SIMD lane permutation and the compactor that it serves
//!
//! Source: SLP (Rhu, Erez, ISCA 2013), sections 2.3, 3.3, 4.1-4.4, figures 2 and 9.
//!
//! ## Purpose
//!
//! Compaction packs the active threads of a whole CTA into as few warps as the fullest SIMD lane
//! allows, because a thread never leaves its home lane (2.3). Threads whose control depends on
//! their position alone gather in few lanes, and nothing is gained (3.3). So the home lane of each
//! thread is permuted once, when its warp is launched: thread `t` of a warp lives in lane
//! `t XOR mask`, with a mask a warp (4.1, 4.3).
//!
//! ## Symbol
//!
//! ```text
//!   launch: slot, warp, plain      threads                    accept: mask$w, tag      decline
//!        |                            |                            |                      |
//!   +----v-----+  xor  +--------------v-+                   +------v----------------------v--+
//!   | balanced |------>| XOR network    |--> launch_lanes   | compactor                      |
//!   +----+-----+       +----------------+                   | one column of `warps` bits a   |
//!        | write                                            | lane; a priority encoder each  |
//!   +----v-----+  xor  +----------------+                   +------+-----------------+-------+
//!   | table    |------>| XOR network    |--> read_lanes            |                 |
//!   | a slot   |       +--------------^-+                        counts             warp: lanes, source$l
//!   +----^-----+                      |                         (early)           (valid/ready)
//!        | read_slot               read_threads
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`] document each one. Masks have `width` bits, bit l for lane l or for thread l
//! of a warp.
//!
//! ## The permutation
//!
//! * `Balanced` (4.3, equation 2, figure 9a), with W = log2(`width`) bits: an even warp id has the
//!   mask (id mod `width`) / 2, an odd one the complement, in W bits, of its even partner's (id -
//!   1). Beyond `width` warps the masks repeat (figure 9a). `width` 8: 000 111 001 110 010 101
//!   011 100.
//! * Warp ids count within the CTA; a *slot* is where the SM keeps the warp. Both number `warps`
//!   things.
//! * `launch` writes the mask of `launch_warp` into the table at `launch_slot`, or zero, which is
//!   the identity, when `launch_plain` is set (the control bit by which a kernel disables SLP,
//!   4.4). In the same cycle `launch_lanes` shows `launch_threads` permuted by that mask: the
//!   launch mask of a partly filled warp is permuted like any other.
//! * `read_xor` shows the table at `read_slot` as it was before this cycle's launch, and
//!   `read_lanes` the mask `read_threads` permuted by it: bit l of `read_lanes` is bit
//!   `l XOR read_xor` of `read_threads`. XOR is its own inverse: the same port takes lanes back to
//!   threads.
//! * The table is `warps` registers of W bits, nothing else: 160 flip-flops for 32 x 32 (4.4),
//!   before a synthesis finds that some masks never differ. It has no reset.
//!
//! ## The compactor
//!
//! It holds one CTA-wide mask at a time, in lane order (threads were permuted at launch, so the
//! compactor does not depend on the permutation, 4.1), with a tag: [`tag`]. TBC compacts on both
//! paths of a branch and where they meet again (2.3).
//!
//! ```text
//! cycle  0      accept: accept_valid and accept_ready
//!        1      counted: `counted_warps` (compacted) and `counted_plain` (without compaction) show; `decline` is taken in this cycle
//!        2 ..   warp_valid: a warp each cycle in which warp_ready is high
//!               the cycle in which the last one leaves may accept the next mask
//! ```
//!
//! * `counted_warps` is the number of active threads of the fullest lane; `counted_plain` the
//!   number of warps with an active thread. `counted_valid` is high for this one cycle, and no warp
//!   is offered in it.
//! * Compacted: each output warp takes, in every lane that still has a thread, the thread of the
//!   lowest warp; `warp_lanes` says which lanes are filled and `warp_source` from which warp. So
//!   each thread leaves once, in its home lane, in warp order within the lane, and `counted_warps`
//!   warps leave.
//! * Declined (CAPRI, which predicts that compaction is not worth its wait): the warps with an
//!   active thread leave as they are, lowest first: `warp_source` is the same in every filled lane,
//!   and `counted_plain` warps leave.
//! * `warp_last` marks the last one. `warp_valid` and what it offers stay until `warp_ready`.
//! * A mask without any thread is accepted and counted (0 and 0), and no warp leaves; the next may
//!   be accepted in the cycle after it was counted.
//! * `accept_ready` is high when nothing is held (no mask is being counted, no thread is left), or
//!   when the last warp leaves in this very cycle (late: it follows `warp_ready`).
//!
//! The paper leaves the compactor's pipeline to earlier work (4.4): the cycles are decisions.
//!
//! ## Protocol
//!
//! Legal input, cycle by cycle. What is not valid is ignored; so is a mask that is not accepted,
//! and `decline` when nothing is counted.
//! * `reset`: neither launch, read nor accept is valid in its cycle.
//! * `launch`: slot and warp id are less than `warps`.
//! * `read`: the slot is less than `warps`, and was launched since the last reset, before this
//!   cycle.
//! * `accept`: the tag is one of [`tag`]'s.
//!
//! ## Reset
//!
//! `reset` is synchronous and wins over everything else in its cycle; it may come at any time. In
//! its cycle the outputs still show the state. It drops the mask that is held, counted or not, and
//! with it a warp that waits to be taken. The table and the tag keep what they have: they are
//! undefined until written.

mod config;
mod ports;
pub mod tag;

pub use config::{Config, PRESETS};
pub use ports::{In, Out};

/// The greatest number of SIMD lanes, and of warps of a CTA (table 2).
pub const MAX: usize = 32;

/// Lane permutation and compaction as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Slp;

impl crate::Block for Slp {
    const NAME: &'static str = "slp";
    const SOURCE: &'static str = "SLP 2.3, 3.3, 4.1-4.4";
    type Config = Config;
    type In = In;
    type Out = Out;
}
