//! The register bank as a unit of its own.

use heddle_block::{Block as _, Rtl, same_block};
use heddle_contract::primitive::bank::Config;
use rust_hdl::prelude::*;

use crate::array::Array;
use crate::emit::emit;
use crate::primitive::{self, Join, Resettable, Split};

/// The register bank, with its words as separate ports, and a bit for whether a row was read since
/// the last reset.
#[derive(LogicBlock, Default)]
struct Top<const W: usize, const RW: usize, const LINES: usize, const LB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub write: Signal<In, Bits<W>>,
    pub line: Signal<In, Bits<LB>>,
    pub data: Array<Signal<In, Bits<32>>, W>,
    pub valid: Signal<Out, Bit>,
    pub row: Array<Signal<Out, Bits<32>>, W>,
    was_read: Resettable<Bit>,
    bank: primitive::Bank<W, RW, LINES, LB>,
    together: Join<Bits<32>, W, RW>,
    apart: Split<Bits<32>, W, RW>,
}

impl<const W: usize, const RW: usize, const LINES: usize, const LB: usize> Logic for Top<W, RW, LINES, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, was_read, bank);
        self.was_read.reset.next = self.reset.val();
        self.was_read.d.next = self.was_read.q.val() | (self.enable.val() & !self.write.val().any());
        self.valid.next = self.was_read.q.val();
        self.bank.enable.next = self.enable.val();
        self.bank.write.next = self.write.val();
        self.bank.line.next = self.line.val();
        self.bank.d.next = self.together.q.val();
        self.apart.d.next = self.bank.q.val();
        for w in 0..W {
            self.together.d[w].next = self.data[w].val();
            self.row[w].next = self.apart.q[w].val();
        }
    }
}

same_block! {
    /// The hardware of the register bank.
    pub Bank = heddle_contract::primitive::Bank;
}

impl Rtl for Bank {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        match *cfg {
            Config { width: 1, lines: 16 } => Some(emit::<Top<1, 32, 16, 4>>(Bank::NAME)),
            Config { width: 1, lines: 256 } => Some(emit::<Top<1, 32, 256, 8>>(Bank::NAME)),
            Config { width: 2, lines: 256 } => Some(emit::<Top<2, 64, 256, 8>>(Bank::NAME)),
            Config { width: 4, lines: 256 } => Some(emit::<Top<4, 128, 256, 8>>(Bank::NAME)),
            Config { width: 4, lines: 24 } => Some(emit::<Top<4, 128, 24, 5>>(Bank::NAME)),
            _ => None,
        }
    }
}
