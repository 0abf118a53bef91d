use crate::{ConfigError, Value, bits, refuse};

use super::MAX_TAGS;

/// The parameters of a temporal SIMT lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Threads in a warp, 2 to 64.
    pub threads: u32,
    /// Threads executed in a cycle: 1 is TSIMT, 2 and 4 are STSIMT.
    pub width: u32,
    /// Warp slots of one lane.
    pub warps: u32,
    /// Register banks, a power of two.
    pub banks: u32,
    /// Rows of `width` words in a bank.
    pub lines: u32,
    /// Entries of the operand collector.
    pub window: u32,
    /// Tags, which is the number of instructions that can be in flight.
    pub tags: u32,
    /// Execute stages, the last of which is the writeback.
    pub latency: u32,
    /// Places in the address queue, at least one warp's bundles.
    pub queue: u32,
}

/// The named configurations of the unit; its RTL is compiled for each.
#[rustfmt::skip]
pub const PRESETS: &[(&str, Config)] = &[
    // small enough to prove
    ("tiny",  Config { threads: 4,  width: 1, warps: 2,  banks: 2, lines: 16,  window: 2, tags: 2,  latency: 6, queue: 4 }),
    // STSIMT table III, 3.1, 3.7: 32 warps over 8 lanes, 8 banks of 1 KiB a lane
    ("paper", Config { threads: 32, width: 1, warps: 4,  banks: 8, lines: 256, window: 4, tags: 8,  latency: 6, queue: 40 }),
    // STSIMT 5.7: half and a quarter of the lanes, the core's 64 KiB of registers constant
    ("st2",   Config { threads: 32, width: 2, warps: 8,  banks: 8, lines: 256, window: 4, tags: 16, latency: 6, queue: 24 }),
    ("st4",   Config { threads: 32, width: 4, warps: 16, banks: 8, lines: 256, window: 4, tags: 32, latency: 6, queue: 16 }),
    // the same with four lines of eight rows for the constants of the lane's warps, which cost no
    // registers: the lanes of the GPU
    ("gpu",   Config { threads: 32, width: 1, warps: 4,  banks: 8, lines: 260, window: 4, tags: 8,  latency: 6, queue: 40 }),
    ("gpu2",  Config { threads: 32, width: 2, warps: 8,  banks: 8, lines: 260, window: 4, tags: 16, latency: 6, queue: 24 }),
    ("gpu4",  Config { threads: 32, width: 4, warps: 16, banks: 8, lines: 260, window: 4, tags: 32, latency: 6, queue: 16 }),
    // awkward: sizes that are no powers of two, a short last bundle, one of everything
    ("t24w4", Config { threads: 24, width: 4, warps: 3,  banks: 4, lines: 24,  window: 3, tags: 5,  latency: 3, queue: 7 }),
    ("t5w2",  Config { threads: 5,  width: 2, warps: 1,  banks: 2, lines: 16,  window: 1, tags: 3,  latency: 1, queue: 3 }),
    ("one",   Config { threads: 3,  width: 1, warps: 1,  banks: 2, lines: 9,   window: 1, tags: 1,  latency: 1, queue: 3 }),
];

/// The map from register rows to banks, precomputed for one configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowMap {
    skew: u32,
    /// Mask of a bank's index; `rows` is the mask of a row's index.
    banks: u32,
    rows: u32,
}

impl RowMap {
    /// Returns the bank that holds the given row.
    #[inline]
    pub const fn bank(&self, row: u32) -> u32 {
        (row + (row >> self.skew)) & self.banks
    }
    /// Returns a row index modulo `2^row_bits`.
    #[inline]
    pub const fn wrap(&self, row: u32) -> u32 {
        row & self.rows
    }
}

