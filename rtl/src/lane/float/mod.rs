//! The FP32 datapath of one slot, from the contract, IEEE 754 and PTX.
//! It is a fused multiply-add (`route` makes one of every sum and product) whose shifter and rounder conversions share;
//! results that need no arithmetic are `given` at the start and are delayed with the rest.
//!
//! A sum of product and addend is exact in a frame of 54 bits, but for one bit that says whether there is more
//! (`exponent` and `align` say why that is enough): no operand has to be normalised before, and only the sum after.

mod align;
mod along;
mod compare;
mod exponent;
mod given;
mod kind;
mod normalise;
mod operand;
mod round;
mod route;
mod start;
mod sum;

use rust_hdl::prelude::*;

use self::align::Align;
use self::along::Along;
use self::kind::{FromInteger, ToInteger};
use self::normalise::Normalise;
use self::round::Round;
use self::start::Start;
use self::sum::Sum;
use super::delay::Delay;

/// Returns how many of `cuts` pipeline registers are at place `k` of [`Float`], 0 to 4.
/// The places are behind the product, the shift, the sum, the normalised sum, the result. Few registers are where they
/// halve the path best; those beyond five are behind the result.
pub const fn cut(cuts: u32, k: u32) -> usize {
    let places = match cuts {
        0 => [0, 0, 0, 0, 0],
        1 => [0, 1, 0, 0, 0],
        2 => [1, 0, 1, 0, 0],
        3 => [1, 0, 1, 1, 0],
        4 => [1, 1, 1, 1, 0],
        _ => [1, 1, 1, 1, cuts as usize - 4],
    };
    places[k as usize]
}

/// The FP32 datapath: result and flag of an operation after as many cycles as there are pipeline registers (`C1` to `C5`, by [`cut`]). It never stalls.
#[derive(LogicBlock, Default)]
pub struct Float<const C1: usize, const C2: usize, const C3: usize, const C4: usize, const C5: usize> {
    pub clock: Signal<In, Clock>,
    pub op: Signal<In, Bits<6>>,
    pub mode: Signal<In, Bits<2>>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub c: Signal<In, Bits<32>>,
    pub result: Signal<Out, Bits<32>>,
    pub flag: Signal<Out, Bit>,
    start: Start,
    along_product: Along<C1>,
    product: Delay<Bits<48>, C1>,
    addend: Delay<Bits<24>, C1>,
    leads: Delay<Bit, C1>,
    distance: Delay<Bits<6>, C1>,
    limit_product: Delay<Bits<9>, C1>,
    sign_product: Delay<Bit, C1>,
    subtract_product: Delay<Bit, C1>,
    from: FromInteger,
    to: ToInteger,
    align: Align,
    along_shift: Along<C2>,
    stays: Delay<Bits<54>, C2>,
    moved: Delay<Bits<54>, C2>,
    limit_shift: Delay<Bits<9>, C2>,
    sign_shift: Delay<Bit, C2>,
    subtract_shift: Delay<Bit, C2>,
    sum: Sum,
    along_sum: Along<C3>,
    magnitude: Delay<Bits<55>, C3>,
    limit_sum: Delay<Bits<9>, C3>,
    negative_sum: Delay<Bit, C3>,
    normalise: Normalise,
    along_normal: Along<C4>,
    normal: Delay<Bits<55>, C4>,
    left: Delay<Bits<9>, C4>,
    negative: Delay<Bit, C4>,
    round: Round,
    result_late: Delay<Bits<32>, C5>,
    flag_late: Delay<Bit, C5>,
}

