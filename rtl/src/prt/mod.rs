//! The partitioned renaming table and the multiplexer in rust-hdl (SIMT-SIMD, figures 2b and 3):
//! from the contract and the paper alone.
//!
//! An instruction's way: its `stream` shows whether the operation is defined and the registers are
//! owned, as the `partitions` say; `lookup` makes the word of a vector `instruction` of it. If the
//! `multiplexer` takes it, `choose` brings it to a way into the `buffer`, where it has one of the
//! `rows` of its `memory`. Masks keep the `order` of the entries, whose `places` close up, and the
//! two oldest of each partition lie in `front`, where the oldest has physical registers by
//! `rename`, and those that it waits for, of the `pending` ones, are known when a cycle begins;
//! `select` finds the oldest one that waits for none, and whose pipelines are ready.
//!
//! Where a partition's registers are is either `fixed` by a kernel or, `dynamic`, the first `fit`
//! when it starts.

mod buffer;
mod choose;
mod dynamic;
mod fit;
mod fixed;
mod front;
mod instruction;
mod lookup;
mod memory;
mod multiplexer;
mod order;
mod partitions;
mod pending;
mod places;
mod rename;
mod rows;
mod select;
mod stream;
mod top;

use heddle_block::{Block, Rtl, same_block};
use heddle_contract::bits;
use heddle_contract::prt::{Config, PRESETS, Ranges, SOURCES};

use crate::emit::emit;

/// Returns the most registers of a file of `registers` that a partition owns.
const fn most(cfg: &Config, registers: u32) -> u32 {
    match cfg.ranges {
        Ranges::Static => registers / cfg.partitions,
        Ranges::Dynamic => registers,
    }
}

/// Returns the places of a mask of `most` registers: one, which stays empty, where there are fewer
/// registers than partitions.
const fn places(most: u32) -> usize {
    if most == 0 { 1 } else { most as usize }
}

/// Emits the Verilog of a configuration if it is one of those listed: presets by number, some with
/// other values of parameters. rust-hdl needs every width in the type, so all that follows from the
/// parameters is computed here.
macro_rules! prt_with {
    ($cfg:ident: $([$preset:literal $(, $name:ident: $value:literal)*])*) => {{
        $({
            const C: Config = Config { $($name: $value,)* ..PRESETS[$preset].1 };
            if *$cfg == C {
                type ThisPrt = top::Prt<
                    { C.partitions as usize },
                    { C.width as usize },
                    { C.registers as usize },
                    { C.masks as usize },
                    { C.entries as usize },
                    { C.partition_bits() as usize },
                    { C.size_bits() as usize },
                    { C.size_bits() as usize + 1 },
                    { bits(most(&C, C.registers) + 1) as usize },
                    { bits(C.registers) as usize },
                    { C.mask_size_bits() as usize },
                    { C.mask_size_bits() as usize + 1 },
                    { bits(most(&C, C.masks) + 1) as usize },
                    { bits(C.masks) as usize },
                    { C.register_bits() as usize },
                    { SOURCES * C.register_bits() as usize },
                    { instruction::OPERANDS * C.register_bits() as usize },
                    { instruction::OPERANDS * C.register_bits() as usize + instruction::REGISTERS },
                    { SOURCES * C.register_bits() as usize + instruction::REGISTERS },
                    { C.register_bits() as usize + 1 },
                    { (C.partitions * C.register_bits()) as usize },
                    { (C.partitions * (C.register_bits() + 1)) as usize },
                    { bits(C.entries) as usize },
                    { C.vl_bits() as usize },
                    { SOURCES * C.partitions as usize },
                    { C.lanes as usize },
                    { most(&C, C.registers) as usize },
                    { most(&C, C.masks) as usize },
                    { places(most(&C, C.registers)) },
                    { places(most(&C, C.masks)) },
                    { matches!(C.ranges, Ranges::Static) as usize },
                    { matches!(C.ranges, Ranges::Dynamic) as usize },
                >;
                return Some(emit::<ThisPrt>(Prt::NAME));
            }
        })*
        None
    }};
}

same_block! {
    /// The hardware of the partitioned renaming table and the multiplexer.
    pub Prt = heddle_contract::prt::Prt;
}

impl Rtl for Prt {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        prt_with!(cfg: [0] [1] [2] [3] [4] [5] [6] [7] [8] [9] [10])
    }
}
