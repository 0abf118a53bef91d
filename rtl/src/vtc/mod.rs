//! The virtual thread controller in rust-hdl (VT, figure 7): from the contract and the paper alone.
//!
//! The `kernel` sets the sizes. A CTA gets a place of the `status` table and joins the `ready` queue; the `handler` takes it from
//! there and gives it a slot. A `slot` counts the warps of its CTA; `ledger` counts registers, by CTA. The context of a CTA that is
//! swapped out moves, warp by warp, to the `bank`s of the stack `buffer`, behind its `header`, and from there, beat by beat, to a `row` of shared
//! memory.

mod bank;
mod buffer;
mod choose;
mod handler;
mod header;
mod kernel;
mod ledger;
mod ready;
mod row;
mod slot;
mod slots;
mod status;
mod top;

use heddle_contract::vtc::{Config, HEADER_BITS, PRESETS, Vtc};
use heddle_contract::{Block, bits};

use crate::Rtl;
use crate::emit::emit;

/// Returns the larger of two numbers, in a constant.
const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// Emits the unit if its configuration is one of these: presets, by number, some with other values of parameters. rust-hdl needs every width in the
/// type, so all that follows from the parameters is computed here.
macro_rules! vtc_with {
    ($cfg:ident: $([$preset:literal $(, $name:ident: $value:literal)*])*) => {{
        $({
            const C: Config = Config { $($name: $value,)* ..PRESETS[$preset].1 };
            if *$cfg == C {
                const COUNT_BITS: u32 = Config::limit_bits(C.warps);
                // the queue: four banks
                const QUEUE: u32 = larger(C.ctas, 4).next_power_of_two();
                // the stack buffer: a warp's words, or a beat's, in banks of their own
                const BANKS: u32 = larger(C.stack_words(), C.beat_words()).next_power_of_two();
                const LOG_BANKS: u32 = BANKS.ilog2();
                const LINES: u32 = (HEADER_BITS / 64 + C.stack_words() * C.warps).div_ceil(BANKS);
                const GROUPS: u32 = BANKS / C.beat_words();
                type ThisVtc = top::Vtc<
                    { C.ctas as usize },
                    { C.active as usize },
                    { C.warps as usize },
                    { C.pwis as usize },
                    { C.vwis as usize },
                    { C.rows as usize },
                    { C.cta_bits() as usize },
                    { C.slot_bits() as usize },
                    { C.warp_bits() as usize },
                    { C.row_bits() as usize },
                    { C.beat_bits() as usize },
                    { bits(C.pwis) as usize },
                    { bits(C.vwis) as usize },
                    { COUNT_BITS as usize },
                    { Config::limit_bits(C.ctas) as usize },
                    { Config::limit_bits(C.active) as usize },
                    { bits(C.pending + 1) as usize },
                    { if C.barrier { (1 << COUNT_BITS) - 1 } else { 0 } },
                    { C.stack_bits() as usize },
                    { (HEADER_BITS + C.beat - 1) as usize },
                    { C.beat.ilog2() as usize },
                    { (C.rows % (1 << C.row_bits())) as usize },
                    { QUEUE.ilog2() as usize + 1 },
                    { bits(QUEUE / 4) as usize },
                    { (QUEUE / 4) as usize },
                    { C.stack_words() as usize },
                    { 64 * C.stack_words() as usize },
                    { BANKS as usize },
                    { 64 * BANKS as usize },
                    { LOG_BANKS as usize },
                    { LOG_BANKS as usize + 7 },
                    { (1 << C.stack_words()) - 1 },
                    { C.beat_words() as usize },
                    { C.beat as usize },
                    { C.beat_words().ilog2() as usize },
                    { GROUPS as usize },
                    { bits(GROUPS) as usize },
                    { (LOG_BANKS + bits(LINES + 1)) as usize },
                    { LINES as usize },
                    { bits(LINES) as usize },
                >;
                return Some(emit::<ThisVtc>(Vtc::NAME));
            }
        })*
        None
    }};
}

impl Rtl for Vtc {
    fn verilog(cfg: &Config) -> Option<String> {
        vtc_with!(cfg: [0] [1] [2] [3] [4] [5] [6] [7] [8] [9] [10] [11] [12])
    }
}
