//! The FP32 datapath of one slot, from the contract, IEEE 754 and PTX. It is a fused multiply-add
//! (`route` makes one of every sum and product) whose shifter and rounder conversions share;
//! results that need no arithmetic are `given` at the start and are delayed with the rest.
//!
//! A sum of product and addend is exact in a frame of 54 bits, but for one bit that says whether
//! there is more (`exponent` and `align` say why that is enough): no operand has to be normalised
//! before, and only the sum after.

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
mod signs;
mod start;
mod sum;

use rust_hdl::prelude::*;

pub use self::route::Route;

use self::align::Align;
use self::along::Along;
use self::exponent::Exponent;
use self::kind::{FromInteger, ToInteger, TowardsZero};
use self::normalise::{Limit, Normalise};
use self::round::Round;
use self::signs::Signs;
use self::start::Start;
use self::sum::Sum;
use super::delay::Delay;
use crate::array::Array;
use crate::primitive::{Adder, Ignore, TwoRows};

/// Returns how many of `cuts` pipeline registers are at place `k` of [`Float`], 0 to 5. The places
/// are behind the rows of the product, the product, the shift, the sum, the normalised sum, the
/// result. Few registers are where they divide the path best; those beyond five are behind the
/// result.
pub const fn cut(cuts: u32, k: u32) -> usize {
    let places = match cuts {
        0 => [0, 0, 0, 0, 0, 0],
        1 => [0, 0, 1, 0, 0, 0],
        2 => [0, 1, 0, 1, 0, 0],
        3 => [0, 1, 1, 1, 0, 0],
        4 => [0, 1, 1, 1, 1, 0],
        _ => [1, 1, 1, 1, 1, cuts as usize - 5],
    };
    places[k as usize]
}

/// The FP32 datapath: result and flag of an operation after as many cycles as there are pipeline
/// registers (`C1` to `C6`, by [`cut`]). It never stalls.
#[derive(LogicBlock, Default)]
pub struct Float<const C1: usize, const C2: usize, const C3: usize, const C4: usize, const C5: usize, const C6: usize> {
    pub clock: Signal<In, Clock>,
    pub op: Signal<In, Bits<6>>,
    pub mode: Signal<In, Bits<2>>,
    /// The operands as [`Route`] orders them.
    pub x: Signal<In, Bits<32>>,
    pub y: Signal<In, Bits<32>>,
    pub z: Signal<In, Bits<32>>,
    pub result: Signal<Out, Bits<32>>,
    pub flag: Signal<Out, Bit>,
    start: Start,
    along_rows: Along<C1>,
    rows: Array<Delay<Bits<48>, C1>, 4>,
    addend_rows: Delay<Bits<24>, C1>,
    exponent_rows: Delay<Bits<10>, C1>,
    exponent_z: Delay<Bits<8>, C1>,
    apart: Delay<Bits<10>, C1>,
    no_product: Delay<Bit, C1>,
    sign_x: Delay<Bit, C1>,
    sign_y: Delay<Bit, C1>,
    sign_z: Delay<Bit, C1>,
    from_rows: FromInteger,
    to_rows: ToInteger,
    exponent: Exponent,
    signs: Signs,
    two: TwoRows<4, 48>,
    total: Adder<48>,
    along_product: Along<C2>,
    product: Delay<Bits<48>, C2>,
    addend: Delay<Bits<24>, C2>,
    leads: Delay<Bit, C2>,
    distance: Delay<Bits<6>, C2>,
    limit_product: Delay<Bits<9>, C2>,
    sign_product: Delay<Bit, C2>,
    subtract_product: Delay<Bit, C2>,
    from: FromInteger,
    to: ToInteger,
    align: Align,
    along_shift: Along<C3>,
    stays: Delay<Bits<54>, C3>,
    moved: Delay<Bits<54>, C3>,
    limit_shift: Delay<Bits<9>, C3>,
    sign_shift: Delay<Bit, C3>,
    subtract_shift: Delay<Bit, C3>,
    sum: Sum,
    bound: Limit,
    along_sum: Along<C4>,
    magnitude: Delay<Bits<55>, C4>,
    mark: Delay<Bits<55>, C4>,
    exponent_sum: Delay<Bits<9>, C4>,
    negative_sum: Delay<Bit, C4>,
    normalise: Normalise,
    along_normal: Along<C5>,
    normal: Delay<Bits<55>, C5>,
    biased: Delay<Bits<9>, C5>,
    negative: Delay<Bit, C5>,
    /// What the rounder does, decoded beside the normalisation.
    to_sum: ToInteger,
    towards_sum: TowardsZero,
    to_integer: Delay<Bit, C5>,
    towards_zero: Delay<Bit, C5>,
    inverts: Delay<Bit, C5>,
    spare_op: Ignore<Bits<5>>,
    round: Round,
    result_late: Delay<Bits<32>, C6>,
    flag_late: Delay<Bit, C6>,
}

