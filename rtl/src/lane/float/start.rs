//! The first part of the datapath: unpacks the operands, computes all that needs no sum, and the product.

use rust_hdl::prelude::*;

use super::compare::{Flag, Order};
use super::exponent::Exponent;
use super::given::{Exception, Given};
use super::kind::{FromInteger, ToInteger};
use super::operand::Operand;
use super::route::Route;
use crate::primitive::{Ignore, Times};

/// The start of the datapath: from three words to a product and an addend, or to a result that needs no sum.
#[derive(LogicBlock, Default)]
pub struct Start {
    pub op: Signal<In, Bits<6>>,
    pub mode: Signal<In, Bits<2>>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub c: Signal<In, Bits<32>>,
    pub given: Signal<Out, Bit>,
    pub word: Signal<Out, Bits<32>>,
    pub flag: Signal<Out, Bit>,
    pub product: Signal<Out, Bits<48>>,
    pub addend: Signal<Out, Bits<24>>,
    pub leads: Signal<Out, Bit>,
    pub distance: Signal<Out, Bits<6>>,
    pub limit: Signal<Out, Bits<9>>,
    /// The sign of the part that stays, and whether the other part has the opposite sign.
    pub sign: Signal<Out, Bit>,
    pub subtract: Signal<Out, Bit>,
    from: FromInteger,
    to: ToInteger,
    route: Route,
    x: Operand,
    y: Operand,
    z: Operand,
    order: Order,
    decide: Flag,
    exception: Exception,
    known: Given,
    exponent: Exponent,
    times: Times<24, 24, 48>,
    signs: Signs,
    spare_zero: Ignore<Bit>,
    spare_magnitude: Ignore<Bits<31>>,
}

/// The signs of the product and of the sum's two parts.
#[derive(LogicBlock, Default)]
pub struct Signs {
    pub from_integer: Signal<In, Bit>,
    pub to_integer: Signal<In, Bit>,
    pub leads: Signal<In, Bit>,
    pub x: Signal<In, Bit>,
    pub y: Signal<In, Bit>,
    pub z: Signal<In, Bit>,
    /// Whether the integer is signed.
    pub with_sign: Signal<In, Bit>,
    pub product: Signal<Out, Bit>,
    pub sign: Signal<Out, Bit>,
    pub subtract: Signal<Out, Bit>,
}

impl Logic for Signs {
    #[hdl_gen]
    fn update(&mut self) {
        self.product.next = self.x.val() ^ self.y.val();
        self.subtract.next = self.product.val() ^ self.z.val();
        self.sign.next = self.product.val();
        if self.leads.val() {
            self.sign.next = self.z.val();
        }
        if self.from_integer.val() {
            self.sign.next = self.x.val() & self.with_sign.val();
            self.subtract.next = false;
        } else if self.to_integer.val() {
            self.sign.next = self.z.val();
            self.subtract.next = false;
        }
    }
}

impl Logic for Start {
    #[hdl_gen]
    fn update(&mut self) {
        self.from.op.next = self.op.val();
        self.to.op.next = self.op.val();
        self.route.op.next = self.op.val();
        self.route.to_integer.next = self.to.is.val();
        self.route.a.next = self.a.val();
        self.route.b.next = self.b.val();
        self.route.c.next = self.c.val();
        self.x.d.next = self.route.x.val();
        self.y.d.next = self.route.y.val();
        self.z.d.next = self.route.z.val();
        self.x.flush.next = self.mode.val().get_bit(0);
        self.y.flush.next = self.mode.val().get_bit(0);
        self.z.flush.next = self.mode.val().get_bit(0);
        self.spare_zero.d.next = self.z.zero.val();
        self.spare_magnitude.d.next = self.z.magnitude.val();
        // comparisons
        self.order.sign_a.next = self.x.sign.val();
        self.order.sign_b.next = self.y.sign.val();
        self.order.a.next = self.x.magnitude.val();
        self.order.b.next = self.y.magnitude.val();
        self.decide.op.next = self.op.val();
        self.decide.unordered.next = self.x.nan.val() | self.y.nan.val();
        self.decide.less.next = self.order.less.val();
        self.decide.equal.next = self.order.equal.val();
        self.flag.next = self.decide.flag.val();
        // what is known at once
        self.exception.sign_product.next = self.signs.product.val();
        self.exception.sign_z.next = self.z.sign.val();
        self.exception.nan_x.next = self.x.nan.val();
        self.exception.nan_y.next = self.y.nan.val();
        self.exception.nan_z.next = self.z.nan.val();
        self.exception.infinite_x.next = self.x.infinite.val();
        self.exception.infinite_y.next = self.y.infinite.val();
        self.exception.infinite_z.next = self.z.infinite.val();
        self.exception.zero_x.next = self.x.zero.val();
        self.exception.zero_y.next = self.y.zero.val();
        self.exception.saturate.next = self.mode.val().get_bit(1);
        self.known.op.next = self.op.val();
        self.known.from_integer.next = self.from.is.val();
        self.known.to_integer.next = self.to.is.val();
        self.known.with_sign.next = !self.op.val().get_bit(0);
        self.known.a.next = self.a.val();
        self.known.sign_a.next = self.x.sign.val();
        self.known.sign_b.next = self.y.sign.val();
        self.known.magnitude_a.next = self.x.magnitude.val();
        self.known.magnitude_b.next = self.y.magnitude.val();
        self.known.nan_a.next = self.x.nan.val();
        self.known.nan_b.next = self.y.nan.val();
        self.known.exponent_a.next = self.x.exponent.val();
        self.known.precedes.next = self.order.precedes.val();
        self.known.raised.next = self.exception.raised.val();
        self.known.exception.next = self.exception.word.val();
        self.given.next = self.known.given.val();
        self.word.next = self.known.word.val();
        // the product and its scale
        self.times.a.next = self.x.significand.val();
        self.times.b.next = self.y.significand.val();
        self.product.next = self.times.q.val();
        self.addend.next = self.z.significand.val();
        self.exponent.from_integer.next = self.from.is.val();
        self.exponent.to_integer.next = self.to.is.val();
        self.exponent.x.next = self.x.exponent.val();
        self.exponent.y.next = self.y.exponent.val();
        self.exponent.z.next = self.z.exponent.val();
        self.exponent.no_product.next = self.x.zero.val() | self.y.zero.val();
        self.leads.next = self.exponent.leads.val();
        self.distance.next = self.exponent.distance.val();
        self.limit.next = self.exponent.limit.val();
        self.signs.from_integer.next = self.from.is.val();
        self.signs.to_integer.next = self.to.is.val();
        self.signs.with_sign.next = !self.op.val().get_bit(0);
        self.signs.leads.next = self.exponent.leads.val();
        self.signs.x.next = self.x.sign.val();
        self.signs.y.next = self.y.sign.val();
        self.signs.z.next = self.z.sign.val();
        self.sign.next = self.signs.sign.val();
        self.subtract.next = self.signs.subtract.val();
    }
}
