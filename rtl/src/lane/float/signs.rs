//! The signs of the two parts of the sum.

use rust_hdl::prelude::*;

/// The signs of the sum's two parts, product and addend: the sign of the one that is not shifted,
/// and whether the other one is subtracted.
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
    pub sign: Signal<Out, Bit>,
    pub subtract: Signal<Out, Bit>,
}

impl Logic for Signs {
    #[hdl_gen]
    fn update(&mut self) {
        self.subtract.next = self.x.val() ^ self.y.val() ^ self.z.val();
        self.sign.next = self.x.val() ^ self.y.val();
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
