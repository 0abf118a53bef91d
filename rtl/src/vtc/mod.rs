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

use heddle_contract::vtc::{Config, HEADER_BITS, Vtc};
use heddle_contract::{Block, bits};

use crate::Rtl;
use crate::emit::emit;

/// Returns the larger of two numbers, in a constant.
const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// Matches a configuration against lists of its parameters, in the contract's order, and emits the unit of the list that fits. rust-hdl
/// needs every width in the type, so all that follows from the parameters is computed here.
macro_rules! vtc_with {
    ($cfg:ident: $([$ctas:literal, $active:literal, $warps:literal, $pwis:literal, $vwis:literal, $depth:literal,
        $beat:literal, $rows:literal, $pending:literal, $barrier:literal])*) => {
        match *$cfg {
            $(Config {
                ctas: $ctas,
                active: $active,
                warps: $warps,
                pwis: $pwis,
                vwis: $vwis,
                depth: $depth,
                beat: $beat,
                rows: $rows,
                pending: $pending,
                barrier: $barrier,
            } => {
                const C: Config = Config {
                    ctas: $ctas,
                    active: $active,
                    warps: $warps,
                    pwis: $pwis,
                    vwis: $vwis,
                    depth: $depth,
                    beat: $beat,
                    rows: $rows,
                    pending: $pending,
                    barrier: $barrier,
                };
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
                Some(emit::<ThisVtc>(Vtc::NAME))
            })*
            _ => None,
        }
    };
}

impl Rtl for Vtc {
    fn verilog(cfg: &Config) -> Option<String> {
        vtc_with!(cfg:
            [3, 1, 2, 2, 6, 2, 256, 12, 4, false]
            [32, 8, 32, 48, 256, 4, 512, 768, 1023, false]
            [6, 2, 32, 64, 256, 4, 256, 2048, 255, true]
            [6, 2, 32, 64, 256, 4, 1024, 2048, 255, true]
            [6, 2, 32, 64, 256, 8, 256, 2048, 255, true]
            [6, 2, 32, 64, 256, 8, 512, 2048, 255, true]
            [6, 2, 32, 64, 256, 8, 1024, 2048, 255, true]
            [6, 2, 32, 64, 256, 16, 256, 2048, 255, true]
            [6, 2, 32, 64, 256, 16, 512, 2048, 255, true]
            [6, 2, 32, 64, 256, 16, 1024, 2048, 255, true]
            [5, 3, 8, 24, 40, 2, 1024, 20, 31, true]
            [7, 2, 3, 6, 19, 8, 256, 90, 9, true]
            [2, 1, 1, 1, 2, 2, 512, 2, 4, false]
        )
    }
}
