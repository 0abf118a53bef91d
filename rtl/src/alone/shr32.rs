//! The shifter as a unit of its own.

use heddle_block::{Block as _, Rtl, same_block};
use heddle_contract::primitive::Plain;
use rust_hdl::prelude::*;

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

same_block! {
    /// The hardware of the shifter.
    pub Shr32 = heddle_contract::primitive::Shr32;
}

impl Rtl for Shr32 {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(_: &Plain) -> Option<String> {
        Some(emit::<Top>(Shr32::NAME))
    }
}
