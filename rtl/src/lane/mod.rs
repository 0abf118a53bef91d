//! The lane in rust-hdl (STSIMT, figure 2a): from the contract and the paper alone.
//!
//! The path of a bundle: `accept` at the issue port, with its `mask` and the `launch` record of its
//! warp; the `instruction` register with its three `source`s; the `sequencer`; the `window` with
//! its three `operand` collectors, whose reads the `arbiter` grants on the `banks`; then `execute`,
//! or the address `queue`, or out. `response`s come back through the `target` table, and `tags`
//! counts what is pending.
//!
//! One module holds one always block. A module whose outputs feed its own inputs through others
//! therefore keeps decisions in a small block beside its registers (`Pace`, `Exit`, `Depart`,
//! `Write`), so that no simulator sees a loop.

mod accept;
mod align;
mod alu;
mod arbiter;
mod banks;
pub mod delay;
mod execute;
pub mod float;
mod instruction;
mod launch;
mod locate;
mod map;
mod mask;
mod multiply;
mod operand;
mod operand_isolation;
mod position;
mod predicate;
mod queue;
mod reserve;
mod response;
mod ring;
mod sequencer;
mod source;
mod tags;
mod target;
mod top;
mod window;

use heddle_block::{Block, Rtl, same_block};
use heddle_contract::bits;
use heddle_contract::lane::{Config, PRESETS};

use crate::emit::emit;

/// Emits the Verilog of a configuration if it is one of those listed: presets by number, some with
/// other values of parameters. rust-hdl needs every width in the type, so all that follows from the
/// parameters is computed here.
macro_rules! lane_with {
    ($cfg:ident: $([$preset:literal $(, $name:ident: $value:literal)*])*) => {{
        $({
            const C: Config = Config { $($name: $value,)* ..PRESETS[$preset].1 };
            if *$cfg == C {
                const BANK_BITS: u32 = C.banks.ilog2();
                const LOG_WIDTH: u32 = C.width.ilog2();
                type ThisLane = top::Lane<
                    { C.threads as usize },
                    { C.width as usize },
                    { C.warps as usize },
                    { C.banks as usize },
                    { C.lines as usize },
                    { C.window as usize },
                    { C.tags as usize },
                    { C.latency as usize - 1 },
                    { C.queue as usize },
                    { C.bundles() as usize },
                    { C.bundle_bits() as usize },
                    { C.count_bits() as usize },
                    { C.warp_bits() as usize },
                    { C.tag_bits() as usize },
                    { C.row_bits() as usize },
                    { BANK_BITS as usize },
                    { (C.row_bits() - BANK_BITS) as usize },
                    { bits(C.width) as usize },
                    { 32 * C.width as usize },
                    { 64 * C.width as usize },
                    { C.window as usize + 1 },
                    { bits(C.window) as usize },
                    { C.window as usize - 1 },
                    { bits(C.queue) as usize },
                    { bits(C.queue + 1) as usize },
                    { C.width as usize - 1 },
                    { LOG_WIDTH as usize },
                    { (C.width > 1) as usize },
                    { (C.width == 1) as usize },
                    { C.skew() as usize },
                    { C.queue as usize - 1 },
                    { (C.queue - C.bundles()) as usize },
                    { float::cut(C.latency - 1, 0) },
                    { float::cut(C.latency - 1, 1) },
                    { float::cut(C.latency - 1, 2) },
                    { float::cut(C.latency - 1, 3) },
                    { float::cut(C.latency - 1, 4) },
                    { float::cut(C.latency - 1, 5) },
                    { (C.latency > 1) as usize },
                    { C.latency as usize - 1 - (C.latency > 1) as usize },
                >;
                return Some(emit::<ThisLane>(Lane::NAME));
            }
        })*
        None
    }};
}

same_block! {
    /// The hardware of the temporal SIMT lane.
    pub Lane = heddle_contract::lane::Lane;
}

impl Rtl for Lane {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        lane_with!(cfg: [0] [1] [2] [3] [4] [5] [6] [7] [8] [9])
    }
}
