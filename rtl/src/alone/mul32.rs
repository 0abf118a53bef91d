//! The multiplier as a unit of its own.

use heddle_block::{Block as _, Rtl, same_block};
use heddle_contract::primitive::Plain;
use rust_hdl::prelude::*;

use crate::emit::emit;
use crate::number::Number;
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
    rows: primitive::Mul32Rows,
    sum: primitive::Mul32Sum,
    nothing: Number<32, 0>,
}

impl Logic for Top {
    #[hdl_gen]
    fn update(&mut self) {
        self.no_clock.d.next = self.clock.val();
        self.no_reset.d.next = self.reset.val();
        self.rows.a.next = self.a.val();
        self.rows.b.next = self.b.val();
        self.rows.signs.next = self.signs.val();
        self.rows.c.next = self.nothing.val();
        for k in 0..4 {
            self.sum.d[k].next = self.rows.q[k].val();
        }
        self.low.next = self.sum.low.val();
        self.high.next = self.sum.high.val();
    }
}

same_block! {
    /// The hardware of the multiplier.
    pub Mul32 = heddle_contract::primitive::Mul32;
}

impl Rtl for Mul32 {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(_: &Plain) -> Option<String> {
        Some(emit::<Top>(Mul32::NAME))
    }
}
