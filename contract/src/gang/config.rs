use crate::{ConfigError, Value, bits, refuse};

use super::{MAX_FETCHES, MAX_ISSUE, MAX_SLICES};

/// The order in which gangs and singletons are issued (6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// Big gangs, then greedy, then oldest.
    Bgto,
    /// Greedy, then oldest.
    Gto,
    /// Loosely round-robin.
    Lrr,
    /// Lowest PC.
    Lpc,
    /// Little gangs, then greedy, then oldest.
    Lgto,
}

impl Schedule {
    /// Returns the name of the issue order in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Schedule::Bgto => "bgto",
            Schedule::Gto => "gto",
            Schedule::Lrr => "lrr",
            Schedule::Lpc => "lpc",
            Schedule::Lgto => "lgto",
        }
    }
}

/// The events that split a gang (4.4, 6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// Gangs split on control divergence alone; the other choices do so as well.
    Control,
    /// Gangs also split on memory divergence, into single warps.
    Impatient,
    /// Gangs also split on memory divergence, into the warps that are ready and the rest.
    Group,
}

impl Split {
    /// Returns the name of the splitting policy in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Split::Control => "control",
            Split::Impatient => "impatient",
            Split::Group => "group",
        }
    }
}

/// The time at which it is chosen what is issued and what is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picks {
    /// In the cycle in which it goes, among all units (6.1).
    Cycle,
    /// In the cycle before, by each port among entries of its own.
    Ahead,
}

impl Picks {
    /// Returns the name of the time in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Picks::Cycle => "cycle",
            Picks::Ahead => "ahead",
        }
    }
}

/// The parameters of the warp ganging unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Slices of the datapath: 2, 4 or 8.
    pub slices: u32,
    /// Original gangs, equal to the warps of a slice: 1 to 64.
    pub sets: u32,
    /// Bits of a PC, 1 to 64.
    pub pc_bits: u32,
    /// Gangs issued in a cycle, 1 to `slices / 2`.
    pub issue: u32,
    /// Order in which gangs and singletons are issued.
    pub schedule: Schedule,
    /// Time at which it is chosen what is issued and what is fetched.
    pub picks: Picks,
    /// Events that split a gang.
    pub split: Split,
    /// Units that one re-forming merges: 0 (never re-formed), or 2 to `slices`.
    pub partners: u32,
    /// Cycles that a warp waits at a sync point for others, 0 to 255.
    pub sync_wait: u32,
    /// Ports of the L1 instruction cache, 1 to 8.
    pub ports: u32,
    /// Gangs fetched in a cycle, 1 to `slices / 2` and at most `ports`.
    pub fetches: u32,
    /// Bits of each fetch counter, 4 to 32.
    pub count_bits: u32,
}

use Picks::{Ahead, Cycle};
use Schedule::{Bgto, Gto, Lgto, Lpc, Lrr};
use Split::{Control, Group, Impatient};

