//! The virtual thread controller in rust-hdl (VT, figure 7): from the contract and the paper alone.
//!
//! The `kernel` sets the sizes, by tables of what follows from a number of warps (`by_warps`). A
//! CTA gets a place of the `status` table and joins the `ready` queue, `behind` its first one; the
//! `handler` takes it from there and gives it a slot. A `slot` counts the warps and the pending
//! registers of its CTA; `tracking` counts the registers of a CTA that is swapped out. The context
//! of such a CTA moves, warp by warp, to the `bank`s of the stack `buffer`, beside its `header`,
//! and from there, beat by beat, to a `row` of shared memory.

mod bank;
mod behind;
mod buffer;
mod by_warps;
mod choose;
mod handler;
mod header;
mod kept;
mod kernel;
mod ready;
mod row;
mod slot;
mod slots;
mod status;
mod top;
mod tracking;

use heddle_block::{Block, Rtl, same_block};
use heddle_contract::bits;
use heddle_contract::vtc::{Config, HEADER_BITS, PRESETS};

use crate::emit::emit;

/// Returns a mask of `banks` bits, turned upwards by `by` places.
const fn turned(mask: usize, by: u32, banks: u32) -> usize {
    (mask << by | mask >> (banks - by)) & ((1 << banks) - 1)
}

/// Emits the Verilog of a configuration if it is one of those listed: presets by number, some with
/// other values of parameters. rust-hdl needs every width in the type, so all that follows from the
/// parameters is computed here.
macro_rules! vtc_with {
    ($cfg:ident: $([$preset:literal $(, $name:ident: $value:literal)*])*) => {{
        $({
            const C: Config = Config { $($name: $value,)* ..PRESETS[$preset].1 };
            if *$cfg == C {
                const COUNT_BITS: u32 = Config::limit_bits(C.warps);
                // the stack buffer: a bank has one word of 64 bits, or two where header, stacks and
                // beats have an even number of words
                const WORDS: u32 = 2 - C.stack_words() % 2;
                // a row has the stacks of as many warps as fill a beat
                const STACKS: u32 = C.beat_words().div_ceil(C.stack_words()).next_power_of_two();
                const BANKS: u32 = C.stack_words() / WORDS * STACKS;
                const BEAT: u32 = C.beat_words() / WORDS;
                const HEADER: u32 = HEADER_BITS / 64 / WORDS;
                // the places of the ready queue behind its first, in each of four memories
                const QUEUE: u32 = C.ctas.div_ceil(4).next_power_of_two();
                type ThisVtc = top::Vtc<
                    { C.ctas as usize },
                    { C.active as usize },
                    { C.warps as usize + 1 },
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
                    { C.stack_words() as usize },
                    { 64 * C.stack_words() as usize },
                    { C.beat_words() as usize },
                    { C.beat as usize },
                    { 64 * WORDS as usize },
                    { (C.stack_words() / WORDS) as usize },
                    { STACKS as usize },
                    { bits(STACKS) as usize },
                    { STACKS.ilog2() as usize },
                    { C.warps.div_ceil(STACKS) as usize },
                    { bits(C.warps.div_ceil(STACKS)) as usize },
                    { BANKS as usize },
                    { (64 * WORDS * BANKS) as usize },
                    { bits(BANKS) as usize },
                    { bits(64 * WORDS * BANKS + 1) as usize },
                    { (BEAT % BANKS) as usize },
                    { (BANKS - BEAT % BANKS) as usize },
                    { (BANKS - HEADER) as usize },
                    { turned((1 << BEAT) - 1, BANKS - HEADER, BANKS) },
                    { ((1 << HEADER) - 1) << (BANKS - HEADER) },
                    { STACKS as usize - 1 },
                    { bits(QUEUE) as usize + 2 },
                    { bits(QUEUE) as usize },
                    { QUEUE as usize },
                >;
                return Some(emit::<ThisVtc>(Vtc::NAME));
            }
        })*
        None
    }};
}

same_block! {
    /// The hardware of the virtual thread controller.
    pub Vtc = heddle_contract::vtc::Vtc;
}

impl Rtl for Vtc {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        vtc_with!(cfg: [0] [1] [2] [3] [4] [5] [6] [7] [8] [9] [10] [11] [12])
    }
}
