//! Policies of conventional cores that compact the threads of CTAs (SLP).

use heddle_contract::slp::Config;
use heddle_golden::Device;
use heddle_golden::slp::Slp;
use heddle_golden::slp::permutation::Permutation;

use super::build::{Build, HasUnit, HeldUnit, Setup};
use crate::base::SimError;
use crate::config::spec::Spec;
use crate::core::SlottedCore;
use crate::datapath::Simt;
use crate::formation::Compaction;
use crate::formation::compaction::{self, Predictor, Rules};
use crate::measure::profile::Gauge;
use crate::residency::{Direct, Residency};
use crate::system::target::Target;
use crate::system::{Grids, Run, whole_warps};

/// Parameters of a core with compaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CompactionKind {
    /// Rule by which warps of a CTA wait for each other at branches.
    pub waits: Waits,
    /// Permutation of threads to lanes; `Random` with the seed of the GPU.
    pub permutation: Permutation,
}

/// Rule by which warps of a CTA wait for each other at branches, so that their threads are
/// compacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waits {
    /// Never.
    Never,
    /// Always (TBC).
    Always,
    /// Where it is predicted to be worth the wait (CAPRI).
    Predicted,
}

/// Permutations by the end of a policy's name.
const PERMUTATIONS: [(&str, Permutation); 8] = [
    ("-odd-even", Permutation::OddEven),
    ("-flip-odd", Permutation::FlipOdd),
    ("-rotate-odd", Permutation::RotateOdd1),
    ("-half", Permutation::Half),
    ("-random", Permutation::Random(0)),
    ("-wid", Permutation::Wid),
    ("-rev-wid", Permutation::RevWid),
    ("-balanced", Permutation::Balanced),
];

/// Returns a policy without permutation.
const fn compaction(waits: Waits) -> CompactionKind {
    CompactionKind { waits, permutation: Permutation::None }
}

impl Build for CompactionKind {
    const POLICIES: &'static [(&'static str, Self, &'static str)] = &[
        ("no-tbc", compaction(Waits::Never), "simt, warps launched one a cycle through the unit of SLP (SLP 2.2)"),
        (
            "tbc",
            compaction(Waits::Always),
            "thread block compaction: the warps of a CTA wait at branches, and threads that go the same way are packed (SLP 2.3)",
        ),
        (
            "capri",
            compaction(Waits::Predicted),
            "tbc where a branch is predicted to be worth the wait (our reading of CAPRI, SLP 2.3, D183)",
        ),
    ];
    const PAPER: &'static str = "slp";

    fn variants(&self) -> Vec<(&'static str, Self, String)> {
        let permuted = |(end, permutation): (&'static str, Permutation)| {
            let about = format!("; lanes permuted by {} (SLP 4)", permutation.name());
            (end, CompactionKind { permutation, ..*self }, about)
        };
        PERMUTATIONS.map(permuted).into()
    }
    fn simulate(&self, setup: Setup) -> Result<Run, SimError> {
        self.run_golden(setup)
    }
}

impl HeldUnit for Slp {
    type Kind = CompactionKind;
}

impl HasUnit for CompactionKind {
    type Unit = Slp;
    const WHAT: &'static str = "compactor";

    fn unit(&self, spec: &Spec) -> Result<Config, String> {
        compaction::config(spec)
    }
    fn run<D: Device<Slp>>(
        &self,
        mut setup: Setup,
        made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
    ) -> Result<Run, SimError> {
        let (spec, gauge) = (setup.spec, setup.gauge());
        let cfg = self.fitted(spec, setup.target)?;
        permits(setup.target, *self, spec.core.warp_size, setup.session)?;
        setup.run(spec.core.warp_size, |n| {
            let rules = (self.permutation, rules(spec, self.waits));
            Ok(compacting(spec, n, &cfg, rules, made(&cfg)?, gauge.clone()))
        })
    }
}

/// A core that compacts threads, with its compactor.
pub(crate) type Compacting<D> = SlottedCore<Direct, Compaction<D>, Simt, 1>;

/// Creates core `n`, with a compactor.
pub(crate) fn compacting<D: Device<Slp>>(
    spec: &Spec,
    n: usize,
    cfg: &Config,
    (permutation, rules): (Permutation, Rules),
    unit: D,
    gauge: Gauge,
) -> Compacting<D> {
    let permutation = match permutation {
        Permutation::Random(_) => Permutation::Random(spec.compaction.seed.into()),
        permutation => permutation,
    };
    let residency = Direct::new(spec);
    let datapath = Simt::new(spec, false, residency.warps());
    let formation = Compaction::new(spec, cfg, unit, permutation, rules);
    SlottedCore::new(spec, n, gauge, residency, formation, datapath)
}

/// Returns the rules by which warps of a GPU wait for each other.
pub(crate) fn rules(spec: &Spec, waits: Waits) -> Rules {
    let predictor = match waits {
        Waits::Never => None,
        Waits::Always => Some(Predictor::Always(true)),
        Waits::Predicted => Some(Predictor::of_last_time(&spec.compaction, spec.core.ctas)),
    };
    Rules { predictor, declines: waits == Waits::Predicted }
}

/// Refuses kernels whose threads rely on their warps, if the policy regroups or permutes threads
/// (SLP 4.1).
pub(crate) fn permits(
    target: Target,
    kind: CompactionKind,
    warp_size: u32,
    session: &mut dyn Grids,
) -> Result<(), SimError> {
    if kind.waits == Waits::Never && kind.permutation == Permutation::None {
        return Ok(());
    }
    whole_warps::permits(target, warp_size, session, ("regroups or permutes them", "no-tbc"))
}
