//! The exponents of product and addend, the distance by which one of them is shifted, and the
//! exponent of the result.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Adder, Ignore, Resize, TwoRows};

/// The exponents of product and addend on one scale (10 bits), and their difference.
///
/// The sum's frame of 54 bits, see [`Align`](super::align::Align), has an upper end that is worth
/// 2^23 units of the addend, or 2^49 of the product, whichever stays. They meet there when the
/// biased exponents `x + y - 124` and `z` are equal. An integer's frame ends with 2^31.
#[derive(LogicBlock, Default)]
pub struct Scale {
    pub to_integer: Signal<In, Bit>,
    pub x: Signal<In, Bits<8>>,
    pub y: Signal<In, Bits<8>>,
    pub z: Signal<In, Bits<8>>,
    pub product: Signal<Out, Bits<10>>,
    /// The product's exponent less that of the addend.
    pub apart: Signal<Out, Bits<10>>,
    wide_x: Resize<8, 10>,
    wide_y: Resize<8, 10>,
    wide_z: Resize<8, 10>,
    // of what a number becomes an integer in: 127 + 31, as x and y
    whole: Number<10, { 127 + 31 + 124 }>,
    zero: Number<10, 0>,
    // -124, and -124 + 1 for the subtraction of z
    meet: Number<10, { 1024 - 124 }>,
    meet_less: Number<10, { 1024 - 124 + 1 }>,
    first: Signal<Local, Bits<10>>,
    second: Signal<Local, Bits<10>>,
    product_rows: TwoRows<3, 10>,
    apart_rows: TwoRows<4, 10>,
    product_sum: Adder<10>,
    apart_sum: Adder<10>,
}

impl Logic for Scale {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_x.d.next = self.x.val();
        self.wide_y.d.next = self.y.val();
        self.wide_z.d.next = self.z.val();
        self.first.next = self.wide_x.q.val();
        self.second.next = self.wide_y.q.val();
        if self.to_integer.val() {
            self.first.next = self.whole.val();
            self.second.next = self.zero.val();
        }
        self.product_rows.d[0].next = self.first.val();
        self.product_rows.d[1].next = self.second.val();
        self.product_rows.d[2].next = self.meet.val();
        self.product_sum.a.next = self.product_rows.a.val();
        self.product_sum.b.next = self.product_rows.b.val();
        self.product_sum.carry.next = false;
        self.product.next = self.product_sum.q.val();
        self.apart_rows.d[0].next = self.first.val();
        self.apart_rows.d[1].next = self.second.val();
        self.apart_rows.d[2].next = !self.wide_z.q.val();
        self.apart_rows.d[3].next = self.meet_less.val();
        self.apart_sum.a.next = self.apart_rows.a.val();
        self.apart_sum.b.next = self.apart_rows.b.val();
        self.apart_sum.carry.next = false;
        self.apart.next = self.apart_sum.q.val();
    }
}

/// The alignment distance: one of product and addend stays in the sum's frame, the other one is
/// shifted right.
///
/// The addend leads when it is greater, or alone; then no bit of the product is of use to the
/// rounded sum but that there is one.
///
/// `limit` is the greatest left shift of the sum before its exponent is the least one: it is 1 or
/// more for every operand.
#[derive(LogicBlock, Default)]
pub struct Exponent {
    pub from_integer: Signal<In, Bit>,
    pub to_integer: Signal<In, Bit>,
    pub product: Signal<In, Bits<10>>,
    pub apart: Signal<In, Bits<10>>,
    pub z: Signal<In, Bits<8>>,
    /// Whether the product is zero.
    pub no_product: Signal<In, Bit>,
    pub leads: Signal<Out, Bit>,
    pub distance: Signal<Out, Bits<6>>,
    pub limit: Signal<Out, Bits<9>>,
    wide_z: Resize<8, 9>,
    amount: Signal<Local, Bits<10>>,
    opposite: Adder<10>,
    spare: Ignore<Bit>,
    spare_product: Ignore<Bit>,
    whole: Number<9, { 127 + 31 }>,
    zero: Number<10, 0>,
    none: Number<9, 0>,
    farthest: Number<6, 63>,
}

impl Logic for Exponent {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_z.d.next = self.z.val();
        self.leads.next = (self.apart.val().get_bit(9) | self.no_product.val()) & !self.to_integer.val();
        self.opposite.a.next = !self.apart.val();
        self.opposite.b.next = self.zero.val();
        self.opposite.carry.next = true;
        self.amount.next = self.apart.val();
        if self.apart.val().get_bit(9) {
            self.amount.next = self.opposite.q.val();
        }
        self.spare.d.next = self.amount.val().get_bit(9);
        self.distance.next = self.amount.val().get_bits::<6>(0);
        if self.amount.val().get_bits::<3>(6).any() {
            self.distance.next = self.farthest.val();
        }
        self.spare_product.d.next = self.product.val().get_bit(9);
        self.limit.next = self.product.val().get_bits::<9>(0);
        if self.to_integer.val() {
            self.limit.next = self.none.val();
        } else if self.from_integer.val() {
            self.limit.next = self.whole.val();
        } else if self.leads.val() {
            self.limit.next = self.wide_z.q.val();
        }
    }
}
