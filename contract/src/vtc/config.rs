use crate::{ConfigError, Value, bits, refuse};

use super::{ENTRY_BITS, HEADER_BITS, MAX_COUNT, MAX_DEPTH};

/// The parameters of the virtual thread controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// CTAs that can be assigned, 1 to 64.
    pub ctas: u32,
    /// CTAs that can be active, 1 to 16.
    pub active: u32,
    /// Warps of the largest CTA, 1 to 32.
    pub warps: u32,
    /// Physical warp ids, 1 to 256.
    pub pwis: u32,
    /// Virtual warp ids, 1 to 256.
    pub vwis: u32,
    /// Entries of a SIMT stack: 2, 4, 8 or 16.
    pub depth: u32,
    /// Bits that shared memory moves in a cycle (a beat): 256, 512 or 1024.
    pub beat: u32,
    /// Rows of shared memory, a beat each: 1 to 8192.
    pub rows: u32,
    /// Registers that can be pending in a slot, 4 to 1023.
    pub pending: u32,
    /// Whether a warp at a barrier counts as stalled when another warp of its CTA is stalled.
    pub barrier: bool,
}

/// The named configurations of the unit; its RTL is compiled for each.
#[rustfmt::skip]
pub const PRESETS: &[(&str, Config)] = &[
    // small enough to prove
    ("tiny",     Config { ctas: 3,  active: 1, warps: 2,  pwis: 2,  vwis: 6,   depth: 2,  beat: 256,  rows: 12,   pending: 4,   barrier: false }),
    // VT table I, IV.A, IV.C: 8 CTAs and 48 warps, 256 virtual warps, 48 KiB of shared memory, 512
    // bits a cycle
    ("paper",    Config { ctas: 32, active: 8, warps: 32, pwis: 48, vwis: 256, depth: 4,  beat: 512,  rows: 768,  pending: 1023, barrier: false }),
    // the other corners of equation 2
    ("d4b256",   Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 4,  beat: 256,  rows: 2048, pending: 255, barrier: true }),
    ("d4b1024",  Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 4,  beat: 1024, rows: 2048, pending: 255, barrier: true }),
    ("d8b256",   Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 8,  beat: 256,  rows: 2048, pending: 255, barrier: true }),
    ("d8b512",   Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 8,  beat: 512,  rows: 2048, pending: 255, barrier: true }),
    ("d8b1024",  Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 8,  beat: 1024, rows: 2048, pending: 255, barrier: true }),
    ("d16b256",  Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 16, beat: 256,  rows: 2048, pending: 255, barrier: true }),
    ("d16b512",  Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 16, beat: 512,  rows: 2048, pending: 255, barrier: true }),
    ("d16b1024", Config { ctas: 6,  active: 2, warps: 32, pwis: 64, vwis: 256, depth: 16, beat: 1024, rows: 2048, pending: 255, barrier: true }),
    // awkward: sizes that are no powers of two, warps at barriers, one of everything
    ("w8",       Config { ctas: 5,  active: 3, warps: 8,  pwis: 24, vwis: 40,  depth: 2,  beat: 1024, rows: 20,   pending: 31,  barrier: true }),
    ("w3",       Config { ctas: 7,  active: 2, warps: 3,  pwis: 6,  vwis: 19,  depth: 8,  beat: 256,  rows: 90,   pending: 9,   barrier: true }),
    ("one",      Config { ctas: 2,  active: 1, warps: 1,  pwis: 1,  vwis: 2,   depth: 2,  beat: 512,  rows: 2,    pending: 4,   barrier: false }),
];

impl Config {
    /// Bits of a warp's SIMT stack.
    pub const fn stack_bits(&self) -> u32 {
        ENTRY_BITS * self.depth
    }
    /// Words of 64 bits in a warp's SIMT stack.
    pub const fn stack_words(&self) -> u32 {
        self.stack_bits() / 64
    }
    /// Words of 64 bits in a beat.
    pub const fn beat_words(&self) -> u32 {
        self.beat / 64
    }
    /// Beats of the context of a CTA with `warps` warps: T of equation 2.
    pub const fn beats(&self, warps: u32) -> u32 {
        (HEADER_BITS + self.stack_bits() * warps).div_ceil(self.beat)
    }
    /// Bits of a CTA's number, its place in the status table.
    pub const fn cta_bits(&self) -> u32 {
        bits(self.ctas)
    }
    /// Bits of a slot's number, a place among the active CTAs.
    pub const fn slot_bits(&self) -> u32 {
        bits(self.active)
    }
    /// Bits of a warp's number in its CTA.
    pub const fn warp_bits(&self) -> u32 {
        bits(self.warps)
    }
    /// Bits of the number of a shared memory row.
    pub const fn row_bits(&self) -> u32 {
        bits(self.rows)
    }
    /// Bits of a beat's number in a context.
    pub const fn beat_bits(&self) -> u32 {
        bits(self.beats(self.warps))
    }
    /// Width in bits of a limit that a kernel sets, such as its number of CTAs, which is at most
    /// `most`; `most` + 1 fits as well, so that it can be refused.
    pub const fn limit_bits(most: u32) -> u32 {
        bits(most + 2)
    }
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        PRESETS
    }

    fn check(&self) -> Result<(), ConfigError> {
        let ranges = [
            ("ctas", self.ctas, 1, 64),
            ("active", self.active, 1, 16),
            ("warps", self.warps, 1, 32),
            ("pwis", self.pwis, 1, 256),
            ("vwis", self.vwis, 1, 256),
            ("rows", self.rows, 1, 8192),
            ("pending", self.pending, u32::from(MAX_COUNT), 1023),
        ];
        for (parameter, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return refuse(parameter, value, format!("must be {least} to {most}"));
            }
        }
        if ![2, 4, 8, MAX_DEPTH as u32].contains(&self.depth) {
            return refuse("depth", self.depth, "a stack has 2, 4, 8 or 16 entries".into());
        }
        if ![256, 512, 1024].contains(&self.beat) {
            return refuse("beat", self.beat, "shared memory moves 256, 512 or 1024 bits a cycle".into());
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let Config { ctas, active, warps, pwis, vwis, depth, beat, rows, pending, barrier } = *self;
        vec![
            ("ctas", ctas.into()),
            ("active", active.into()),
            ("warps", warps.into()),
            ("pwis", pwis.into()),
            ("vwis", vwis.into()),
            ("depth", depth.into()),
            ("beat", beat.into()),
            ("rows", rows.into()),
            ("pending", pending.into()),
            ("barrier", Value::Way(if barrier { "counts" } else { "ignored" })),
        ]
    }

    crate::numbers!(ctas, active, warps, pwis, vwis, depth, beat, rows, pending);
}
