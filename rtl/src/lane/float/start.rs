//! The first part of the datapath: unpacks the operands, computes all that needs no sum, and the
//! rows of the product.

use rust_hdl::prelude::*;

use super::compare::{Flag, Order};
use super::exponent::Scale;
use super::given::{Exception, Given};
use super::kind::{FromInteger, ToInteger};
use super::operand::Operand;
use crate::array::Array;
use crate::primitive::{Ignore, ProductRows};

/// The first stage of the FP32 datapath: unpacks three operand words into the rows of the product
/// and an addend, or into a result that needs no sum.
#[derive(LogicBlock, Default)]
pub struct Start {
    pub op: Signal<In, Bits<6>>,
    pub mode: Signal<In, Bits<2>>,
    pub x: Signal<In, Bits<32>>,
    pub y: Signal<In, Bits<32>>,
    pub z: Signal<In, Bits<32>>,
    pub given: Signal<Out, Bit>,
    pub word: Signal<Out, Bits<32>>,
    pub flag: Signal<Out, Bit>,
    /// The product of the significands as rows, and the addend.
    pub rows: Array<Signal<Out, Bits<48>>, 4>,
    pub addend: Signal<Out, Bits<24>>,
    /// The exponent of the product, that of the addend, and their difference.
    pub exponent: Signal<Out, Bits<10>>,
    pub exponent_z: Signal<Out, Bits<8>>,
    pub apart: Signal<Out, Bits<10>>,
    pub no_product: Signal<Out, Bit>,
    pub sign_x: Signal<Out, Bit>,
    pub sign_y: Signal<Out, Bit>,
    pub sign_z: Signal<Out, Bit>,
    from: FromInteger,
    to: ToInteger,
    unpack_x: Operand,
    unpack_y: Operand,
    unpack_z: Operand,
    order: Order,
    decide: Flag,
    exception: Exception,
    known: Given,
    scale: Scale,
    times: ProductRows<24, 48>,
    spare_zero: Ignore<Bit>,
    spare_magnitude: Ignore<Bits<31>>,
}

impl Logic for Start {
    #[hdl_gen]
    fn update(&mut self) {
        self.from.op.next = self.op.val();
        self.to.op.next = self.op.val();
        self.unpack_x.d.next = self.x.val();
        self.unpack_y.d.next = self.y.val();
        self.unpack_z.d.next = self.z.val();
        self.unpack_x.flush.next = self.mode.val().get_bit(0);
        self.unpack_y.flush.next = self.mode.val().get_bit(0);
        self.unpack_z.flush.next = self.mode.val().get_bit(0);
        self.spare_zero.d.next = self.unpack_z.zero.val();
        self.spare_magnitude.d.next = self.unpack_z.magnitude.val();
        // comparisons
        self.order.sign_a.next = self.unpack_x.sign.val();
        self.order.sign_b.next = self.unpack_y.sign.val();
        self.order.a.next = self.x.val().get_bits::<31>(0);
        self.order.b.next = self.y.val().get_bits::<31>(0);
        self.order.zeros.next = self.unpack_x.zero.val() & self.unpack_y.zero.val();
        self.decide.op.next = self.op.val();
        self.decide.unordered.next = self.unpack_x.nan.val() | self.unpack_y.nan.val();
        self.decide.less.next = self.order.less.val();
        self.decide.equal.next = self.order.equal.val();
        self.flag.next = self.decide.flag.val();
        // what is known at once
        self.exception.sign_product.next = self.unpack_x.sign.val() ^ self.unpack_y.sign.val();
        self.exception.sign_z.next = self.unpack_z.sign.val();
        self.exception.nan_x.next = self.unpack_x.nan.val();
        self.exception.nan_y.next = self.unpack_y.nan.val();
        self.exception.nan_z.next = self.unpack_z.nan.val();
        self.exception.infinite_x.next = self.unpack_x.infinite.val();
        self.exception.infinite_y.next = self.unpack_y.infinite.val();
        self.exception.infinite_z.next = self.unpack_z.infinite.val();
        self.exception.zero_x.next = self.unpack_x.zero.val();
        self.exception.zero_y.next = self.unpack_y.zero.val();
        self.exception.saturate.next = self.mode.val().get_bit(1);
        self.known.op.next = self.op.val();
        self.known.from_integer.next = self.from.is.val();
        self.known.to_integer.next = self.to.is.val();
        self.known.with_sign.next = !self.op.val().get_bit(0);
        self.known.a.next = self.x.val();
        self.known.sign_a.next = self.unpack_x.sign.val();
        self.known.sign_b.next = self.unpack_y.sign.val();
        self.known.magnitude_a.next = self.unpack_x.magnitude.val();
        self.known.magnitude_b.next = self.unpack_y.magnitude.val();
        self.known.nan_a.next = self.unpack_x.nan.val();
        self.known.nan_b.next = self.unpack_y.nan.val();
        self.known.exponent_a.next = self.unpack_x.exponent.val();
        self.known.precedes.next = self.order.precedes.val();
        self.known.raised.next = self.exception.raised.val();
        self.known.exception.next = self.exception.word.val();
        self.given.next = self.known.given.val();
        self.word.next = self.known.word.val();
        // the product and its scale
        self.times.a.next = self.unpack_x.significand.val();
        self.times.b.next = self.unpack_y.significand.val();
        for k in 0..4 {
            self.rows[k].next = self.times.q[k].val();
        }
        self.addend.next = self.unpack_z.significand.val();
        self.scale.to_integer.next = self.to.is.val();
        self.scale.x.next = self.unpack_x.exponent.val();
        self.scale.y.next = self.unpack_y.exponent.val();
        self.scale.z.next = self.unpack_z.exponent.val();
        self.exponent.next = self.scale.product.val();
        self.exponent_z.next = self.unpack_z.exponent.val();
        self.apart.next = self.scale.apart.val();
        self.no_product.next = self.unpack_x.zero.val() | self.unpack_y.zero.val();
        self.sign_x.next = self.unpack_x.sign.val();
        self.sign_y.next = self.unpack_y.sign.val();
        self.sign_z.next = self.unpack_z.sign.val();
    }
}