impl Config {
    /// Bundles of a full warp: ceil(`threads` / `width`).
    pub const fn bundles(&self) -> u32 {
        self.threads.div_ceil(self.width)
    }
    /// Register rows of one lane: `banks * lines`.
    pub const fn rows(&self) -> u32 {
        self.banks * self.lines
    }
    /// Bits of a warp slot's index.
    pub const fn warp_bits(&self) -> u32 {
        bits(self.warps)
    }
    /// Bits of an instruction's tag.
    pub const fn tag_bits(&self) -> u32 {
        bits(self.tags)
    }
    /// Bits of a register row's index.
    pub const fn row_bits(&self) -> u32 {
        bits(self.rows())
    }
    /// Bits of a bundle's index in a warp.
    pub const fn bundle_bits(&self) -> u32 {
        bits(self.bundles())
    }
    /// Bits of a count of threads, 0 to `threads`.
    pub const fn count_bits(&self) -> u32 {
        bits(self.threads + 1)
    }
    /// Rows that one vector register takes for a warp with `threads` allocated threads.
    pub const fn stride(&self, threads: u32) -> u32 {
        threads.div_ceil(self.width)
    }
    /// Right shift of a row's index in the bank map: bank = (row + (row >> skew)) mod `banks`.
    pub const fn skew(&self) -> u32 {
        let bundles = self.bundles().next_power_of_two().ilog2();
        let banks = self.banks.ilog2();
        if bundles > banks { bundles } else { banks }
    }
    /// Returns the bank map with all that does not depend on the row computed in advance.
    pub const fn row_map(&self) -> RowMap {
        RowMap { skew: self.skew(), banks: self.banks - 1, rows: u32::MAX >> (32 - self.row_bits()) }
    }
    /// Cycles from an instruction to a chained one, for a scheduler that sees `first` one cycle
    /// after the lane shows it. The cycles are issue, sequence, read, answer, leave, execute,
    /// `first`, scoreboard.
    pub const fn chain_distance(&self) -> u32 {
        self.latency + 6
    }
    /// The thread mask with a bit for every thread of a warp.
    pub const fn full_mask(&self) -> u64 {
        u64::MAX >> (64 - self.threads)
    }
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        PRESETS
    }

    fn check(&self) -> Result<(), ConfigError> {
        if !(2..=64).contains(&self.threads) {
            return refuse("threads", self.threads, "a warp has 2 to 64 threads".into());
        }
        if ![1, 2, 4].contains(&self.width) {
            return refuse("width", self.width, "a lane is 1, 2 or 4 threads wide".into());
        }
        if self.width >= self.threads {
            return refuse("width", self.width, format!("must be less than threads = {}", self.threads));
        }
        if !(1..=64).contains(&self.warps) {
            return refuse("warps", self.warps, "a lane holds 1 to 64 warps".into());
        }
        if !self.banks.is_power_of_two() || !(2..=32).contains(&self.banks) {
            return refuse(
                "banks",
                self.banks,
                "a power of two from 2 to 32, so that a row's bank needs no division".into(),
            );
        }
        if !(1..=4096).contains(&self.lines) {
            return refuse("lines", self.lines, "a bank has 1 to 4096 lines".into());
        }
        if !(1..=16).contains(&self.window) {
            return refuse("window", self.window, "the operand collector has 1 to 16 entries".into());
        }
        if self.tags == 0 || self.tags as usize > MAX_TAGS {
            return refuse("tags", self.tags, format!("1 to {MAX_TAGS} instructions in flight"));
        }
        if !(1..=32).contains(&self.latency) {
            return refuse("latency", self.latency, "1 to 32 execute stages".into());
        }
        if self.queue < self.bundles() || self.queue > 1024 {
            let reason =
                format!("the address queue must hold a whole warp, {} bundles, and at most 1024", self.bundles());
            return refuse("queue", self.queue, reason);
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let Config { threads, width, warps, banks, lines, window, tags, latency, queue } = *self;
        let named = [
            ("threads", threads),
            ("width", width),
            ("warps", warps),
            ("banks", banks),
            ("lines", lines),
            ("window", window),
            ("tags", tags),
            ("latency", latency),
            ("queue", queue),
        ];
        named.map(|(name, value)| (name, value.into())).to_vec()
    }

    crate::numbers!(threads, width, warps, banks, lines, window, tags, latency, queue);
}
