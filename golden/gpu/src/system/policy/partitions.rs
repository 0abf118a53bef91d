//! Policies of a vector machine with partitions (SIMT-SIMD IV, V).

use heddle_contract::Config as _;
use heddle_contract::prt::{Config, Ranges};
use heddle_golden::Device;
use heddle_golden::prt::Prt;
use heddle_kernel::execute::Image;
use heddle_kernel::launch::Grid;

use super::build::{Build, HasUnit, HeldUnit, Setup};
use crate::base::SimError;
use crate::config::spec::{Packing, Spec, Vector};
use crate::core::VectorCore;
use crate::measure::lines::{TimeClasses, VECTOR_CYCLES};
use crate::system::target::Target;
use crate::system::{Grids, Run};

/// Parameters of a vector core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VectorKind {
    /// Whether warps share partitions as the GPU says.
    pub packs: bool,
    /// Whether several partitions run at once, as many as the GPU says.
    pub multiplexes: bool,
    /// Whether launches of warps with sizes of their own are refused, as by a vector machine
    /// without this idea.
    pub regular: bool,
}

const ALL: VectorKind = VectorKind { packs: true, multiplexes: true, regular: false };
const ONE: VectorKind = VectorKind { packs: false, multiplexes: false, ..ALL };

/// Entries of the instruction buffer of a single partition.
const ENTRIES: u32 = 4;

/// Threads of the executor's warps where a vector has as many lanes: a wider warp is several of
/// them.
const WARP: u32 = 32;

impl Build for VectorKind {
    const POLICIES: &'static [(&'static str, Self, &'static str)] = &[
        (
            "simt-simd",
            ALL,
            "warps of any size packed into partitions of wide SIMD registers, several at once (SIMT-SIMD IV)",
        ),
        ("simt-simd-unpacked", VectorKind { packs: false, ..ALL }, "simt-simd, a warp a partition"),
        ("simt-simd-1", ONE, "simt-simd, a warp a partition, one at a time: the vector machine without both ideas"),
        (
            "vector",
            VectorKind { regular: true, ..ONE },
            "simt-simd-1 for regular grids alone: a vector machine and its loop over elements",
        ),
    ];
    const PAPER: &'static str = "simt-simd";
    const TIME: &'static TimeClasses = &VECTOR_CYCLES;

    fn apply(&self, spec: &mut Spec, target: Target) -> Result<(), SimError> {
        let missing = || {
            let needs = "needs a GPU with a section `vector`: --config simt-simd has one";
            SimError::Unfit(format!("policy `{}` {needs}", target.name))
        };
        let vector = spec.vector.as_mut().ok_or_else(missing)?;
        if !self.packs {
            vector.pack = Packing::None;
        }
        if !self.multiplexes {
            (vector.partitions, vector.entries, vector.width) = (1, ENTRIES, 1);
        }
        Ok(())
    }
    fn simulate(&self, setup: Setup) -> Result<Run, SimError> {
        self.run_golden(setup)
    }
}

impl HeldUnit for Prt {
    type Kind = VectorKind;
}

impl HasUnit for VectorKind {
    type Unit = Prt;
    const WHAT: &'static str = "partitioned renaming table";

    fn unit(&self, spec: &Spec) -> Result<Config, String> {
        let vector = section(spec)?;
        let &Vector { partitions, registers, masks, lanes, width, .. } = vector;
        let cfg =
            Config { partitions, registers, masks, lanes, entries: vector.buffer(), width, ranges: Ranges::Static };
        cfg.check().map_err(|why| why.to_string())?;
        Ok(cfg)
    }
    fn run<D: Device<Prt>>(
        &self,
        mut setup: Setup,
        made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
    ) -> Result<Run, SimError> {
        let (spec, gauge) = (setup.spec, setup.gauge());
        let cfg = self.fitted(spec, setup.target)?;
        permits(setup.target, *self, setup.session)?;
        let machine = section(spec).map_err(SimError::Unfit)?;
        let count = spec.core.count as usize;
        // a partition has whole warps of the executor, each of a power of two
        let warp_size = WARP.min(1 << machine.lanes.ilog2());
        setup.run(warp_size, |n| {
            Ok(VectorCore::new((machine, spec.l2.line), (n, count), gauge.clone(), (cfg.clone(), made(&cfg)?)))
        })
    }
}

fn section(spec: &Spec) -> Result<&Vector, String> {
    spec.vector.as_ref().ok_or_else(|| "the GPU has no section `vector`".into())
}

/// Refuses kernels that rely on warps of 32 threads and, under a policy for regular grids alone,
/// launches with their own warp sizes.
fn permits(target: Target, kind: VectorKind, session: &mut dyn Grids) -> Result<(), SimError> {
    let name = target.name.to_string();
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
    session.require(target.registers(), WARP, Box::new(rule))
}
