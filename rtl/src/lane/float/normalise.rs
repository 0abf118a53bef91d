//! Normalisation: the leading one at the upper end, or as near to it as a subnormal number allows.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Adder, LeadingZeros, Resize};

/// The greatest left shift of the normalisation as a one-hot mark in the sum's frame of 55 bits,
/// found while the sum is computed.
#[derive(LogicBlock, Default)]
pub struct Limit {
    pub limit: Signal<In, Bits<9>>,
    /// A one where the leading one of the sum would be shifted by the limit; zero if that is below
    /// the sum.
    pub mark: Signal<Out, Bits<55>>,
    /// The limit and one: the biased exponent of a sum that is not shifted.
    pub exponent: Signal<Out, Bits<9>>,
    top: Number<55, { 1 << 54 }>,
    none: Number<55, 0>,
    zero: Number<9, 0>,
    add: Adder<9>,
}

impl Logic for Limit {
    #[hdl_gen]
    fn update(&mut self) {
        self.mark.next = self.top.val() >> self.limit.val().get_bits::<6>(0);
        if self.limit.val().get_bits::<3>(6).any() {
            self.mark.next = self.none.val();
        }
        self.add.a.next = self.limit.val();
        self.add.b.next = self.zero.val();
        self.add.carry.next = true;
        self.exponent.next = self.add.q.val();
    }
}

/// The normalising left shifter: shifts by the leading zeros, or by the limit if that is less: as
/// many zeros as are above the sum's leading one and the limit's mark. `exponent` becomes that of
/// the result, if its leading one is at the upper end.
#[derive(LogicBlock, Default)]
pub struct Normalise {
    pub d: Signal<In, Bits<55>>,
    pub mark: Signal<In, Bits<55>>,
    pub exponent: Signal<In, Bits<9>>,
    pub q: Signal<Out, Bits<55>>,
    pub biased: Signal<Out, Bits<9>>,
    zeros: LeadingZeros<55, 6>,
    by: Signal<Local, Bits<6>>,
    wide: Resize<6, 9>,
    less: Adder<9>,
    by_32: Signal<Local, Bits<55>>,
    by_16: Signal<Local, Bits<55>>,
    by_8: Signal<Local, Bits<55>>,
    by_4: Signal<Local, Bits<55>>,
    by_2: Signal<Local, Bits<55>>,
    n32: Number<6, 32>,
    n16: Number<6, 16>,
    n8: Number<6, 8>,
    n4: Number<6, 4>,
    n2: Number<6, 2>,
    n1: Number<6, 1>,
}

impl Logic for Normalise {
    #[hdl_gen]
    fn update(&mut self) {
        self.zeros.d.next = self.d.val() | self.mark.val();
        self.by.next = self.zeros.q.val();
        self.wide.d.next = self.zeros.q.val();
        self.less.a.next = self.exponent.val();
        self.less.b.next = !self.wide.q.val();
        self.less.carry.next = true;
        self.biased.next = self.less.q.val();
        self.by_32.next = self.d.val();
        if self.by.val().get_bit(5) {
            self.by_32.next = self.d.val() << self.n32.val();
        }
        self.by_16.next = self.by_32.val();
        if self.by.val().get_bit(4) {
            self.by_16.next = self.by_32.val() << self.n16.val();
        }
        self.by_8.next = self.by_16.val();
        if self.by.val().get_bit(3) {
            self.by_8.next = self.by_16.val() << self.n8.val();
        }
        self.by_4.next = self.by_8.val();
        if self.by.val().get_bit(2) {
            self.by_4.next = self.by_8.val() << self.n4.val();
        }
        self.by_2.next = self.by_4.val();
        if self.by.val().get_bit(1) {
            self.by_2.next = self.by_4.val() << self.n2.val();
        }
        self.q.next = self.by_2.val();
        if self.by.val().get_bit(0) {
            self.q.next = self.by_2.val() << self.n1.val();
        }
    }
}