/// The named configurations of the unit; its RTL is compiled for each.
#[rustfmt::skip]
pub const PRESETS: &[(&str, Config)] = &[
    // small enough to prove
    ("tiny",           Config { slices: 2, sets: 2,  pc_bits: 2,  issue: 1, schedule: Bgto,
                               picks: Ahead, split: Control,   partners: 2, sync_wait: 0,  ports: 1, fetches: 1, count_bits: 4 }),
    // VWS 4, 6.1, table 2: 1024 threads in warps of 4; I-VWS
    ("paper",          Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Ahead, split: Control,   partners: 0, sync_wait: 0,  ports: 2, fetches: 1, count_bits: 32 }),
    // the paper's other machines: 6.1, 6.4, 6.5
    ("ivws-impatient", Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Ahead, split: Impatient, partners: 0, sync_wait: 0,  ports: 2, fetches: 1, count_bits: 32 }),
    ("ivws-group",     Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Ahead, split: Group,     partners: 0, sync_wait: 0,  ports: 2, fetches: 1, count_bits: 32 }),
    ("evws",           Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Ahead, split: Control,   partners: 2, sync_wait: 0,  ports: 2, fetches: 1, count_bits: 32 }),
    ("evws-impatient", Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Ahead, split: Impatient, partners: 2, sync_wait: 0,  ports: 2, fetches: 1, count_bits: 32 }),
    ("evws-sync",      Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Ahead, split: Control,   partners: 2, sync_wait: 50, ports: 2, fetches: 1, count_bits: 32 }),
    // the same machines, and warps of 32 and of 4, in a GPU whose fetch constrains nothing: 6.1,
    // 6.5
    ("ivws-wide",      Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Cycle, split: Control,   partners: 0, sync_wait: 0,  ports: 8, fetches: 4, count_bits: 32 }),
    ("ivws-impatient-wide", Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Cycle, split: Impatient, partners: 0, sync_wait: 0,  ports: 8, fetches: 4, count_bits: 32 }),
    ("ivws-group-wide", Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Cycle, split: Group,     partners: 0, sync_wait: 0,  ports: 8, fetches: 4, count_bits: 32 }),
    ("evws-wide",      Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Cycle, split: Control,   partners: 2, sync_wait: 0,  ports: 8, fetches: 4, count_bits: 32 }),
    ("evws-impatient-wide", Config { slices: 8, sets: 32, pc_bits: 40, issue: 2, schedule: Bgto,
                               picks: Cycle, split: Impatient, partners: 2, sync_wait: 0,  ports: 8, fetches: 4, count_bits: 32 }),
    ("ws32",           Config { slices: 8, sets: 32, pc_bits: 40, issue: 1, schedule: Gto,
                               picks: Cycle, split: Control,   partners: 0, sync_wait: 0,  ports: 1, fetches: 1, count_bits: 32 }),
    ("ws4",            Config { slices: 8, sets: 32, pc_bits: 40, issue: 1, schedule: Gto,
                               picks: Cycle, split: Control,   partners: 0, sync_wait: 0,  ports: 8, fetches: 1, count_bits: 32 }),
    // each other order of issue, at awkward sizes
    ("gto",            Config { slices: 4, sets: 3,  pc_bits: 6,  issue: 1, schedule: Gto,
                               picks: Ahead, split: Impatient, partners: 4, sync_wait: 3,  ports: 1, fetches: 1, count_bits: 32 }),
    ("lrr",            Config { slices: 8, sets: 5,  pc_bits: 4,  issue: 4, schedule: Lrr,
                               picks: Ahead, split: Group,     partners: 2, sync_wait: 0,  ports: 8, fetches: 1, count_bits: 32 }),
    ("lpc",            Config { slices: 4, sets: 7,  pc_bits: 5,  issue: 2, schedule: Lpc,
                               picks: Ahead, split: Control,   partners: 3, sync_wait: 1,  ports: 2, fetches: 1, count_bits: 32 }),
    ("lgto",           Config { slices: 8, sets: 6,  pc_bits: 3,  issue: 4, schedule: Lgto,
                               picks: Ahead, split: Group,     partners: 8, sync_wait: 12, ports: 1, fetches: 1, count_bits: 32 }),
    ("one",            Config { slices: 2, sets: 1,  pc_bits: 1,  issue: 1, schedule: Lrr,
                               picks: Ahead, split: Impatient, partners: 2, sync_wait: 2,  ports: 1, fetches: 1, count_bits: 32 }),
    // several gangs fetched for in a cycle, with as many ports, and with ports to spare: 6.1, 6.3
    ("fetch2",         Config { slices: 4, sets: 2,  pc_bits: 2,  issue: 2, schedule: Bgto,
                               picks: Ahead, split: Control,   partners: 2, sync_wait: 0,  ports: 2, fetches: 2, count_bits: 4 }),
    ("fetch4",         Config { slices: 8, sets: 2,  pc_bits: 2,  issue: 4, schedule: Bgto,
                               picks: Ahead, split: Control,   partners: 0, sync_wait: 0,  ports: 6, fetches: 4, count_bits: 4 }),
    // small ones that pick in the cycle: 6.1, 6.3
    ("cycle2",         Config { slices: 4, sets: 2,  pc_bits: 2,  issue: 2, schedule: Bgto,
                               picks: Cycle, split: Control,   partners: 2, sync_wait: 0,  ports: 2, fetches: 2, count_bits: 4 }),
    ("cycle4",         Config { slices: 8, sets: 2,  pc_bits: 2,  issue: 4, schedule: Lrr,
                               picks: Cycle, split: Group,     partners: 0, sync_wait: 0,  ports: 6, fetches: 4, count_bits: 4 }),
    ("cycle-lpc",      Config { slices: 8, sets: 3,  pc_bits: 3,  issue: 2, schedule: Lpc,
                               picks: Cycle, split: Impatient, partners: 2, sync_wait: 2,  ports: 4, fetches: 2, count_bits: 8 }),
];