impl<const C1: usize, const C2: usize, const C3: usize, const C4: usize, const C5: usize, const C6: usize> Logic
    for Float<C1, C2, C3, C4, C5, C6>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(
            self,
            clock,
            along_rows,
            addend_rows,
            exponent_rows,
            exponent_z,
            apart,
            no_product,
            sign_x,
            sign_y,
            sign_z
        );
        clock!(self, clock, along_product, product, addend, leads, distance, limit_product, sign_product);
        clock!(self, clock, subtract_product, along_shift, stays, moved, limit_shift, sign_shift, subtract_shift);
        clock!(
            self,
            clock,
            along_sum,
            magnitude,
            mark,
            exponent_sum,
            negative_sum,
            along_normal,
            normal,
            biased,
            negative
        );
        clock!(self, clock, result_late, flag_late, to_integer, towards_zero, inverts);
        self.start.op.next = self.op.val();
        self.start.mode.next = self.mode.val();
        self.start.x.next = self.x.val();
        self.start.y.next = self.y.val();
        self.start.z.next = self.z.val();
        // the rows of the product
        self.along_rows.op.next = self.op.val();
        self.along_rows.mode.next = self.mode.val();
        self.along_rows.given.next = self.start.given.val();
        self.along_rows.word.next = self.start.word.val();
        self.along_rows.flag.next = self.start.flag.val();
        for k in 0..4 {
            self.rows[k].clock.next = self.clock.val();
            self.rows[k].d.next = self.start.rows[k].val();
            self.two.d[k].next = self.rows[k].q.val();
        }
        self.addend_rows.d.next = self.start.addend.val();
        self.exponent_rows.d.next = self.start.exponent.val();
        self.exponent_z.d.next = self.start.exponent_z.val();
        self.apart.d.next = self.start.apart.val();
        self.no_product.d.next = self.start.no_product.val();
        self.sign_x.d.next = self.start.sign_x.val();
        self.sign_y.d.next = self.start.sign_y.val();
        self.sign_z.d.next = self.start.sign_z.val();
        // the product and its distance from the addend
        self.from_rows.op.next = self.along_rows.op_q.val();
        self.to_rows.op.next = self.along_rows.op_q.val();
        self.exponent.from_integer.next = self.from_rows.is.val();
        self.exponent.to_integer.next = self.to_rows.is.val();
        self.exponent.product.next = self.exponent_rows.q.val();
        self.exponent.apart.next = self.apart.q.val();
        self.exponent.z.next = self.exponent_z.q.val();
        self.exponent.no_product.next = self.no_product.q.val();
        self.signs.from_integer.next = self.from_rows.is.val();
        self.signs.to_integer.next = self.to_rows.is.val();
        self.signs.with_sign.next = !self.along_rows.op_q.val().get_bit(0);
        self.signs.leads.next = self.exponent.leads.val();
        self.signs.x.next = self.sign_x.q.val();
        self.signs.y.next = self.sign_y.q.val();
        self.signs.z.next = self.sign_z.q.val();
        self.total.a.next = self.two.a.val();
        self.total.b.next = self.two.b.val();
        self.total.carry.next = false;
        self.along_product.op.next = self.along_rows.op_q.val();
        self.along_product.mode.next = self.along_rows.mode_q.val();
        self.along_product.given.next = self.along_rows.given_q.val();
        self.along_product.word.next = self.along_rows.word_q.val();
        self.along_product.flag.next = self.along_rows.flag_q.val();
        self.product.d.next = self.total.q.val();
        self.addend.d.next = self.addend_rows.q.val();
        self.leads.d.next = self.exponent.leads.val();
        self.distance.d.next = self.exponent.distance.val();
        self.limit_product.d.next = self.exponent.limit.val();
        self.sign_product.d.next = self.signs.sign.val();
        self.subtract_product.d.next = self.signs.subtract.val();
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
        self.bound.limit.next = self.limit_shift.q.val();
        self.mark.d.next = self.bound.mark.val();
        self.exponent_sum.d.next = self.bound.exponent.val();
        self.negative_sum.d.next = self.sum.negative.val();
        // the normalised sum
        self.normalise.d.next = self.magnitude.q.val();
        self.normalise.mark.next = self.mark.q.val();
        self.normalise.exponent.next = self.exponent_sum.q.val();
        self.along_normal.op.next = self.along_sum.op_q.val();
        self.along_normal.mode.next = self.along_sum.mode_q.val();
        self.along_normal.given.next = self.along_sum.given_q.val();
        self.along_normal.word.next = self.along_sum.word_q.val();
        self.along_normal.flag.next = self.along_sum.flag_q.val();
        self.normal.d.next = self.normalise.q.val();
        self.biased.d.next = self.normalise.biased.val();
        self.negative.d.next = self.negative_sum.q.val();
        // the result
        self.to_sum.op.next = self.along_sum.op_q.val();
        self.towards_sum.op.next = self.along_sum.op_q.val();
        self.to_integer.d.next = self.to_sum.is.val();
        self.towards_zero.d.next = self.towards_sum.is.val();
        self.inverts.d.next = self.to_sum.is.val() & self.negative_sum.q.val();
        self.round.inverts.next = self.inverts.q.val();
        self.spare_op.d.next = self.along_normal.op_q.val().get_bits::<5>(1);
        self.round.to_integer.next = self.to_integer.q.val();
        self.round.towards_zero.next = self.towards_zero.q.val();
        self.round.with_sign.next = !self.along_normal.op_q.val().get_bit(0);
        self.round.flush.next = self.along_normal.mode_q.val().get_bit(0);
        self.round.saturate.next = self.along_normal.mode_q.val().get_bit(1);
        self.round.given.next = self.along_normal.given_q.val();
        self.round.word.next = self.along_normal.word_q.val();
        self.round.d.next = self.normal.q.val();
        self.round.biased.next = self.biased.q.val();
        self.round.negative.next = self.negative.q.val();
        self.result_late.d.next = self.round.result.val();
        self.flag_late.d.next = self.along_normal.flag_q.val();
        self.result.next = self.result_late.q.val();
        self.flag.next = self.flag_late.q.val();
    }
}
