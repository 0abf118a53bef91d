//! The partitioned renaming table and the multiplexer in rust-hdl (SIMT-SIMD, figures 2b and 3): from the contract and the paper alone.
//!
//! An instruction's way: its `stream` tells whether the operation is known and the registers are owned, as the `partitions` say; the
//! `multiplexer` takes it; `choose` brings it to a way into the buffer, where `lookup` and `rename` make a vector instruction of it. It waits in the
//! `buffer`, whose `places` close up; `select` finds the oldest one that waits for no `pending` register.
//!
//! Where a partition's registers are is either `fixed` by a kernel or, `dynamic`, the first `fit` when it starts.

mod buffer;
mod choose;
mod dynamic;
mod fit;
mod fixed;
mod lookup;
mod multiplexer;
mod partitions;
mod pending;
mod places;
mod rename;
mod select;
mod stream;
mod top;

use heddle_contract::prt::{Config, Prt, Ranges, SOURCES};
use heddle_contract::{Block, bits};

use crate::Rtl;
use crate::emit::emit;

/// Matches a configuration against lists of its parameters, in the contract's order, and emits the unit of the list that fits.
macro_rules! prt_with {
    ($cfg:ident: $([$partitions:literal, $registers:literal, $masks:literal, $lanes:literal, $entries:literal, $width:literal,
        $ranges:ident])*) => {
        match *$cfg {
            $(Config {
                partitions: $partitions,
                registers: $registers,
                masks: $masks,
                lanes: $lanes,
                entries: $entries,
                width: $width,
                ranges: Ranges::$ranges,
            } => {
                const C: Config = Config {
                    partitions: $partitions,
                    registers: $registers,
                    masks: $masks,
                    lanes: $lanes,
                    entries: $entries,
                    width: $width,
                    ranges: Ranges::$ranges,
                };
                type ThisPrt = top::Prt<
                    { C.partitions as usize },
                    { C.width as usize },
                    { C.registers as usize },
                    { C.masks as usize },
                    { C.metas() as usize },
                    { C.entries as usize },
                    { C.partition_bits() as usize },
                    { C.size_bits() as usize },
                    { C.size_bits() as usize + 1 },
                    { bits(C.registers) as usize },
                    { C.mask_size_bits() as usize },
                    { C.mask_size_bits() as usize + 1 },
                    { bits(C.masks) as usize },
                    { C.register_bits() as usize },
                    { SOURCES * C.register_bits() as usize },
                    { (SOURCES + 2) * C.register_bits() as usize },
                    { C.register_bits() as usize + 1 },
                    { (C.partitions * C.register_bits()) as usize },
                    { (C.partitions * (C.register_bits() + 1)) as usize },
                    { bits(C.entries) as usize },
                    { C.vl_bits() as usize },
                    { SOURCES * C.partitions as usize },
                    { C.lanes as usize },
                    { (C.registers / C.partitions) as usize },
                    { (C.masks / C.partitions) as usize },
                    { matches!(C.ranges, Ranges::Static) as usize },
                    { matches!(C.ranges, Ranges::Dynamic) as usize },
                >;
                Some(emit::<ThisPrt>(Prt::NAME))
            })*
            _ => None,
        }
    };
}

impl Rtl for Prt {
    fn verilog(cfg: &Config) -> Option<String> {
        prt_with!(cfg:
            [2, 4, 2, 4, 2, 1, Static]
            [4, 64, 16, 256, 16, 1, Static]
            [8, 64, 16, 256, 16, 2, Static]
            [1, 64, 16, 256, 4, 1, Static]
            [2, 64, 16, 256, 8, 1, Static]
            [8, 64, 16, 256, 32, 1, Static]
            [2, 10, 4, 16, 5, 2, Static]
            [4, 64, 16, 256, 16, 1, Dynamic]
            [8, 61, 15, 256, 8, 4, Dynamic]
            [3, 11, 3, 100, 3, 3, Dynamic]
            [1, 1, 1, 1, 1, 1, Static]
        )
    }
}
