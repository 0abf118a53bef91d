//! How many warps of a mask have still to leave.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Resettable;

/// The number of warps that have still to leave: what was counted, as `decline` has it, and then one less for each that leaves.
/// It is kept beside the columns, so that no logic over all of them is needed to decide whether a warp is the last one.
#[derive(LogicBlock, Default)]
pub struct Left<const CB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether the mask that is held is counted in this cycle.
    pub counted: Signal<In, Bit>,
    pub decline: Signal<In, Bit>,
    /// Warps of the mask that is counted: with compaction, and without.
    pub compacted: Signal<In, Bits<CB>>,
    pub plain: Signal<In, Bits<CB>>,
    /// Whether a warp leaves.
    pub step: Signal<In, Bit>,
    /// Whether there is a warp.
    pub any: Signal<Out, Bit>,
    /// Whether there is one warp and no more.
    pub last: Signal<Out, Bit>,
    warps: Resettable<Bits<CB>>,
    one: Number<CB, 1>,
}

impl<const CB: usize> Logic for Left<CB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, warps);
        self.any.next = self.warps.q.val().any();
        self.last.next = self.warps.q.val() == self.one.val();
        self.warps.reset.next = self.reset.val();
        self.warps.d.next = self.warps.q.val();
        if self.step.val() {
            self.warps.d.next = self.warps.q.val() - self.one.val();
        }
        if self.counted.val() {
            self.warps.d.next = self.compacted.val();
            if self.decline.val() {
                self.warps.d.next = self.plain.val();
            }
        }
    }
}
