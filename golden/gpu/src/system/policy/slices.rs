//! Policies of variable warp sizes (VWS 6): one core in slices, with different parameters of its
//! ganging unit.

use heddle_contract::Config as _;
use heddle_contract::gang::{self, Config, Schedule, Split};
use heddle_golden::Device;
use heddle_golden::gang::Gang;

use super::build::{Build, HasUnit, HeldUnit, Setup};
use crate::base::SimError;
use crate::config::spec::{Picks, Spec};
use crate::core::SlicedCore;
use crate::system::Run;

/// Parameters of a core in slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlicedKind {
    /// Threads of a warp.
    pub warp_size: u32,
    /// Slices of the datapath.
    pub slices: u32,
    /// Whether warps are never ganged (VWS 4.1: slice-only mode).
    pub apart: bool,
    /// Gangs issued a cycle.
    pub issue: u32,
    /// Order in which gangs and singletons are issued.
    pub schedule: Schedule,
    /// Rule by which gangs are split.
    pub split: Split,
    /// Units that become one gang where they meet; 0 if none do.
    pub partners: u32,
    /// Cycles that warps wait for others where control flow reconverges.
    pub sync_wait: u32,
}

/// Threads of an original gang, and lanes of the datapath.
const SET: u32 = 32;
/// Bits of the unit's PCs (D20).
const PC_BITS: u32 = 40;

/// Warps of 32 threads: all slices locked together (4.1: gang-only mode).
const WS32: SlicedKind = SlicedKind {
    warp_size: SET,
    slices: 8,
    apart: false,
    issue: 1,
    schedule: Schedule::Gto,
    split: Split::Control,
    partners: 0,
    sync_wait: 0,
};
/// Returns a core with warps of `warp_size` threads, a slice each.
const fn fixed(warp_size: u32) -> SlicedKind {
    SlicedKind { warp_size, slices: SET / warp_size, apart: true, ..WS32 }
}
/// Warps of four threads in gangs that are never formed again (6.1).
const IVWS: SlicedKind = SlicedKind { warp_size: 4, apart: false, issue: 2, schedule: Schedule::Bgto, ..WS32 };
/// I-VWS whose gangs are formed again where units meet, two at a time (E-VWS).
const EVWS: SlicedKind = SlicedKind { partners: 2, ..IVWS };
/// Returns E-VWS whose warps wait `cycles` cycles for others at sync points (6.4).
const fn waiting(cycles: u32) -> SlicedKind {
    SlicedKind { sync_wait: cycles, ..EVWS }
}
/// Returns I-VWS with another issue order (6.3).
const fn ordered(schedule: Schedule) -> SlicedKind {
    SlicedKind { schedule, ..IVWS }
}
/// Returns I-VWS that also splits gangs on memory divergence (6.5).
const fn split(split: Split) -> SlicedKind {
    SlicedKind { split, ..IVWS }
}

impl SlicedKind {
    /// Whether the size of the warps never changes.
    fn is_fixed(&self) -> bool {
        self.apart || self.warp_size == SET
    }
}

