//! Simulation of workloads on cores that compact the threads of CTAs (SLP).

use heddle_contract::slp::{Config, Slp};
use heddle_golden::Device;
use heddle_golden::slp::permutation::Permutation;

use super::simulate::{HeldUnit, Maker, fitted, on_cores};
use super::{Grids, Options, Run, Watch, whole_warps};
use crate::base::SimError;
use crate::config::spec::{Prediction, Spec};
use crate::core::SlottedCore;
use crate::datapath::Simt;
use crate::formation::Compaction;
use crate::formation::compaction::{self, Predictor, Rules};
use crate::policy::{CompactionKind, CoreKind, Policy, Waits};
use crate::residency::{Direct, Residency};

impl HeldUnit for Slp {
    type Kind = CompactionKind;
    const WHAT: &'static str = "compactor";

    fn kind(policy: &Policy) -> Option<CompactionKind> {
        match policy.core {
            CoreKind::Compaction(kind) => Some(kind),
            CoreKind::Simt(_) | CoreKind::Lanes(_) | CoreKind::Sliced(_) | CoreKind::Vector(_) => None,
        }
    }
    fn config(spec: &Spec, _: &CompactionKind) -> Result<Config, String> {
        compaction::config(spec)
    }
    fn run(
        spec: &Spec,
        (policy, kind): (&Policy, CompactionKind),
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Slp>,
    ) -> Result<Run, SimError> {
        on_compaction(spec, policy, kind, session, options, watch, made)
    }
}

/// A core that compacts threads, with its compactor.
pub(crate) type Compacting<D> = SlottedCore<Direct, Compaction<D>, Simt, 1>;

/// Runs a workload on cores that compact threads, each core with its compactor.
pub(super) fn on_compaction<D: Device<Slp>>(
    spec: &Spec,
    policy: &Policy,
    kind: CompactionKind,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
    made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
) -> Result<Run, SimError> {
    let cfg = fitted::<Slp>(spec, policy, &kind)?;
    permits(policy, kind, spec.core.warp_size, session)?;
    let cores = (0..spec.core.count as usize).map(|n| {
        let core = compacting(spec, n, &cfg, (kind.permutation, rules(spec, kind.waits)), made(&cfg)?, watch);
        Ok(core)
    });
    let cores = cores.collect::<Result<Vec<_>, SimError>>()?;
    on_cores(spec, policy, cores, session, options, watch)
}

/// Creates core `n`, with a compactor.
pub(crate) fn compacting<D: Device<Slp>>(
    spec: &Spec,
    n: usize,
    cfg: &Config,
    (permutation, rules): (Permutation, Rules),
    unit: D,
    watch: &mut dyn Watch,
) -> Compacting<D> {
    let permutation = match permutation {
        Permutation::Random(_) => Permutation::Random(spec.compaction.seed.into()),
        permutation => permutation,
    };
    let residency = Direct::new(spec);
    let datapath = Simt::new(spec, false, residency.warps());
    let formation = Compaction::new(spec, cfg, unit, permutation, rules);
    SlottedCore::new(spec, n, watch.gauge().unwrap_or_default(), residency, formation, datapath)
}

/// Returns the rules by which warps of a GPU wait for each other.
pub(crate) fn rules(spec: &Spec, waits: Waits) -> Rules {
    let table = &spec.compaction;
    let predictor = match waits {
        Waits::Never => None,
        Waits::Always => Some(Predictor::Always(true)),
        Waits::Predicted => Some(Predictor::of_last_time(table.entries as usize, table.first == Prediction::Wait)),
    };
    Rules { predictor, declines: waits == Waits::Predicted }
}

/// Refuses kernels whose threads rely on their warps, if the policy regroups or permutes threads
/// (SLP 4.1).
pub(crate) fn permits(
    policy: &Policy,
    kind: CompactionKind,
    warp_size: u32,
    session: &mut dyn Grids,
) -> Result<(), SimError> {
    if kind.waits == Waits::Never && kind.permutation == Permutation::None {
        return Ok(());
    }
    whole_warps::permits(policy, warp_size, session, ("regroups or permutes them", "no-tbc"))
}
