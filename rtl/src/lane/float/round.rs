//! Rounding, and the ends of the range.

use rust_hdl::prelude::*;

use super::kind::{ToInteger, TowardsZero};
use crate::number::Number;
use crate::primitive::{Place, Slice};

/// The normalised sum before rounding: the bits that are kept, exponent and fraction or integer, and whether one is added.
/// Of a negative integer it is `-(kept + up)`, which is `!kept + !up`.
#[derive(LogicBlock, Default)]
pub struct Keep {
    pub d: Signal<In, Bits<55>>,
    pub left: Signal<In, Bits<9>>,
    pub to_integer: Signal<In, Bit>,
    pub towards_zero: Signal<In, Bit>,
    pub negative: Signal<In, Bit>,
    pub base: Signal<Out, Bits<32>>,
    pub carry: Signal<Out, Bit>,
    /// The uppermost bit of the integer.
    pub top: Signal<Out, Bit>,
    /// Whether the exponent is beyond the range.
    pub beyond: Signal<Out, Bit>,
    exponent: Place<Bits<8>, 23, 32>,
    fraction: Place<Bits<23>, 0, 32>,
    one: Number<9, 1>,
    most: Number<9, 254>,
    zero: Number<8, 0>,
    biased: Signal<Local, Bits<9>>,
    kept: Signal<Local, Bits<32>>,
    half: Signal<Local, Bit>,
    rest: Signal<Local, Bit>,
    up: Signal<Local, Bit>,
    low: Slice<9, 0, 8>,
}

impl Logic for Keep {
    #[hdl_gen]
    fn update(&mut self) {
        self.biased.next = self.left.val() + self.one.val();
        self.low.d.next = self.biased.val();
        self.beyond.next = self.d.val().get_bit(54) & (self.left.val() >= self.most.val());
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
        if self.to_integer.val() & self.negative.val() {
            self.base.next = !self.kept.val();
            self.carry.next = !self.up.val();
        }
    }
}

/// Rounds the normalised sum to the result of the operation.
#[derive(LogicBlock, Default)]
pub struct Round {
    pub op: Signal<In, Bits<6>>,
    pub flush: Signal<In, Bit>,
    pub saturate: Signal<In, Bit>,
    pub given: Signal<In, Bit>,
    pub word: Signal<In, Bits<32>>,
    pub d: Signal<In, Bits<55>>,
    pub left: Signal<In, Bits<9>>,
    pub negative: Signal<In, Bit>,
    pub result: Signal<Out, Bits<32>>,
    to: ToInteger,
    towards: TowardsZero,
    keep: Keep,
    finish: Finish,
}

impl Logic for Round {
    #[hdl_gen]
    fn update(&mut self) {
        self.to.op.next = self.op.val();
        self.towards.op.next = self.op.val();
        self.keep.d.next = self.d.val();
        self.keep.left.next = self.left.val();
        self.keep.to_integer.next = self.to.is.val();
        self.finish.to_integer.next = self.to.is.val();
        self.finish.with_sign.next = !self.op.val().get_bit(0);
        self.keep.towards_zero.next = self.towards.is.val();
        self.keep.negative.next = self.negative.val();
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
    increment: Place<Bit, 0, 32>,
    zero: Number<32, 0>,
    sign: Number<32, 0x8000_0000>,
    one: Number<32, 0x3f80_0000>,
    infinity: Number<32, 0x7f80_0000>,
    greatest: Number<32, 0x7fff_ffff>,
}

impl Logic for Finish {
    #[hdl_gen]
    fn update(&mut self) {
        self.increment.d.next = self.carry.val();
        self.rounded.next = self.base.val() + self.increment.q.val();
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
            // from 2^24 on there is nothing to round: an integer out of range is so before it is rounded
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
            } else if self.magnitude.val() > self.one.val() {
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