impl Config {
    /// Entries of one set in the gang table: half the slices.
    pub const fn entries(&self) -> u32 {
        self.slices / 2
    }
    /// Number of gang ids: one for each entry of each set.
    pub const fn ids(&self) -> u32 {
        self.sets * self.entries()
    }
    /// Schedulers of gangs for issue: one for all ports, or one a port if they pick ahead.
    pub const fn issuers(&self) -> u32 {
        match self.picks {
            Picks::Cycle => 1,
            Picks::Ahead => self.issue,
        }
    }
    /// Schedulers of gangs for fetches: one for all ports, or one a port if they pick ahead.
    pub const fn fetchers(&self) -> u32 {
        match self.picks {
            Picks::Cycle => 1,
            Picks::Ahead => self.fetches,
        }
    }
    /// Bits of a set's index.
    pub const fn set_bits(&self) -> u32 {
        bits(self.sets)
    }
    /// Bits of a gang id.
    pub const fn id_bits(&self) -> u32 {
        bits(self.ids())
    }
    /// The slice mask with a bit for every slice.
    pub const fn all_slices(&self) -> u8 {
        u8::MAX >> (8 - self.slices)
    }
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        PRESETS
    }

    fn check(&self) -> Result<(), ConfigError> {
        if ![2, 4, MAX_SLICES as u32].contains(&self.slices) {
            return refuse("slices", self.slices, "a datapath has 2, 4 or 8 slices".into());
        }
        if !(1..=64).contains(&self.sets) {
            return refuse("sets", self.sets, "1 to 64 original gangs".into());
        }
        if !(1..=64).contains(&self.pc_bits) {
            return refuse("pc_bits", self.pc_bits, "a PC has 1 to 64 bits".into());
        }
        if !(1..=self.entries().min(MAX_ISSUE as u32)).contains(&self.issue) {
            let reason = format!("1 to {}: gangs that are issued together share no slice", self.entries());
            return refuse("issue", self.issue, reason);
        }
        if self.partners != 0 && !(2..=self.slices).contains(&self.partners) {
            return refuse("partners", self.partners, format!("0 (never re-formed), or 2 to {}", self.slices));
        }
        if self.sync_wait > 255 {
            return refuse("sync_wait", self.sync_wait, "a warp waits at most 255 cycles".into());
        }
        if self.sync_wait != 0 && self.partners == 0 {
            return refuse("sync_wait", self.sync_wait, "nothing to wait for: gangs are never re-formed".into());
        }
        if !(1..=8).contains(&self.ports) {
            return refuse("ports", self.ports, "the instruction cache has 1 to 8 ports".into());
        }
        let most = self.entries().min(MAX_FETCHES as u32).min(self.ports);
        if !(1..=most).contains(&self.fetches) {
            let reason = format!("1 to {most}: gangs fetched together share no slice, and each takes a port");
            return refuse("fetches", self.fetches, reason);
        }
        if !(4..=32).contains(&self.count_bits) {
            return refuse("count_bits", self.count_bits, "4 to 32: a count takes all slices of a cycle".into());
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let Config {
            slices,
            sets,
            pc_bits,
            issue,
            schedule,
            picks,
            split,
            partners,
            sync_wait,
            ports,
            fetches,
            count_bits,
        } = *self;
        vec![
            ("slices", slices.into()),
            ("sets", sets.into()),
            ("pc_bits", pc_bits.into()),
            ("issue", issue.into()),
            ("schedule", Value::Way(schedule.name())),
            ("picks", Value::Way(picks.name())),
            ("split", Value::Way(split.name())),
            ("partners", partners.into()),
            ("sync_wait", sync_wait.into()),
            ("ports", ports.into()),
            ("fetches", fetches.into()),
            ("count_bits", count_bits.into()),
        ]
    }

    crate::numbers!(slices, sets, pc_bits, issue, partners, sync_wait, ports, fetches, count_bits);
}
