//! The shifter as a unit of its own.

use heddle_contract::Block as _;
use heddle_contract::primitive::{Plain, Shr32};
use rust_hdl::prelude::*;

use crate::Rtl;
use crate::emit::emit;
use crate::primitive::{self, Ignore};

/// The shifter without state: clock and reset are there because the contract has them.
#[derive(LogicBlock, Default)]
struct Top {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub a: Signal<In, Bits<32>>,
    pub amount: Signal<In, Bits<32>>,
    pub fill_sign: Signal<In, Bit>,
    pub q: Signal<Out, Bits<32>>,
    no_clock: Ignore<Clock>,
    no_reset: Ignore<Bit>,
    shr: primitive::Shr32,
}

impl Logic for Top {
    #[hdl_gen]
    fn update(&mut self) {
        self.no_clock.d.next = self.clock.val();
        self.no_reset.d.next = self.reset.val();
        self.shr.a.next = self.a.val();
        self.shr.amount.next = self.amount.val();
        self.shr.fill_sign.next = self.fill_sign.val();
        self.q.next = self.shr.q.val();
    }
}

impl Rtl for Shr32 {
    fn verilog(_: &Plain) -> Option<String> {
        Some(emit::<Top>(Shr32::NAME))
    }
}
