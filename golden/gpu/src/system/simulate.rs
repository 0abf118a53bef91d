//! Simulation of workloads on the cores of a policy.

use heddle_contract::Block;
use heddle_contract::gang::{self, Gang};
use heddle_contract::lane::{self, Lane};
use heddle_contract::prt::{self, Prt};
use heddle_contract::slp::{self, Slp};
use heddle_contract::vtc::{self, Vtc};
use heddle_golden::{Device, Golden, Model};

use super::compaction::on_compaction;
use super::partitions::on_partitions;
use super::run::{Machine, exec_options, run_grids};
use super::slicing::on_slices;
use super::whole_warps::are_known;
use super::{Grids, Options, Run, Watch};
use crate::base::SimError;
use crate::config::spec::Spec;
use crate::core::{Core, SlottedCore};
use crate::datapath::{Datapath, Lanes, PortsOnly, Simt, Stalls, Visible, lanes};
use crate::formation::Fixed;
use crate::measure::profile::Gauge;
use crate::memory::{Hierarchy, LoadPath};
use crate::policy::{CoreKind, Ctas, LaneKind, Loads, Policy, SimtKind, VirtualKind};
use crate::residency::virtual_threads::{self, Timeless};
use crate::residency::{Direct, Residency, VirtualThreads};

