//! Example policies, one for each paper whose policy is not built yet: none is a model of the
//! paper, each uses the features of a core that the paper needs.

mod partitions;
mod sets;

use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::launch::Session;
use heddle_workloads::Workload;

use crate::base::SimError;
use crate::config::Config;
use crate::config::spec::Spec;
use crate::core::SlottedCore;
use crate::datapath::Simt;
use crate::formation::Formation;
use crate::measure::profile::Gauge;
use crate::memory::Hierarchy;
use crate::residency::{Direct, Residency};
use crate::system::run::{Machine, exec_options, run_grids};
use crate::system::{Ended, Options, Run};

/// Workloads with barriers and shared memory, divergence and several grids, atomics, straight
/// lines.
const WORKLOADS: [&str; 5] = ["va", "mm", "bitonic", "bfs", "nw"];

/// Returns STSIMT's GPU with one core that holds `warps` warps.
fn spec(warps: u32) -> Spec {
    Config::one_core("stsimt", &[format!("core.warps={warps}")])
}

/// Runs a workload on conventional cores, in warps of `warp_size` threads.
fn run<R: Residency, F: Formation<W>, const W: usize>(
    spec: &Spec,
    warp_size: u32,
    seams: impl Fn() -> (R, F),
    session: &mut Session,
    options: &Options,
) -> Result<Run, SimError> {
    let core = |n| {
        let (residency, formation) = seams();
        let datapath = Simt::new(spec, false, residency.warps());
        SlottedCore::<R, F, Simt, W>::new(spec, n, Gauge::default(), residency, formation, datapath)
    };
    let cores = (0..spec.core.count as usize).map(core).collect();
    let registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };
    let exec = exec_options(spec, warp_size, false);
    run_grids(Machine { spec, cores, memory: Hierarchy::new(spec) }, session, registers, &exec, options, &mut ())
}

/// Runs every workload, and checks the memory that it leaves and that skipping idle time changes
/// nothing; returns the runs, in the order of [`WORKLOADS`].
fn judged<R: Residency, F: Formation<W>, const W: usize>(
    spec: &Spec,
    warp_size: u32,
    seams: impl Fn() -> (R, F),
) -> Vec<Run> {
    let run = |name: &str, skip| {
        Workload::named(name).unwrap().with("test", |session| {
            let options = Options { skip, interval: 1000, ..Options::default() };
            let run = run(spec, warp_size, &seams, session, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(run.ended, Ended::Whole, "{name}");
            assert_eq!(session.check().unwrap(), vec![], "{name}");
            run
        })
    };
    let both = |name: &&str| {
        let skipped = run(name, true);
        assert_eq!(skipped, run(name, false), "{name}: skipping idle time changes something");
        skipped
    };
    WORKLOADS.iter().map(both).collect()
}

/// Returns the runs of whole warps, as a program has them.
fn whole_warps(spec: &Spec) -> Vec<Run> {
    use crate::formation::Fixed;
    judged::<_, _, 1>(spec, 32, || (Direct::new(spec), Fixed::new(&spec.core, spec.core.warps as usize)))
}