impl<const C1: usize, const C2: usize, const C3: usize, const C4: usize, const C5: usize> Logic
    for Float<C1, C2, C3, C4, C5>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, along_product, product, addend, leads, distance, limit_product, sign_product);
        clock!(self, clock, subtract_product, along_shift, stays, moved, limit_shift, sign_shift, subtract_shift);
        clock!(self, clock, along_sum, magnitude, limit_sum, negative_sum, along_normal, normal, left, negative);
        clock!(self, clock, result_late, flag_late);
        self.start.op.next = self.op.val();
        self.start.mode.next = self.mode.val();
        self.start.a.next = self.a.val();
        self.start.b.next = self.b.val();
        self.start.c.next = self.c.val();
        // the product
        self.along_product.op.next = self.op.val();
        self.along_product.mode.next = self.mode.val();
        self.along_product.given.next = self.start.given.val();
        self.along_product.word.next = self.start.word.val();
        self.along_product.flag.next = self.start.flag.val();
        self.product.d.next = self.start.product.val();
        self.addend.d.next = self.start.addend.val();
        self.leads.d.next = self.start.leads.val();
        self.distance.d.next = self.start.distance.val();
        self.limit_product.d.next = self.start.limit.val();
        self.sign_product.d.next = self.start.sign.val();
        self.subtract_product.d.next = self.start.subtract.val();
        // the shift
        self.from.op.next = self.along_product.op_q.val();
        self.to.op.next = self.along_product.op_q.val();
        self.align.from_integer.next = self.from.is.val();
        self.align.to_integer.next = self.to.is.val();
        self.align.product.next = self.product.q.val();
        self.align.addend.next = self.addend.q.val();
        self.align.whole.next = self.along_product.word_q.val();
        self.align.leads.next = self.leads.q.val();
        self.align.distance.next = self.distance.q.val();
        self.along_shift.op.next = self.along_product.op_q.val();
        self.along_shift.mode.next = self.along_product.mode_q.val();
        self.along_shift.given.next = self.along_product.given_q.val();
        self.along_shift.word.next = self.along_product.word_q.val();
        self.along_shift.flag.next = self.along_product.flag_q.val();
        self.stays.d.next = self.align.stays.val();
        self.moved.d.next = self.align.moved.val();
        self.limit_shift.d.next = self.limit_product.q.val();
        self.sign_shift.d.next = self.sign_product.q.val();
        self.subtract_shift.d.next = self.subtract_product.q.val();
        // the sum
        self.sum.stays.next = self.stays.q.val();
        self.sum.moved.next = self.moved.q.val();
        self.sum.subtract.next = self.subtract_shift.q.val();
        self.sum.sign.next = self.sign_shift.q.val();
        self.along_sum.op.next = self.along_shift.op_q.val();
        self.along_sum.mode.next = self.along_shift.mode_q.val();
        self.along_sum.given.next = self.along_shift.given_q.val();
        self.along_sum.word.next = self.along_shift.word_q.val();
        self.along_sum.flag.next = self.along_shift.flag_q.val();
        self.magnitude.d.next = self.sum.magnitude.val();
        self.limit_sum.d.next = self.limit_shift.q.val();
        self.negative_sum.d.next = self.sum.negative.val();
        // the normalised sum
        self.normalise.d.next = self.magnitude.q.val();
        self.normalise.limit.next = self.limit_sum.q.val();
        self.along_normal.op.next = self.along_sum.op_q.val();
        self.along_normal.mode.next = self.along_sum.mode_q.val();
        self.along_normal.given.next = self.along_sum.given_q.val();
        self.along_normal.word.next = self.along_sum.word_q.val();
        self.along_normal.flag.next = self.along_sum.flag_q.val();
        self.normal.d.next = self.normalise.q.val();
        self.left.d.next = self.normalise.left.val();
        self.negative.d.next = self.negative_sum.q.val();
        // the result
        self.round.op.next = self.along_normal.op_q.val();
        self.round.flush.next = self.along_normal.mode_q.val().get_bit(0);
        self.round.saturate.next = self.along_normal.mode_q.val().get_bit(1);
        self.round.given.next = self.along_normal.given_q.val();
        self.round.word.next = self.along_normal.word_q.val();
        self.round.d.next = self.normal.q.val();
        self.round.left.next = self.left.q.val();
        self.round.negative.next = self.negative.q.val();
        self.result_late.d.next = self.round.result.val();
        self.flag_late.d.next = self.along_normal.flag_q.val();
        self.result.next = self.result_late.q.val();
        self.flag.next = self.flag_late.q.val();
    }
}
