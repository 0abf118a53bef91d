//! Simulation of workloads on vector cores with partitions (SIMT-SIMD).

use heddle_contract::Config as _;
use heddle_contract::prt::{Config, Prt, Ranges};
use heddle_golden::Device;
use heddle_kernel::execute::Image;
use heddle_kernel::launch::Grid;

use super::simulate::{HeldUnit, Maker, fitted, on_warps};
use super::{Grids, Options, Run, Watch};
use crate::base::SimError;
use crate::config::spec::{Spec, Vector};
use crate::core::VectorCore;
use crate::policy::{CoreKind, Policy, VectorKind};

/// Threads of the executor's warps where a vector has as many lanes: a wider warp is several of
/// them.
const WARP: u32 = 32;

impl HeldUnit for Prt {
    type Kind = VectorKind;
    const WHAT: &'static str = "partitioned renaming table";

    fn kind(policy: &Policy) -> Option<VectorKind> {
        match policy.core {
            CoreKind::Vector(kind) => Some(kind),
            CoreKind::Simt(_) | CoreKind::Lanes(_) | CoreKind::Compaction(_) | CoreKind::Sliced(_) => None,
        }
    }
    fn config(spec: &Spec, _: &VectorKind) -> Result<Config, String> {
        let vector = section(spec)?;
        let &Vector { partitions, registers, masks, lanes, width, .. } = vector;
        let cfg =
            Config { partitions, registers, masks, lanes, entries: vector.buffer(), width, ranges: Ranges::Static };
        cfg.check().map_err(|why| why.to_string())?;
        Ok(cfg)
    }
    fn run(
        spec: &Spec,
        (policy, kind): (&Policy, VectorKind),
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Prt>,
    ) -> Result<Run, SimError> {
        on_partitions(spec, policy, kind, session, options, watch, made)
    }
}

fn section(spec: &Spec) -> Result<&Vector, String> {
    spec.vector.as_ref().ok_or_else(|| "the GPU has no section `vector`".into())
}

/// Runs a workload on vector cores, each with its partitioned renaming table.
pub(super) fn on_partitions<D: Device<Prt>>(
    spec: &Spec,
    policy: &Policy,
    kind: VectorKind,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
    made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
) -> Result<Run, SimError> {
    let cfg = fitted::<Prt>(spec, policy, &kind)?;
    permits(policy, kind, session)?;
    let machine = section(spec).map_err(SimError::Unfit)?;
    let gauge = watch.gauge().unwrap_or_default();
    let count = spec.core.count as usize;
    let core = |n| Ok(VectorCore::new((machine, spec.l2.line), (n, count), gauge.clone(), (cfg.clone(), made(&cfg)?)));
    let cores = (0..count).map(core).collect::<Result<Vec<_>, SimError>>()?;
    // a partition has whole warps of the executor, each of a power of two
    let warp_size = WARP.min(1 << machine.lanes.ilog2());
    on_warps(spec, policy, warp_size, cores, session, options, watch)
}

/// Refuses kernels that rely on warps of 32 threads and, under a policy for regular grids alone,
/// launches with their own warp sizes.
fn permits(policy: &Policy, kind: VectorKind, session: &mut dyn Grids) -> Result<(), SimError> {
    let name = policy.name().to_string();
    if session.is_warp_synchronous() {
        let why = "the workload relies on 32 threads of a warp running in lockstep, but a partition also gives turns to threads that are behind";
        return Err(SimError::Unfit(format!(
            "policy `{name}`: {why} (DEVIATIONS, D242): choose a policy of conventional cores, such as `simt`"
        )));
    }
    if !kind.regular {
        return Ok(());
    }
    let rule = move |grid: &Grid, _: &Image| match grid.launch.sizes {
        Some(_) => Err(SimError::Unfit(format!(
            "policy `{name}` has no warps with sizes of their own: choose `simt-simd-1`, or a workload with a grid of CTAs"
        ))),
        None => Ok(()),
    };
    session.require(policy.registers(), WARP, Box::new(rule))
}
