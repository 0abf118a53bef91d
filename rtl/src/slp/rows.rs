//! The warps of a mask as they leave without compaction.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::primitive::{Join, Kept, Lowest, Several, TrailingZeros};

/// The warps of a mask that have an active thread, in ascending order, in which they leave if the
/// mask is declined (not compacted). `waiting` has a bit for each of `WARPS`; when they have been
/// counted, `first` takes the lowest out, and so again whenever a warp leaves: it is known a cycle
/// before it is needed, and so are its index and whether it is the `last`. Of a mask that is
/// compacted they mean nothing after the count.
#[derive(LogicBlock, Default)]
pub struct Rows<const W: usize, const WARPS: usize, const WB: usize> {
    pub clock: Signal<In, Clock>,
    /// Whether a mask is accepted.
    pub accept: Signal<In, Bit>,
    pub mask: Array<Signal<In, Bits<W>>, WARPS>,
    /// Whether the mask is counted, or a warp leaves.
    pub step: Signal<In, Bit>,
    /// The warps with a thread, while the mask is counted; later those behind `first`.
    pub waiting: Signal<Out, Bits<WARPS>>,
    /// The warp on offer, one-hot.
    pub first: Signal<Out, Bits<WARPS>>,
    /// The index of `first`.
    pub first_warp: Signal<Out, Bits<WB>>,
    /// Whether no warp is behind the one on offer.
    pub last: Signal<Out, Bit>,
    behind: Kept<Bits<WARPS>>,
    offered: Kept<Bits<WARPS>>,
    warp_q: Kept<Bits<WB>>,
    last_q: Kept<Bit>,
    lowest: Lowest<WARPS>,
    index: TrailingZeros<WARPS, WB>,
    several: Several<WARPS>,
    active: Join<Bit, WARPS, WARPS>,
}

impl<const W: usize, const WARPS: usize, const WB: usize> Logic for Rows<W, WARPS, WB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, behind, offered, warp_q, last_q);
        for n in 0..WARPS {
            self.active.d[n].next = self.mask[n].val().any();
        }
        self.lowest.d.next = self.behind.q.val();
        self.behind.load.next = self.accept.val() | self.step.val();
        self.index.d.next = self.behind.q.val();
        self.index.only.next = self.lowest.q.val();
        self.several.d.next = self.behind.q.val();
        self.behind.d.next = self.behind.q.val() & !self.lowest.q.val();
        if self.accept.val() {
            self.behind.d.next = self.active.q.val();
        }
        self.offered.load.next = self.step.val();
        self.offered.d.next = self.lowest.q.val();
        self.warp_q.load.next = self.step.val();
        self.warp_q.d.next = self.index.q.val();
        self.last_q.load.next = self.step.val();
        self.last_q.d.next = !self.several.q.val();
        self.waiting.next = self.behind.q.val();
        self.first.next = self.offered.q.val();
        self.first_warp.next = self.warp_q.q.val();
        self.last.next = self.last_q.q.val();
    }
}
