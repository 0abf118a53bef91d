//! One lane of the compactor: the choice of the warp whose thread it takes.

use rust_hdl::prelude::*;

use crate::primitive::{Lowest, TrailingZeros};

/// One lane of the compactor, whose `column` has a bit for each warp that has a thread in this
/// lane. Compacted, the lane takes the thread of its own lowest warp; declined, every lane takes
/// the thread of `first`, the lowest warp of all.
#[derive(LogicBlock, Default)]
pub struct Lane<const WARPS: usize, const WB: usize> {
    pub column: Signal<In, Bits<WARPS>>,
    pub declined: Signal<In, Bit>,
    pub first: Signal<In, Bits<WARPS>>,
    /// The index of `first`.
    pub first_warp: Signal<In, Bits<WB>>,
    /// Whether the lane is filled.
    pub filled: Signal<Out, Bit>,
    /// The warp that the lane's thread comes from.
    pub source: Signal<Out, Bits<WB>>,
    /// The column after the warp has left.
    pub rest: Signal<Out, Bits<WARPS>>,
    pick: Signal<Local, Bits<WARPS>>,
    lowest: Lowest<WARPS>,
    own: TrailingZeros<WARPS, WB>,
}

impl<const WARPS: usize, const WB: usize> Logic for Lane<WARPS, WB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.lowest.d.next = self.column.val();
        self.own.d.next = self.column.val();
        self.own.only.next = self.lowest.q.val();
        self.pick.next = self.lowest.q.val();
        self.source.next = self.own.q.val();
        // a lane with a thread has a lowest one: nothing waits for it
        self.filled.next = self.column.val().any();
        if self.declined.val() {
            self.pick.next = self.first.val();
            self.source.next = self.first_warp.val();
            self.filled.next = (self.column.val() & self.first.val()).any();
        }
        self.rest.next = self.column.val() & !self.pick.val();
    }
}
