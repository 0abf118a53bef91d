//! The adder of product and addend, in magnitude and sign.

use rust_hdl::prelude::*;

use crate::primitive::{Adder, Resize};

/// The adder of product and addend: adds the two parts, or subtracts the lesser from the greater,
/// as magnitude and sign. Both differences are computed at once.
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
    same: Signal<Local, Bit>,
    /// `stays` and `moved`, added or subtracted; and `moved - stays`.
    forward: Adder<55>,
    backward: Adder<55>,
}

impl Logic for Sum {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide_stays.d.next = self.stays.val();
        self.wide_moved.d.next = self.moved.val();
        self.forward.a.next = self.wide_stays.q.val();
        self.forward.b.next = self.wide_moved.q.val();
        self.forward.carry.next = self.subtract.val();
        self.backward.a.next = self.wide_moved.q.val();
        self.backward.b.next = !self.wide_stays.q.val();
        self.backward.carry.next = true;
        self.same.next = self.stays.val() == self.moved.val();
        self.magnitude.next = self.forward.q.val();
        self.negative.next = self.sign.val();
        if self.subtract.val() {
            self.forward.b.next = !self.wide_moved.q.val();
            // what is nothing is +0
            self.negative.next = self.sign.val() & !self.same.val();
            if self.forward.q.val().get_bit(54) {
                self.magnitude.next = self.backward.q.val();
                self.negative.next = !self.sign.val();
            }
        }
    }
}
