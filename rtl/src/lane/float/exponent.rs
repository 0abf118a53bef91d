//! The distance of product and addend, and the exponent of the result.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Ignore, Resize};

/// The alignment distance: one of product and addend stays in the sum's frame of 54 bits, the other one is shifted right.
/// See [`Align`](super::align::Align).
///
/// The frame's upper end is worth 2^23 units of the addend, or 2^49 of the product, whichever stays. They meet there when the biased exponents
/// `x + y - 124` and `z` are equal. The addend leads when it is greater, or alone; then no bit of the product is of use to the rounded sum but that there
/// is one. An integer's frame ends with 2^31.
///
/// `limit` is the greatest left shift of the sum before its exponent is the least one: it is 1 or more for every operand.
#[derive(LogicBlock, Default)]
pub struct Exponent {
    pub from_integer: Signal<In, Bit>,
    pub to_integer: Signal<In, Bit>,
    pub x: Signal<In, Bits<8>>,
    pub y: Signal<In, Bits<8>>,
    pub z: Signal<In, Bits<8>>,
    /// Whether the product is zero.
    pub no_product: Signal<In, Bit>,
    pub leads: Signal<Out, Bit>,
    pub distance: Signal<Out, Bits<6>>,
    pub limit: Signal<Out, Bits<9>>,
    wide_x: Resize<8, 10>,
    wide_y: Resize<8, 10>,
    wide_z: Resize<8, 10>,
    product: Signal<Local, Bits<10>>,
    apart: Signal<Local, Bits<10>>,
    amount: Signal<Local, Bits<10>>,
    spare: Ignore<Bit>,
    meet: Number<10, 124>,
    whole: Number<10, { 127 + 31 }>,
    zero: Number<10, 0>,
    none: Number<9, 0>,
    farthest: Number<6, 63>,
}

impl Logic for Exponent {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_x.d.next = self.x.val();
        self.wide_y.d.next = self.y.val();
        self.wide_z.d.next = self.z.val();
        self.product.next = self.wide_x.q.val() + self.wide_y.q.val() - self.meet.val();
        if self.to_integer.val() {
            self.product.next = self.whole.val();
        }
        self.apart.next = self.product.val() - self.wide_z.q.val();
        self.leads.next = (self.apart.val().get_bit(9) | self.no_product.val()) & !self.to_integer.val();
        self.amount.next = self.apart.val();
        if self.apart.val().get_bit(9) {
            self.amount.next = self.zero.val() - self.apart.val();
        }
        self.spare.d.next = self.amount.val().get_bit(9);
        self.distance.next = self.amount.val().get_bits::<6>(0);
        if self.amount.val().get_bits::<3>(6).any() {
            self.distance.next = self.farthest.val();
        }
        self.limit.next = self.product.val().get_bits::<9>(0);
        if self.to_integer.val() {
            self.limit.next = self.none.val();
        } else if self.from_integer.val() {
            self.limit.next = self.whole.val().get_bits::<9>(0);
        } else if self.leads.val() {
            self.limit.next = self.wide_z.q.val().get_bits::<9>(0);
        }
    }
}
