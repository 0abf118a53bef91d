//! One operand, unpacked (IEEE 754, 3.4).

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Place;

/// Unpacks an FP32 operand: sign, exponent, significand with its hidden bit, and class.
/// A subnormal number has the exponent of the least normal one.
#[derive(LogicBlock, Default)]
pub struct Operand {
    pub d: Signal<In, Bits<32>>,
    /// Whether a subnormal number becomes zero.
    pub flush: Signal<In, Bit>,
    pub sign: Signal<Out, Bit>,
    pub exponent: Signal<Out, Bits<8>>,
    pub significand: Signal<Out, Bits<24>>,
    pub zero: Signal<Out, Bit>,
    pub infinite: Signal<Out, Bit>,
    pub nan: Signal<Out, Bit>,
    /// The operand without its sign.
    pub magnitude: Signal<Out, Bits<31>>,
    normal: Signal<Local, Bit>,
    topmost: Signal<Local, Bit>,
    least: Number<8, 1>,
    most: Number<8, 255>,
    no_magnitude: Number<31, 0>,
    no_significand: Number<24, 0>,
    hidden: Number<24, 0x80_0000>,
    fraction: Place<Bits<23>, 0, 24>,
}

impl Logic for Operand {
    #[hdl_gen]
    fn update(&mut self) {
        self.sign.next = self.d.val().get_bit(31);
        self.normal.next = self.d.val().get_bits::<8>(23).any();
        self.topmost.next = self.d.val().get_bits::<8>(23) == self.most.val();
        self.fraction.d.next = self.d.val().get_bits::<23>(0);
        self.magnitude.next = self.d.val().get_bits::<31>(0);
        if self.normal.val() {
            self.exponent.next = self.d.val().get_bits::<8>(23);
            self.significand.next = self.fraction.q.val() | self.hidden.val();
        } else {
            self.exponent.next = self.least.val();
            self.significand.next = self.fraction.q.val();
            if self.flush.val() {
                self.significand.next = self.no_significand.val();
                self.magnitude.next = self.no_magnitude.val();
            }
        }
        self.zero.next = !self.normal.val() & (self.flush.val() | !self.d.val().get_bits::<23>(0).any());
        self.infinite.next = self.topmost.val() & !self.d.val().get_bits::<23>(0).any();
        self.nan.next = self.topmost.val() & self.d.val().get_bits::<23>(0).any();
    }
}