impl Build for SlicedKind {
    const POLICIES: &'static [(&'static str, Self, &'static str)] = &[
        ("ws32", WS32, "warps of 32 over slices that are locked together (VWS 6.1)"),
        ("ws16", fixed(16), "warps of 16, each in a slice of 16 lanes (VWS 3)"),
        ("ws8", fixed(8), "warps of 8, each in a slice of 8 lanes (VWS 3)"),
        ("ws4", fixed(4), "warps of 4, each in a slice of 4 lanes (VWS 3)"),
        ("ivws", IVWS, "warps of 4 in gangs, which split where warps go apart and never form again (VWS 6.1)"),
        ("ivws-gto", ordered(Schedule::Gto), "ivws, gangs greedy, then oldest (VWS 6.3)"),
        ("ivws-lrr", ordered(Schedule::Lrr), "ivws, gangs and warps loosely round robin (VWS 6.3)"),
        ("ivws-lpc", ordered(Schedule::Lpc), "ivws, lowest program counter first (VWS 6.3)"),
        ("ivws-lgto", ordered(Schedule::Lgto), "ivws, little gangs first (VWS 6.3)"),
        ("ivws-1", SlicedKind { issue: 1, ..IVWS }, "ivws, a gang issued a cycle (VWS 6.3)"),
        ("ivws-4", SlicedKind { issue: 4, ..IVWS }, "ivws, up to four gangs issued a cycle (VWS 6.3)"),
        (
            "ivws-group",
            split(Split::Group),
            "ivws that splits on memory, too: warps that are ready together stay together (VWS 6.5)",
        ),
        ("ivws-impatient", split(Split::Impatient), "ivws that splits on memory, too, into single warps (VWS 6.5)"),
        ("evws", EVWS, "ivws whose units form gangs again where they meet (VWS 6.1)"),
        (
            "evws-impatient",
            SlicedKind { split: Split::Impatient, ..EVWS },
            "evws that splits on memory, too, into single warps (VWS 6.1)",
        ),
        ("evws-sync10", waiting(10), "evws that waits 10 cycles where control flow meets (VWS 6.4)"),
        ("evws-sync50", waiting(50), "evws that waits 50 cycles where control flow meets (VWS 6.4)"),
        ("evws-sync100", waiting(100), "evws that waits 100 cycles where control flow meets (VWS 6.4)"),
        ("evws-sync250", waiting(250), "evws that waits 250 cycles where control flow meets (VWS 6.4)"),
        ("ivws8", SlicedKind { warp_size: 8, slices: 4, ..IVWS }, "ivws with warps of 8 in four slices (VWS 8)"),
    ];
    const PAPER: &'static str = "vws";

    fn simulate(&self, setup: Setup) -> Result<Run, SimError> {
        self.run_golden(setup)
    }
}

impl HeldUnit for Gang {
    type Kind = SlicedKind;
}

impl HasUnit for SlicedKind {
    type Unit = Gang;
    const WHAT: &'static str = "ganging unit";

    fn unit(&self, spec: &Spec) -> Result<Config, String> {
        let core = &spec.core;
        for (key, value) in [("core.warp_size", core.warp_size), ("core.width", core.width)] {
            if value != SET {
                return Err(format!(
                    "{key} = {value}, but slices are parts of {SET} lanes, for sets of {SET} threads: `--config vws` has both"
                ));
            }
        }
        // fixed warps fetch as they issue (VWS 6.1)
        let (ports, fetches) = match self.is_fixed() {
            true => (SET / self.warp_size, 1),
            false => {
                let ports = spec.fetch.ports.min(self.slices);
                (ports, spec.slices.fetches.min(ports).min(self.slices / 2))
            }
        };
        let cfg = Config {
            slices: self.slices,
            sets: core.warps,
            pc_bits: PC_BITS,
            issue: self.issue,
            schedule: self.schedule,
            picks: match spec.slices.picks {
                Picks::Cycle => gang::Picks::Cycle,
                Picks::Ahead => gang::Picks::Ahead,
            },
            split: self.split,
            partners: self.partners,
            sync_wait: self.sync_wait,
            ports,
            fetches,
            count_bits: 32,
        };
        let keys = "sets: core.warps";
        cfg.check().map(|()| cfg).map_err(|why| format!("the ganging unit of this GPU is not possible: {why} ({keys})"))
    }
    fn run<D: Device<Gang>>(
        &self,
        mut setup: Setup,
        made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
    ) -> Result<Run, SimError> {
        let (spec, gauge) = (setup.spec, setup.gauge());
        let cfg = self.fitted(spec, setup.target)?;
        setup.run(self.warp_size, |n| {
            let unit = (cfg.clone(), made(&cfg)?);
            Ok(SlicedCore::new(spec, n, gauge.clone(), unit, (self.warp_size, self.apart)))
        })
    }
}
