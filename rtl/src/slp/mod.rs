//! Lane permutation and the compactor in rust-hdl (SLP, figures 2 and 9): from the contract and the paper alone.
//!
//! Permutation: `balanced` makes the mask of a warp id, the table `masks` stores one for each slot, and a `network` on each path moves
//! threads to lanes. Compaction: the `compactor` holds a column of warps a lane; each `lane` picks the warp whose thread it takes, and `turn`
//! decides what happens in each cycle. The two share nothing but clock and reset.

mod balanced;
mod compactor;
mod lane;
mod network;
mod top;
mod turn;

use heddle_contract::Block;
use heddle_contract::slp::{Config, Slp};

use crate::Rtl;
use crate::emit::emit;

/// Matches a configuration against lists of its parameters, in the contract's order, and emits the unit of the list that fits.
macro_rules! slp_with {
    ($cfg:ident: $([$width:literal, $warps:literal])*) => {
        match *$cfg {
            $(Config { width: $width, warps: $warps } => {
                const C: Config = Config { width: $width, warps: $warps };
                type ThisSlp = top::Slp<
                    { C.width as usize },
                    { C.lane_bits() as usize },
                    { C.warps as usize },
                    { C.warp_bits() as usize },
                    { C.count_bits() as usize },
                >;
                Some(emit::<ThisSlp>(Slp::NAME))
            })*
            _ => None,
        }
    };
}

impl Rtl for Slp {
    fn verilog(cfg: &Config) -> Option<String> {
        slp_with!(cfg: [4, 2] [32, 32] [4, 20] [16, 32] [8, 3] [32, 1] [2, 1])
    }
}
