//! Alignment of product and addend to one scale.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Place, Since};

/// Shifts right; the ones that are shifted out are kept as a sticky lowest bit.
#[derive(LogicBlock, Default)]
pub struct Jam {
    pub d: Signal<In, Bits<54>>,
    pub by: Signal<In, Bits<6>>,
    pub q: Signal<Out, Bits<54>>,
    kept: Since<6, 54>,
    shifted: Signal<Local, Bits<54>>,
    lost: Signal<Local, Bit>,
    one: Number<54, 1>,
}

impl Logic for Jam {
    #[hdl_gen]
    fn update(&mut self) {
        self.kept.at.next = self.by.val();
        self.shifted.next = self.d.val() >> self.by.val();
        self.lost.next = (self.d.val() & !self.kept.q.val()).any();
        self.q.next = self.shifted.val();
        if self.lost.val() {
            self.q.next = self.shifted.val() | self.one.val();
        }
    }
}

/// Aligns product and addend in a frame of 54 bits, of which the product fills 51 to 4 and the
/// addend the upper 24. Below the product are three bits that the rounding needs because of a
/// subnormal factor, and a sticky one. An integer that becomes a number is in bits 53 to 22 alone,
/// and so is one that a number becomes.
#[derive(LogicBlock, Default)]
pub struct Align {
    pub from_integer: Signal<In, Bit>,
    pub to_integer: Signal<In, Bit>,
    pub product: Signal<In, Bits<48>>,
    pub addend: Signal<In, Bits<24>>,
    pub whole: Signal<In, Bits<32>>,
    /// Whether the addend stays, and the product is shifted.
    pub leads: Signal<In, Bit>,
    pub distance: Signal<In, Bits<6>>,
    pub stays: Signal<Out, Bits<54>>,
    pub moved: Signal<Out, Bits<54>>,
    zero: Number<54, 0>,
    product_frame: Place<Bits<48>, 4, 54>,
    addend_frame: Place<Bits<24>, 30, 54>,
    integer_frame: Place<Bits<32>, 22, 54>,
    jam: Jam,
}

impl Logic for Align {
    #[hdl_gen]
    fn update(&mut self) {
        self.product_frame.d.next = self.product.val();
        self.addend_frame.d.next = self.addend.val();
        self.integer_frame.d.next = self.whole.val();
        self.jam.by.next = self.distance.val();
        self.jam.d.next = self.addend_frame.q.val();
        self.stays.next = self.product_frame.q.val();
        if self.from_integer.val() {
            self.jam.d.next = self.zero.val();
            self.stays.next = self.integer_frame.q.val();
        } else if self.to_integer.val() {
            self.stays.next = self.zero.val();
        } else if self.leads.val() {
            self.jam.d.next = self.product_frame.q.val();
            self.stays.next = self.addend_frame.q.val();
        }
        self.moved.next = self.jam.q.val();
    }
}
