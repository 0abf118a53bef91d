//! Simulation of workloads on cores in slices (VWS).

use heddle_contract::gang::{Config, Gang};
use heddle_golden::Device;

use super::simulate::{HeldUnit, Maker, fitted, on_warps};
use super::{Grids, Options, Run, Watch};
use crate::base::SimError;
use crate::config::spec::Spec;
use crate::core::SlicedCore;
use crate::policy::{CoreKind, Policy, SlicedKind};

impl HeldUnit for Gang {
    type Kind = SlicedKind;
    const WHAT: &'static str = "ganging unit";

    fn kind(policy: &Policy) -> Option<SlicedKind> {
        match policy.core {
            CoreKind::Sliced(kind) => Some(kind),
            CoreKind::Simt(_) | CoreKind::Lanes(_) | CoreKind::Compaction(_) | CoreKind::Vector(_) => None,
        }
    }
    fn config(spec: &Spec, kind: &SlicedKind) -> Result<Config, String> {
        kind.config(spec)
    }
    fn run(
        spec: &Spec,
        (policy, kind): (&Policy, SlicedKind),
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Gang>,
    ) -> Result<Run, SimError> {
        on_slices(spec, policy, kind, session, options, watch, made)
    }
}

/// Runs a workload on cores in slices, each core with its ganging unit.
pub(super) fn on_slices<D: Device<Gang>>(
    spec: &Spec,
    policy: &Policy,
    kind: SlicedKind,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
    made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
) -> Result<Run, SimError> {
    let cfg = fitted::<Gang>(spec, policy, &kind)?;
    let gauge = watch.gauge().unwrap_or_default();
    let core = |n| {
        let unit = (cfg.clone(), made(&cfg)?);
        Ok(SlicedCore::new(spec, n, gauge.clone(), unit, (kind.warp_size, kind.apart)))
    };
    let cores = (0..spec.core.count as usize).map(core).collect::<Result<Vec<_>, SimError>>()?;
    on_warps(spec, policy, kind.warp_size, cores, session, options, watch)
}
