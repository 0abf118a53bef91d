//! The multiplier as a unit of its own.

use heddle_contract::Block as _;
use heddle_contract::primitive::{Mul32, Plain};
use rust_hdl::prelude::*;

use crate::Rtl;
use crate::emit::emit;
use crate::primitive::{self, Ignore};

/// The multiplier without state: clock and reset are there because the contract has them.
#[derive(LogicBlock, Default)]
struct Top {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub signs: Signal<In, Bit>,
    pub low: Signal<Out, Bits<32>>,
    pub high: Signal<Out, Bits<32>>,
    no_clock: Ignore<Clock>,
    no_reset: Ignore<Bit>,
    mul: primitive::Mul32,
}

impl Logic for Top {
    #[hdl_gen]
    fn update(&mut self) {
        self.no_clock.d.next = self.clock.val();
        self.no_reset.d.next = self.reset.val();
        self.mul.a.next = self.a.val();
        self.mul.b.next = self.b.val();
        self.mul.signs.next = self.signs.val();
        self.low.next = self.mul.low.val();
        self.high.next = self.mul.high.val();
    }
}

impl Rtl for Mul32 {
    fn verilog(_: &Plain) -> Option<String> {
        Some(emit::<Top>(Mul32::NAME))
    }
}
