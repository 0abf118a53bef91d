//! The sum, as magnitude and sign.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Resize;

/// Adds the two parts, or subtracts the lesser from the greater, as magnitude and sign.
#[derive(LogicBlock, Default)]
pub struct Sum {
    pub stays: Signal<In, Bits<54>>,
    pub moved: Signal<In, Bits<54>>,
    pub subtract: Signal<In, Bit>,
    /// The sign of the part that stays.
    pub sign: Signal<In, Bit>,
    pub magnitude: Signal<Out, Bits<55>>,
    pub negative: Signal<Out, Bit>,
    wide_stays: Resize<54, 55>,
    wide_moved: Resize<54, 55>,
    difference: Signal<Local, Bits<55>>,
    zero: Number<55, 0>,
}

impl Logic for Sum {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_stays.d.next = self.stays.val();
        self.wide_moved.d.next = self.moved.val();
        self.difference.next = self.wide_stays.q.val() - self.wide_moved.q.val();
        self.magnitude.next = self.wide_stays.q.val() + self.wide_moved.q.val();
        self.negative.next = self.sign.val();
        if self.subtract.val() {
            self.magnitude.next = self.difference.val();
            // what is nothing is +0
            self.negative.next = self.sign.val() & self.difference.val().any();
            if self.difference.val().get_bit(54) {
                self.magnitude.next = self.zero.val() - self.difference.val();
                self.negative.next = !self.sign.val();
            }
        }
    }
}
