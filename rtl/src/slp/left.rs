//! A counter of the warps of a mask that have still to leave.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Kept, Resettable};

/// A down-counter, of `CB` bits, of the warps of a mask that have still to leave the compactor with
/// compaction. It is kept beside the columns, so that no logic over all of them is needed to decide
/// whether a warp is the last one; and registers hold whether there is a warp, and whether it is
/// the last one, so that no logic waits for a comparison.
#[derive(LogicBlock, Default)]
pub struct Left<const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether the mask that is held is counted in this cycle.
    pub counted: Signal<In, Bit>,
    /// Warps of the mask that is counted, with compaction; whether there is any, and whether there
    /// is one and no more.
    pub compacted: Signal<In, Bits<CB>>,
    pub some: Signal<In, Bit>,
    pub single: Signal<In, Bit>,
    /// From the cycle after the count on: whether the mask leaves without compaction, and whether
    /// the warp on offer is then the last one.
    pub declined: Signal<In, Bit>,
    pub last_row: Signal<In, Bit>,
    /// Whether a warp leaves.
    pub step: Signal<In, Bit>,
    /// Whether there is a warp.
    pub any: Signal<Out, Bit>,
    /// Whether there is one warp and no more; undefined if there is none.
    pub last: Signal<Out, Bit>,
    ends: Signal<Local, Bit>,
    rest: Signal<Local, Bits<CB>>,
    warps: Kept<Bits<CB>>,
    any_q: Resettable<Bit>,
    last_q: Kept<Bit>,
    one: Number<CB, 1>,
}

impl<const CB: usize> Logic for Left<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, warps, any_q, last_q);
        self.ends.next = self.last_q.q.val();
        if self.declined.val() {
            self.ends.next = self.last_row.val();
        }
        self.any.next = self.any_q.q.val();
        self.last.next = self.ends.val();
        self.any_q.reset.next = self.reset.val();
        self.any_q.d.next = self.any_q.q.val() & !(self.step.val() & self.ends.val());
        self.warps.load.next = self.counted.val() | self.step.val();
        self.rest.next = self.warps.q.val() - self.one.val();
        self.warps.d.next = self.rest.val();
        self.last_q.load.next = self.counted.val() | self.step.val();
        self.last_q.d.next = self.rest.val() == self.one.val();
        if self.counted.val() {
            self.any_q.d.next = self.some.val();
            self.warps.d.next = self.compacted.val();
            self.last_q.d.next = self.single.val();
        }
    }
}
