//! Rounding, overflow and saturation of the normalised sum.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Adder, Place, Slice};

/// Splits the normalised sum into the bits that are kept, exponent and fraction or integer, and the
/// carry that rounding adds to them. Of a negative integer it is `-(kept + up)`, which is `!kept +
/// !up`.
#[derive(LogicBlock, Default)]
pub struct Keep {
    pub d: Signal<In, Bits<55>>,
    /// The exponent of a number whose leading one is at the upper end.
    pub biased: Signal<In, Bits<9>>,
    pub to_integer: Signal<In, Bit>,
    pub towards_zero: Signal<In, Bit>,
    /// Whether the integer is negative.
    pub inverts: Signal<In, Bit>,
    pub base: Signal<Out, Bits<32>>,
    pub carry: Signal<Out, Bit>,
    /// The uppermost bit of the integer.
    pub top: Signal<Out, Bit>,
    /// Whether the exponent is beyond the range.
    pub beyond: Signal<Out, Bit>,
    exponent: Place<Bits<8>, 23, 32>,
    fraction: Place<Bits<23>, 0, 32>,
    most: Number<9, 255>,
    zero: Number<8, 0>,
    kept: Signal<Local, Bits<32>>,
    half: Signal<Local, Bit>,
    rest: Signal<Local, Bit>,
    up: Signal<Local, Bit>,
    low: Slice<9, 0, 8>,
}

impl Logic for Keep {
    #[hdl_gen]
    fn update(&mut self) {
        self.low.d.next = self.biased.val();
        self.beyond.next = self.d.val().get_bit(54) & (self.biased.val() >= self.most.val());
        self.exponent.d.next = self.low.q.val();
        if !self.d.val().get_bit(54) {
            // subnormal, or zero
            self.exponent.d.next = self.zero.val();
        }
        self.fraction.d.next = self.d.val().get_bits::<23>(31);
        if self.to_integer.val() {
            self.kept.next = self.d.val().get_bits::<32>(22);
            self.half.next = self.d.val().get_bit(21);
            self.rest.next = self.d.val().get_bits::<21>(0).any();
        } else {
            self.kept.next = self.exponent.q.val() | self.fraction.q.val();
            self.half.next = self.d.val().get_bit(30);
            self.rest.next = self.d.val().get_bits::<30>(0).any();
        }
        self.up.next = self.half.val() & (self.rest.val() | self.kept.val().get_bit(0)) & !self.towards_zero.val();
        self.top.next = self.kept.val().get_bit(31);
        self.base.next = self.kept.val();
        self.carry.next = self.up.val();
        if self.inverts.val() {
            self.base.next = !self.kept.val();
            self.carry.next = !self.up.val();
        }
    }
}

/// Rounds the normalised sum to the result of the operation.
#[derive(LogicBlock, Default)]
pub struct Round {
    pub to_integer: Signal<In, Bit>,
    pub with_sign: Signal<In, Bit>,
    pub towards_zero: Signal<In, Bit>,
    pub inverts: Signal<In, Bit>,
    pub flush: Signal<In, Bit>,
    pub saturate: Signal<In, Bit>,
    pub given: Signal<In, Bit>,
    pub word: Signal<In, Bits<32>>,
    pub d: Signal<In, Bits<55>>,
    pub biased: Signal<In, Bits<9>>,
    pub negative: Signal<In, Bit>,
    pub result: Signal<Out, Bits<32>>,
    keep: Keep,
    finish: Finish,
}

impl Logic for Round {
    #[hdl_gen]
    fn update(&mut self) {
        self.keep.d.next = self.d.val();
        self.keep.biased.next = self.biased.val();
        self.keep.to_integer.next = self.to_integer.val();
        self.finish.to_integer.next = self.to_integer.val();
        self.finish.with_sign.next = self.with_sign.val();
        self.keep.towards_zero.next = self.towards_zero.val();
        self.keep.inverts.next = self.inverts.val();
        self.finish.flush.next = self.flush.val();
        self.finish.saturate.next = self.saturate.val();
        self.finish.negative.next = self.negative.val();
        self.finish.base.next = self.keep.base.val();
        self.finish.carry.next = self.keep.carry.val();
        self.finish.top.next = self.keep.top.val();
        self.finish.beyond.next = self.keep.beyond.val();
        self.finish.given.next = self.given.val();
        self.finish.word.next = self.word.val();
        self.result.next = self.finish.result.val();
    }
}

/// Rounds the kept bits, then handles overflow, flush and saturation.
#[derive(LogicBlock, Default)]
pub struct Finish {
    pub to_integer: Signal<In, Bit>,
    pub with_sign: Signal<In, Bit>,
    pub flush: Signal<In, Bit>,
    pub saturate: Signal<In, Bit>,
    pub negative: Signal<In, Bit>,
    pub base: Signal<In, Bits<32>>,
    pub carry: Signal<In, Bit>,
    pub top: Signal<In, Bit>,
    pub beyond: Signal<In, Bit>,
    pub given: Signal<In, Bit>,
    pub word: Signal<In, Bits<32>>,
    pub result: Signal<Out, Bits<32>>,
    rounded: Signal<Local, Bits<32>>,
    magnitude: Signal<Local, Bits<32>>,
    plus_one: Adder<32>,
    zero: Number<32, 0>,
    sign: Number<32, 0x8000_0000>,
    one: Number<32, 0x3f80_0000>,
    one_exponent: Number<8, 127>,
    infinity: Number<32, 0x7f80_0000>,
    greatest: Number<32, 0x7fff_ffff>,
}

impl Logic for Finish {
    #[hdl_gen]
    fn update(&mut self) {
        self.plus_one.a.next = self.base.val();
        self.plus_one.b.next = self.zero.val();
        self.plus_one.carry.next = true;
        self.rounded.next = self.base.val();
        if self.carry.val() {
            self.rounded.next = self.plus_one.q.val();
        }
        // of a number: beyond the range is infinity, which rounding up reaches by itself
        self.magnitude.next = self.rounded.val();
        if self.beyond.val() {
            self.magnitude.next = self.infinity.val();
        } else if self.flush.val() & !self.rounded.val().get_bits::<8>(23).any() {
            self.magnitude.next = self.zero.val();
        }
        if self.given.val() {
            self.result.next = self.word.val();
        } else if self.to_integer.val() {
            self.result.next = self.rounded.val();
            // from 2^24 on there is nothing to round: an integer out of range is so before it is
            // rounded
            if !self.with_sign.val() {
                if self.negative.val() {
                    self.result.next = self.zero.val();
                }
            } else if self.top.val() {
                self.result.next = self.greatest.val();
                if self.negative.val() {
                    self.result.next = self.sign.val();
                }
            }
        } else if self.saturate.val() {
            self.result.next = self.magnitude.val();
            if self.negative.val() {
                self.result.next = self.zero.val();
            } else if self.magnitude.val().get_bits::<8>(23) >= self.one_exponent.val() {
                self.result.next = self.one.val();
            }
        } else {
            self.result.next = self.magnitude.val();
            if self.negative.val() {
                self.result.next = self.magnitude.val() | self.sign.val();
            }
        }
    }
}
