//! Results that need no arithmetic: NaN and infinities, minimum and maximum, signs, integers out of
//! range.

use heddle_contract::lane::op;
use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Adder, Place};

/// The result of a fused multiply-add with a NaN or an infinity among its operands.
#[derive(LogicBlock, Default)]
pub struct Exception {
    pub sign_product: Signal<In, Bit>,
    pub sign_z: Signal<In, Bit>,
    pub nan_x: Signal<In, Bit>,
    pub nan_y: Signal<In, Bit>,
    pub nan_z: Signal<In, Bit>,
    pub infinite_x: Signal<In, Bit>,
    pub infinite_y: Signal<In, Bit>,
    pub infinite_z: Signal<In, Bit>,
    pub zero_x: Signal<In, Bit>,
    pub zero_y: Signal<In, Bit>,
    pub saturate: Signal<In, Bit>,
    /// Whether a NaN or an infinity is among the operands.
    pub raised: Signal<Out, Bit>,
    pub word: Signal<Out, Bits<32>>,
    product: Signal<Local, Bit>,
    nan: Signal<Local, Bit>,
    negative: Signal<Local, Bit>,
    zero: Number<32, 0>,
    one: Number<32, 0x3f80_0000>,
    sign: Number<32, 0x8000_0000>,
    infinity: Number<32, 0x7f80_0000>,
    the_nan: Number<32, { op::NAN as usize }>,
}

impl Logic for Exception {
    #[hdl_gen]
    fn update(&mut self) {
        self.product.next = self.infinite_x.val() | self.infinite_y.val();
        self.nan.next = self.nan_x.val()
            | self.nan_y.val()
            | self.nan_z.val()
            | (self.infinite_x.val() & self.zero_y.val())
            | (self.infinite_y.val() & self.zero_x.val())
            | (self.product.val() & self.infinite_z.val() & (self.sign_product.val() ^ self.sign_z.val()));
        self.negative.next = self.sign_z.val();
        if self.product.val() {
            self.negative.next = self.sign_product.val();
        }
        self.raised.next = self.nan.val() | self.product.val() | self.infinite_z.val();
        self.word.next = self.infinity.val();
        if self.saturate.val() {
            self.word.next = self.one.val();
            if self.nan.val() | self.negative.val() {
                self.word.next = self.zero.val();
            }
        } else if self.nan.val() {
            self.word.next = self.the_nan.val();
        } else if self.negative.val() {
            self.word.next = self.infinity.val() | self.sign.val();
        }
    }
}

/// The bypass of the arithmetic: whether the result is known without it, and that result; for a
/// conversion from an integer, the integer's magnitude.
#[derive(LogicBlock, Default)]
pub struct Given {
    pub op: Signal<In, Bits<6>>,
    pub from_integer: Signal<In, Bit>,
    pub to_integer: Signal<In, Bit>,
    pub with_sign: Signal<In, Bit>,
    /// The operand a as a word, for conversions from an integer.
    pub a: Signal<In, Bits<32>>,
    pub sign_a: Signal<In, Bit>,
    pub sign_b: Signal<In, Bit>,
    pub magnitude_a: Signal<In, Bits<31>>,
    pub magnitude_b: Signal<In, Bits<31>>,
    pub nan_a: Signal<In, Bit>,
    pub nan_b: Signal<In, Bit>,
    pub exponent_a: Signal<In, Bits<8>>,
    /// Whether a comes before b.
    pub precedes: Signal<In, Bit>,
    pub raised: Signal<In, Bit>,
    pub exception: Signal<In, Bits<32>>,
    pub given: Signal<Out, Bit>,
    pub word: Signal<Out, Bits<32>>,
    without_sign: Place<Bits<31>, 0, 32>,
    other_without_sign: Place<Bits<31>, 0, 32>,
    word_a: Signal<Local, Bits<32>>,
    word_b: Signal<Local, Bits<32>>,
    beyond: Signal<Local, Bit>,
    opposite: Adder<32>,
    min: Number<6, { op::MIN_F as usize }>,
    max: Number<6, { op::MAX_F as usize }>,
    abs: Number<6, { op::ABS_F as usize }>,
    neg: Number<6, { op::NEG_F as usize }>,
    // a number of 2^32 and more
    most: Number<8, { 127 + 31 }>,
    zero: Number<32, 0>,
    sign: Number<32, 0x8000_0000>,
    greatest_s: Number<32, 0x7fff_ffff>,
    greatest_u: Number<32, 0xffff_ffff>,
    the_nan: Number<32, { op::NAN as usize }>,
}

impl Logic for Given {
    #[hdl_gen]
    fn update(&mut self) {
        self.without_sign.d.next = self.magnitude_a.val();
        self.other_without_sign.d.next = self.magnitude_b.val();
        self.word_a.next = self.without_sign.q.val();
        if self.sign_a.val() {
            self.word_a.next = self.without_sign.q.val() | self.sign.val();
        }
        self.word_b.next = self.other_without_sign.q.val();
        if self.sign_b.val() {
            self.word_b.next = self.other_without_sign.q.val() | self.sign.val();
        }
        self.beyond.next = self.exponent_a.val() > self.most.val();
        self.opposite.a.next = !self.a.val();
        self.opposite.b.next = self.zero.val();
        self.opposite.carry.next = true;
        self.given.next = true;
        self.word.next = self.exception.val();
        if self.from_integer.val() {
            self.given.next = false;
            self.word.next = self.a.val();
            if self.with_sign.val() & self.a.val().get_bit(31) {
                self.word.next = self.opposite.q.val();
            }
        } else if self.to_integer.val() {
            self.given.next = self.beyond.val();
            self.word.next = self.zero.val();
            if self.with_sign.val() & !self.nan_a.val() {
                self.word.next = self.greatest_s.val();
                if self.sign_a.val() {
                    self.word.next = self.sign.val();
                }
            } else if !self.nan_a.val() & !self.sign_a.val() {
                self.word.next = self.greatest_u.val();
            }
        } else if self.op.val() == self.abs.val() {
            self.word.next = self.without_sign.q.val();
        } else if self.op.val() == self.neg.val() {
            self.word.next = self.word_a.val() ^ self.sign.val();
        } else if (self.op.val() == self.min.val()) | (self.op.val() == self.max.val()) {
            self.word.next = self.word_a.val();
            if self.nan_a.val() & self.nan_b.val() {
                self.word.next = self.the_nan.val();
            } else if self.nan_a.val()
                | (!self.nan_b.val() & (self.precedes.val() == (self.op.val() == self.max.val())))
            {
                self.word.next = self.word_b.val();
            }
        } else {
            self.given.next = self.raised.val();
        }
    }
}
