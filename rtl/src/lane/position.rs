//! The position of the thread in each slot.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::{Number, Numbers};
use crate::primitive::Resize;

/// The position in its warp of the thread in each slot: slot `w` of bundle `j` is thread
/// `j * W + w`.
#[derive(LogicBlock, Default)]
pub struct Positions<const W: usize, const BB: usize, const LOGW: usize> {
    pub bundle: Signal<In, Bits<BB>>,
    pub q: Array<Signal<Out, Bits<17>>, W>,
    slot: Numbers<17, W>,
    width_log: Number<2, LOGW>,
    number: Resize<BB, 17>,
}

impl<const W: usize, const BB: usize, const LOGW: usize> Logic for Positions<W, BB, LOGW> {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.d.next = self.bundle.val();
        for w in 0..W {
            self.q[w].next = (self.number.q.val() << self.width_log.val()) | self.slot[w].val();
        }
    }
}
