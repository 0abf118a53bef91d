use crate::{ConfigError, Value, bits, refuse};

use super::MAX;

/// The parameters of lane permutation and compaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// SIMD lanes, and threads in a warp: a power of two, 2 to 32.
    pub width: u32,
    /// Warps of the largest CTA, and warp slots: 1 to 32.
    pub warps: u32,
}

/// The named configurations of the unit; its RTL is compiled for each.
#[rustfmt::skip]
pub const PRESETS: &[(&str, Config)] = &[
    // small enough to prove
    ("tiny",   Config { width: 4,  warps: 2 }),
    // SLP 4.4, table 2: 32 masks of 5 bits; 1024 threads an SM
    ("paper",  Config { width: 32, warps: 32 }),
    // more warps than lanes: the masks repeat
    ("w4x20",  Config { width: 4,  warps: 20 }),
    ("w16x32", Config { width: 16, warps: 32 }),
    // awkward: sizes that are no powers of two, one warp, one of everything
    ("w8x3",   Config { width: 8,  warps: 3 }),
    ("w32x1",  Config { width: 32, warps: 1 }),
    ("one",    Config { width: 2,  warps: 1 }),
];

impl Config {
    /// Bits of a lane's index, equal to those of a permutation mask and of a table entry.
    pub const fn lane_bits(&self) -> u32 {
        self.width.ilog2()
    }
    /// Bits of a warp slot or a warp id.
    pub const fn warp_bits(&self) -> u32 {
        bits(self.warps)
    }
    /// Bits of a count of warps, 0 to `warps`.
    pub const fn count_bits(&self) -> u32 {
        bits(self.warps + 1)
    }
    /// The lane mask with a bit for every lane.
    pub const fn all_lanes(&self) -> u32 {
        u32::MAX >> (32 - self.width)
    }
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        PRESETS
    }

    fn check(&self) -> Result<(), ConfigError> {
        if !self.width.is_power_of_two() || !(2..=MAX as u32).contains(&self.width) {
            let reason = format!("a power of two from 2 to {MAX}, because lanes are permuted by XOR");
            return refuse("width", self.width, reason);
        }
        if !(1..=MAX as u32).contains(&self.warps) {
            return refuse("warps", self.warps, format!("a CTA has 1 to {MAX} warps"));
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let Config { width, warps } = *self;
        vec![("width", width.into()), ("warps", warps.into())]
    }

    crate::numbers!(width, warps);
}
