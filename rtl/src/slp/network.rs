//! The XOR network: from threads to lanes, and back (4.1).

use rust_hdl::prelude::*;

use crate::number::{Places, Powers};
use crate::primitive::Split;

/// The XOR network: bit l of `lanes` is bit l XOR `mask` of `threads`.
/// It has a stage for each bit of the mask, which swaps the places that differ in that bit.
#[derive(LogicBlock, Default)]
pub struct Network<const W: usize, const LB: usize> {
    pub mask: Signal<In, Bits<LB>>,
    pub threads: Signal<In, Bits<W>>,
    pub lanes: Signal<Out, Bits<W>>,
    stage: Signal<Local, Bits<W>>,
    upper: Places<W, LB>,
    distance: Powers<LB, LB>,
    swap: Split<Bit, LB, LB>,
}

impl<const W: usize, const LB: usize> Logic for Network<W, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.swap.d.next = self.mask.val();
        self.stage.next = self.threads.val();
        for j in 0..LB {
            if self.swap.q[j].val() {
                self.stage.next = ((self.stage.val() & self.upper[j].val()) >> self.distance[j].val())
                    | ((self.stage.val() << self.distance[j].val()) & self.upper[j].val());
            }
        }
        self.lanes.next = self.stage.val();
    }
}