/// Runs a workload's grids, in order, on a GPU with the cores of a policy; returns the results.
pub fn simulate(
    spec: &Spec,
    policy: &Policy,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Run, SimError> {
    let spec = policy.applied(spec)?;
    match policy.core {
        CoreKind::Simt(kind) => match kind.ctas {
            Ctas::Scheduled if spec.core.warps <= 64 => on_simt::<1>(&spec, policy, kind, session, options, watch),
            Ctas::Scheduled if spec.core.warps <= 128 => on_simt::<2>(&spec, policy, kind, session, options, watch),
            Ctas::Scheduled | Ctas::Unlimited => on_simt::<4>(&spec, policy, kind, session, options, watch),
            Ctas::Virtual(threads) if threads.timeless => {
                let made = &mut |cfg: &vtc::Config| Ok(Timeless::new(Model::<Vtc>::new(cfg.clone())));
                on_virtual_threads(&spec, policy, (kind, threads), session, options, watch, made)
            }
            Ctas::Virtual(threads) => {
                let made = &mut |cfg: &vtc::Config| Ok(Model::<Vtc>::new(cfg.clone()));
                on_virtual_threads(&spec, policy, (kind, threads), session, options, watch, made)
            }
        },
        CoreKind::Lanes(kind) => {
            on_lanes(&spec, policy, kind, session, options, watch, &mut |cfg| Ok(Model::new(cfg.clone())))
        }
        CoreKind::Compaction(kind) => {
            let made = &mut |cfg: &slp::Config| Ok(Model::<Slp>::new(cfg.clone()));
            on_compaction(&spec, policy, kind, session, options, watch, made)
        }
        CoreKind::Sliced(kind) => {
            let made = &mut |cfg: &gang::Config| Ok(Model::<Gang>::new(cfg.clone()));
            on_slices(&spec, policy, kind, session, options, watch, made)
        }
        CoreKind::Vector(kind) => {
            let made = &mut |cfg: &prt::Config| Ok(Model::<Prt>::new(cfg.clone()));
            on_partitions(&spec, policy, kind, session, options, watch, made)
        }
    }
}

/// A unit that the cores of some policies contain, so that its RTL can replace its golden model
/// there.
pub trait PolicyUnit: Golden {
    /// Returns the unit's configuration under a policy; `None` if the policy's cores do not contain
    /// the unit; an error if this GPU has no such unit.
    fn configured(policy: &Policy, spec: &Spec) -> Option<Result<Self::Config, SimError>>;
    /// Runs as [`simulate`], with units that `made` makes in the cores, such as RTL. The units'
    /// hidden state cannot be compared with the program.
    fn simulate(
        spec: &Spec,
        policy: &Policy,
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Self>,
    ) -> Result<Run, SimError>;
}

/// A unit in the cores of policies, with all that [`PolicyUnit`] needs.
pub(super) trait HeldUnit: Golden {
    /// The options that a policy has for the unit.
    type Kind;
    /// The name of the unit, for the error of policies without the unit.
    const WHAT: &'static str;

    /// Returns the policy's options for the unit; `None` if its cores do not contain the unit, or
    /// RTL cannot replace it.
    fn kind(policy: &Policy) -> Option<Self::Kind>;
    /// Returns the unit's configuration on a GPU with the policy's changes; an error says why this
    /// GPU has no such unit.
    fn config(spec: &Spec, kind: &Self::Kind) -> Result<Self::Config, String>;
    /// Runs a workload's grids on a GPU with the policy's changes.
    fn run(
        spec: &Spec,
        policy: (&Policy, Self::Kind),
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Self>,
    ) -> Result<Run, SimError>;
}

impl<B: HeldUnit> PolicyUnit for B {
    fn configured(policy: &Policy, spec: &Spec) -> Option<Result<B::Config, SimError>> {
        let kind = B::kind(policy)?;
        Some(policy.applied(spec).and_then(|spec| fitted::<B>(&spec, policy, &kind)))
    }

    fn simulate(
        spec: &Spec,
        policy: &Policy,
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<B>,
    ) -> Result<Run, SimError> {
        let kind = B::kind(policy).ok_or_else(|| {
            SimError::Unfit(format!("policy `{}` has no {}: choose a policy that has one", policy.name(), B::WHAT))
        })?;
        B::run(&policy.applied(spec)?, (policy, kind), session, options, watch, made)
    }
}

/// Returns the unit's configuration; an error says why this GPU has no such unit.
pub(super) fn fitted<B: HeldUnit>(spec: &Spec, policy: &Policy, kind: &B::Kind) -> Result<B::Config, SimError> {
    B::config(spec, kind).map_err(|why| SimError::Unfit(format!("policy `{}`: {why}", policy.name())))
}

/// A function that returns a unit's configuration under a policy: [`PolicyUnit::configured`].
pub type Configured<B> = fn(&Policy, &Spec) -> Option<Result<<B as Block>::Config, SimError>>;

/// A function that runs a workload with units that a [`Maker`] makes: [`PolicyUnit::simulate`].
pub type Simulated<B> =
    fn(&Spec, &Policy, &mut dyn Grids, &Options, &mut dyn Watch, &mut Maker<B>) -> Result<Run, SimError>;

/// A function that makes a unit, such as RTL or a golden model, with a configuration.
pub type Maker<'a, B> = dyn FnMut(&<B as Block>::Config) -> Result<Box<dyn Device<B>>, SimError> + 'a;

/// The functions of a unit that policies contain in their cores: [`PolicyUnit`] as a value.
#[derive(Debug, Clone, Copy)]
pub struct InCores<B: Block> {
    /// Returns the unit's configuration under a policy: [`PolicyUnit::configured`].
    pub configured: Configured<B>,
    /// Runs a workload with given units in the cores: [`PolicyUnit::simulate`].
    pub simulate: Simulated<B>,
}

impl<B: PolicyUnit> InCores<B> {
    /// Returns the functions of unit `B`, as [`PolicyUnit`] has them.
    pub const fn of() -> Self {
        InCores { configured: B::configured, simulate: B::simulate }
    }
}

impl HeldUnit for Lane {
    type Kind = LaneKind;
    const WHAT: &'static str = "lanes";

    fn kind(policy: &Policy) -> Option<LaneKind> {
        match policy.core {
            CoreKind::Lanes(kind) => Some(kind),
            CoreKind::Simt(_) | CoreKind::Compaction(_) | CoreKind::Sliced(_) | CoreKind::Vector(_) => None,
        }
    }
    fn config(spec: &Spec, kind: &LaneKind) -> Result<lane::Config, String> {
        lanes::config(spec, *kind).map_err(|why| why.to_string())
    }
    fn run(
        spec: &Spec,
        (policy, kind): (&Policy, LaneKind),
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Lane>,
    ) -> Result<Run, SimError> {
        on_lanes(spec, policy, kind, session, options, watch, &mut |cfg| made(cfg).map(PortsOnly))
    }
}

impl HeldUnit for Vtc {
    type Kind = (SimtKind, VirtualKind);
    const WHAT: &'static str = "virtual thread controller";

    fn kind(policy: &Policy) -> Option<Self::Kind> {
        match policy.core {
            // a controller whose swaps take no time is an idealisation that no hardware has
            CoreKind::Simt(kind @ SimtKind { ctas: Ctas::Virtual(threads), .. }) if !threads.timeless => {
                Some((kind, threads))
            }
            _ => None,
        }
    }
    fn config(spec: &Spec, (_, threads): &Self::Kind) -> Result<vtc::Config, String> {
        virtual_threads::config(spec, threads.barrier)
    }
    fn run(
        spec: &Spec,
        (policy, kind): (&Policy, Self::Kind),
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Vtc>,
    ) -> Result<Run, SimError> {
        on_virtual_threads(spec, policy, kind, session, options, watch, made)
    }
}

/// Runs a workload on conventional cores with up to 64 W slots, a slot for each warp.
fn on_simt<const W: usize>(
    spec: &Spec,
    policy: &Policy,
    kind: SimtKind,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Run, SimError> {
    let gauge = watch.gauge().unwrap_or_default();
    let core = |n| {
        let residency = if kind.ctas == Ctas::Unlimited { Direct::unlimited(spec) } else { Direct::new(spec) };
        let datapath = Simt::new(spec, policy.is_scalar(), residency.warps());
        let formation = Fixed::new(&spec.core, residency.slots());
        let core = SlottedCore::<_, _, _, W>::new(spec, n, gauge.clone(), residency, formation, datapath);
        let core = core.with_loads(spec, kind.loads.path(spec), false);
        if kind.owner { core.with_priority(spec.mascar.saturated) } else { core }
    };
    let cores = (0..spec.core.count as usize).map(core).collect();
    on_cores(spec, policy, cores, session, options, watch)
}

/// Runs a workload on conventional cores with virtual threads.
fn on_virtual_threads<D: Device<Vtc>>(
    spec: &Spec,
    policy: &Policy,
    (kind, threads): (SimtKind, VirtualKind),
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
    made: &mut dyn FnMut(&vtc::Config) -> Result<D, SimError>,
) -> Result<Run, SimError> {
    let cfg = fitted::<Vtc>(spec, policy, &(kind, threads))?;
    let units = (0..spec.core.count).map(|_| made(&cfg)).collect::<Result<Vec<D>, SimError>>()?;
    if spec.core.warps <= 64 {
        let cores = threaded::<D, 1>(spec, &cfg, (kind, threads), units, watch);
        on_cores(spec, policy, cores, session, options, watch)
    } else {
        let cores = threaded::<D, 4>(spec, &cfg, (kind, threads), units, watch);
        on_cores(spec, policy, cores, session, options, watch)
    }
}

pub(crate) type Threaded<D, const W: usize> = SlottedCore<VirtualThreads<D>, Fixed<W>, Simt, W>;

impl Loads {
    /// Returns the path of refused loads in the cores of a GPU.
    fn path(self, spec: &Spec) -> LoadPath {
        match self {
            Loads::InOrder => LoadPath::InOrder,
            Loads::Queue => LoadPath::Queue { entries: spec.mascar.queue },
            Loads::TwoQueues => LoadPath::TwoQueues { active: spec.vt.active_queue, inactive: spec.vt.inactive_queue },
        }
    }
}

/// Creates the cores with virtual threads, each with its controller.
pub(crate) fn threaded<D: Device<Vtc>, const W: usize>(
    spec: &Spec,
    cfg: &vtc::Config,
    (kind, threads): (SimtKind, VirtualKind),
    units: Vec<D>,
    watch: &mut dyn Watch,
) -> Vec<Threaded<D, W>> {
    let gauge = watch.gauge().unwrap_or_default();
    let core = |(n, unit)| {
        let residency = VirtualThreads::new(spec, cfg.clone(), unit, threads.timeless);
        let stalls = if threads.every_load { Stalls::Loads } else { Stalls::Misses };
        let datapath = Simt::new(spec, false, residency.warps()).with_stalls(stalls);
        let formation = Fixed::new(&spec.core, residency.slots());
        let core = SlottedCore::new(spec, n, gauge.clone(), residency, formation, datapath);
        core.with_loads(spec, kind.loads.path(spec), stalls == Stalls::Misses)
    };
    units.into_iter().enumerate().map(core).collect()
}

/// Runs a workload on cores of independent lanes.
fn on_lanes<D: Visible>(
    spec: &Spec,
    policy: &Policy,
    kind: LaneKind,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
    made: &mut dyn FnMut(&lane::Config) -> Result<D, SimError>,
) -> Result<Run, SimError> {
    let cfg = fitted::<Lane>(spec, policy, &kind)?;
    let gauge = watch.gauge().unwrap_or_default();
    let mut of_core = Vec::with_capacity(spec.core.count as usize);
    for _ in 0..spec.core.count {
        let lanes = (0..lanes::lanes(spec, kind)).map(|_| made(&cfg));
        of_core.push(lanes.collect::<Result<Vec<D>, SimError>>()?);
    }
    let skip = options.skip;
    let of_core = of_core.into_iter().enumerate();
    if kind.locked {
        let core =
            |(n, lanes)| whole_warps::<_, 1>(spec, n, &gauge, Lanes::<D, true, 1>::new(spec, kind, &cfg, lanes, skip));
        on_cores(spec, policy, of_core.map(core).collect(), session, options, watch)
    } else {
        let core =
            |(n, lanes)| whole_warps::<_, 1>(spec, n, &gauge, Lanes::<D, false, 1>::new(spec, kind, &cfg, lanes, skip));
        on_cores(spec, policy, of_core.map(core).collect(), session, options, watch)
    }
}

/// Creates core `n` of a GPU whose warps are those of the program, each in a slot of its own.
fn whole_warps<X: Datapath<W>, const W: usize>(
    spec: &Spec,
    n: usize,
    gauge: &Gauge,
    datapath: X,
) -> SlottedCore<Direct, Fixed<W>, X, W> {
    let warps = spec.core.warps as usize;
    SlottedCore::new(spec, n, gauge.clone(), Direct::new(spec), Fixed::new(&spec.core, warps), datapath)
}

pub(crate) fn on_cores<C: Core>(
    spec: &Spec,
    policy: &Policy,
    cores: Vec<C>,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Run, SimError> {
    on_warps(spec, policy, spec.core.warp_size, cores, session, options, watch)
}

/// Runs a workload on cores with warps of `warp_size` threads, and as many threads as the GPU has.
pub(crate) fn on_warps<C: Core>(
    spec: &Spec,
    policy: &Policy,
    warp_size: u32,
    cores: Vec<C>,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Run, SimError> {
    are_known(policy, warp_size, session)?;
    let exec = exec_options(spec, warp_size, policy.is_scalar());
    run_grids(Machine { spec, cores, memory: Hierarchy::new(spec) }, session, policy.registers(), &exec, options, watch)
}

#[cfg(test)]
mod tests {
    use heddle_contract::lane::{In, Out};
    use heddle_golden::lane::Written;
    use heddle_workloads::Workload;

    use super::*;
    use crate::config::Config;

    /// A lane that writes one bit wrongly, into registers that nothing may ever read.
    struct Writes(Model<Lane>);

    impl Device<Lane> for Writes {
        fn peek(&mut self, o: &mut Out) {
            self.0.peek(o);
        }
        fn step(&mut self, i: &In, o: &mut Out) {
            self.0.step(i, o);
        }
    }

    impl Visible for Writes {
        fn written(&self) -> Option<Written> {
            self.0.written().map(|mut written| {
                let last = written.slots.ilog2() as usize;
                written.data[last] ^= u32::from(written.thread == 31) << 7;
                written
            })
        }
    }

    #[test]
    fn a_word_that_a_lane_writes_wrongly_is_reported() {
        let spec = Config::one_core::<&str>("stsimt", &[]);
        let policy = Policy::named("tsimt").unwrap();
        let CoreKind::Lanes(kind) = policy.core else { panic!("it has lanes") };
        let trouble = Workload::named("va").unwrap().with("test", |session| {
            let made = &mut |cfg: &lane::Config| Ok(Writes(Model::new(cfg.clone())));
            on_lanes(&spec, &policy, kind, session, &Options::default(), &mut (), made).unwrap_err()
        });
        let SimError::Wrong { what, .. } = trouble else { panic!("{trouble}") };
        for part in ["kernel `va`", "va.ptx:", "thread 31", "lane 0", "written"] {
            assert!(what.contains(part), "{what}");
        }
    }
}
