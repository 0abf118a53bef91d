//! The balanced permutation: the mask of a warp id (4.3, equation 2, figure 9a).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Resize;

/// The XOR mask of a warp id: an even id has half of itself, an odd one the complement of its even
/// partner's mask. Only the lowest `LB` bits of an id matter, so that the masks repeat beyond
/// 2^`LB` warps. A plain warp has the mask zero, the identity (4.4).
#[derive(LogicBlock, Default)]
pub struct Balanced<const WB: usize, const LB: usize> {
    pub warp: Signal<In, Bits<WB>>,
    pub plain: Signal<In, Bit>,
    pub mask: Signal<Out, Bits<LB>>,
    half: Signal<Local, Bits<LB>>,
    one: Number<LB, 1>,
    zero: Number<LB, 0>,
    id: Resize<WB, LB>,
}

impl<const WB: usize, const LB: usize> Logic for Balanced<WB, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.id.d.next = self.warp.val();
        // partners have the same half
        self.half.next = self.id.q.val() >> self.one.val();
        self.mask.next = self.half.val();
        if (self.id.q.val() & self.one.val()).any() {
            self.mask.next = !self.half.val();
        }
        if self.plain.val() {
            self.mask.next = self.zero.val();
        }
    }
}
