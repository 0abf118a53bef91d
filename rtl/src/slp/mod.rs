//! Lane permutation and the compactor in rust-hdl (SLP, figures 2 and 9): from the contract and the
//! paper alone.
//!
//! Permutation: `balanced` makes the mask of a warp id, the table `masks` stores one for each slot,
//! and a `network` on each path moves threads to lanes. Compaction: the `compactor` holds a column
//! of warps a lane; each `lane` picks the warp whose thread it takes, or that of the warp that
//! leads the `rows` if the mask is declined. What would need a look at all columns is kept beside
//! them: the threads of the `fullest` lane, and the warps that are `left`. `turn` decides what
//! happens in each cycle. The two share nothing but clock and reset.

mod balanced;
mod compactor;
mod fullest;
mod lane;
mod left;
mod network;
mod rows;
mod top;
mod turn;

use heddle_block::{Block, Rtl, same_block};
use heddle_contract::slp::{Config, PRESETS};

use crate::emit::emit;

/// Emits the Verilog of a configuration if it is one of those listed: presets by number, some with
/// other values of parameters. rust-hdl needs every width in the type, so all that follows from the
/// parameters is computed here.
macro_rules! slp_with {
    ($cfg:ident: $([$preset:literal $(, $name:ident: $value:literal)*])*) => {{
        $({
            const C: Config = Config { $($name: $value,)* ..PRESETS[$preset].1 };
            if *$cfg == C {
                type ThisSlp = top::Slp<
                    { C.width as usize },
                    { C.lane_bits() as usize },
                    { C.warps as usize },
                    { C.warp_bits() as usize },
                    { C.count_bits() as usize },
                >;
                return Some(emit::<ThisSlp>(Slp::NAME));
            }
        })*
        None
    }};
}

same_block! {
    /// The hardware of the lane permutation and the compactor.
    pub Slp = heddle_contract::slp::Slp;
}

impl Rtl for Slp {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        slp_with!(cfg: [0] [1] [2] [3] [4] [5] [6])
    }
}
