//! A workload on a GPU: what it takes.

use heddle_contract::lane::{self, Lane};
use heddle_golden::{Device, Model};
use heddle_kernel::launch::Session;

use super::clock::Clock;
use super::gpu::{self, Gpu, Work};
use super::{Sample, SimError, Watch};

use crate::config::spec::Spec;
use crate::core::{CoreCounters, FetchCounters, SlotCounters};
use crate::datapath::{self, Closed, Datapath, Execution, Lanes, Simt};
use crate::measure::statistics::{Counter, Counters};
use crate::memory::{ConstantCounters, LoadStoreCounters, MemoryCounters};
use crate::microop::{self, Program};
use crate::policy::{CoreKind, LaneKind, Policy};
use crate::system::cta_dispatch::GridContext;

/// How a run is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Core cycles after which it ends.
    pub limit: Option<u64>,
    /// Idle time is skipped. The result is the same.
    pub skip: bool,
    /// Core cycles of a sample of core 0's lanes; 0 for none.
    pub interval: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { limit: None, skip: true, interval: 0 }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All grids ran to their end.
    Whole,
    /// The cycles allowed were over.
    Limit,
    /// Whoever watched said so.
    Stopped,
}

/// One grid of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Its kernel.
    pub kernel: String,
    /// Core cycles from its first to the last of what it did.
    pub cycles: u64,
    /// In the order of [`list`].
    pub statistics: Vec<u64>,
}

/// What a run took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Core cycles.
    pub cycles: u64,
    /// Warp instructions.
    pub instructions: u64,
    /// Thread instructions.
    pub thread_instructions: u64,
    /// How it ended.
    pub ended: Ended,
    /// In the order of [`list`].
    pub statistics: Vec<u64>,
    /// Core 0's lanes over time.
    pub timeline: Vec<Sample>,
    /// Grid by grid.
    pub launches: Vec<Launch>,
}

impl Run {
    /// A statistic by its name.
    pub fn get(&self, name: &str) -> Option<u64> {
        of(&self.statistics, name)
    }
}

impl Launch {
    /// A statistic by its name.
    pub fn get(&self, name: &str) -> Option<u64> {
        of(&self.statistics, name)
    }
}

fn of(values: &[u64], name: &str) -> Option<u64> {
    list().iter().position(|counter| counter.name == name).and_then(|at| values.get(at).copied())
}

/// Every statistic of a run, in order.
pub fn list() -> Vec<Counter> {
    let core =
        [CoreCounters::LIST, SlotCounters::LIST, FetchCounters::LIST, LoadStoreCounters::LIST, ConstantCounters::LIST];
    [core.concat(), MemoryCounters::list()].concat()
}

fn statistics<X: Execution>(gpu: &mut Gpu<X>) -> Vec<u64> {
    gpu.settle();
    let (mut core, mut slots, mut fetch) = (CoreCounters::default(), SlotCounters::default(), FetchCounters::default());
    let (mut loads, mut constants) = (LoadStoreCounters::default(), ConstantCounters::default());
    for one in &gpu.cores {
        core += &one.counters;
        slots += &one.slots;
        fetch += &one.fetch.counters;
        loads += &one.loads.counters();
        constants += &one.constants.counters();
    }
    [core.values(), slots.values(), fetch.values(), loads.values(), constants.values(), gpu.memory.counters().values()]
        .concat()
}

/// Runs a workload's grids, in order, on a GPU.
pub fn simulate(
    spec: &Spec,
    policy: &Policy,
    session: &mut Session,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Run, SimError> {
    let spec = policy.applied(spec);
    match policy.core {
        CoreKind::Simt => run(&spec, policy, session, options, watch, |_| Simt::new(&spec, policy.is_scalar())),
        CoreKind::Lanes(kind) => {
            lanes(&spec, policy, kind, session, options, watch, &mut |cfg| Ok::<_, SimError>(Model::new(cfg.clone())))
        }
    }
}

/// The same, with lanes from elsewhere in the cores: RTL. What a lane writes can not be seen from outside; a value that is wrong is found when it leaves the lane.
pub fn simulate_with<D: Device<Lane>, E: From<SimError>>(
    spec: &Spec,
    policy: &Policy,
    session: &mut Session,
    options: &Options,
    watch: &mut dyn Watch,
    made: &mut dyn FnMut(&lane::Config) -> Result<D, E>,
) -> Result<Run, E> {
    let spec = policy.applied(spec);
    match policy.core {
        CoreKind::Simt => {
            let why = format!("policy `{}` has no lanes: choose one that has", policy.name());
            Err(SimError::Unfit(why).into())
        }
        CoreKind::Lanes(kind) => lanes(&spec, policy, kind, session, options, watch, &mut |cfg| made(cfg).map(Closed)),
    }
}

/// On cores of such lanes.
fn lanes<D: Datapath, E: From<SimError>>(
    spec: &Spec,
    policy: &Policy,
    kind: LaneKind,
    session: &mut Session,
    options: &Options,
    watch: &mut dyn Watch,
    made: &mut dyn FnMut(&lane::Config) -> Result<D, E>,
) -> Result<Run, E> {
    let unfit = |why: String| SimError::Unfit(format!("policy `{}`: {why}", policy.name()));
    let cfg = datapath::lanes::config(spec, kind).map_err(unfit)?;
    let mut cores = Vec::with_capacity(spec.core.count as usize);
    for _ in 0..spec.core.count {
        let lanes = (0..datapath::lanes::lanes(spec, kind)).map(|_| made(&cfg));
        cores.push(lanes.collect::<Result<Vec<D>, E>>()?);
    }
    let mut next = cores.into_iter();
    let mut lanes = |_| next.next().unwrap_or_default();
    let skip = options.skip;
    Ok(match kind.locked {
        true => {
            let core = |n| Lanes::<D, true>::new(spec, kind, &cfg, lanes(n), skip);
            run(spec, policy, session, options, watch, core)?
        }
        false => {
            let core = |n| Lanes::<D, false>::new(spec, kind, &cfg, lanes(n), skip);
            run(spec, policy, session, options, watch, core)?
        }
    })
}

fn run<X: Execution>(
    spec: &Spec,
    policy: &Policy,
    session: &mut Session,
    options: &Options,
    watch: &mut dyn Watch,
    core: impl FnMut(usize) -> X,
) -> Result<Run, SimError> {
    let clock = Clock::new(spec).map_err(|error| SimError::Unfit(error.to_string()))?;
    let grids = session.ready(policy.registers(), spec.core.warp_size)?;
    let how = gpu::options(spec, policy.is_scalar());
    let mut gpu = Gpu::new(spec, clock, options, watch.gauge().unwrap_or_default(), core);
    let (mut launches, mut ended) = (Vec::new(), Ended::Whole);
    let mut before = statistics(&mut gpu);
    let mut program: Option<((u32, [u32; 3]), Program)> = None;
    for (grid, image) in grids.iter() {
        grid.launch.check(image, &how).map_err(|fault| SimError::Run(fault.into()))?;
        let name = &image.module.functions[image.kernel.0 as usize].name;
        let threads = crate::system::cta_dispatch::threads(grid, &how);
        let key = (grid.kernel.0, grid.launch.block);
        let unfit = |why: String| SimError::Unfit(format!("`{name}` does not fit: {why}"));
        let planned = match program.take_if(|(known, _)| *known == key) {
            Some((_, program)) => program,
            None => microop::program(image, grid.launch.block).map_err(unfit)?,
        };
        gpu.cores.first().map_or(Ok(()), |core| core.x.fits(&planned, &threads)).map_err(unfit)?;
        watch.grid(gpu.cycle, name);
        let began = gpu.cycle;
        let mut ground = GridContext { image, grid, options: &how, memory: &mut session.memory };
        let limit = options.limit.unwrap_or(u64::MAX);
        let mut work = Work { ground: &mut ground, program: &planned, threads: &threads, limit };
        ended = gpu.run(grid.kernel.0, &mut work, watch)?;
        let now = statistics(&mut gpu);
        let statistics = now.iter().zip(&before).map(|(now, before)| now - before).collect();
        before = now;
        launches.push(Launch { kernel: name.clone(), cycles: gpu.cycle - began, statistics });
        program = Some((key, planned));
        if ended != Ended::Whole {
            break;
        }
    }
    let statistics = before;
    let (instructions, thread_instructions) =
        (of(&statistics, "core.instructions"), of(&statistics, "core.thread_instructions"));
    Ok(Run {
        cycles: gpu.cycle,
        instructions: instructions.unwrap_or(0),
        thread_instructions: thread_instructions.unwrap_or(0),
        ended,
        statistics,
        timeline: gpu.timeline,
        launches,
    })
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

    impl Datapath for Writes {
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
        let mut config = Config::shipped("stsimt").unwrap();
        config.set(&["core.count=1", "dram.channels=1", "l2.bytes=131072"]).unwrap();
        let policy = Policy::named("tsimt").unwrap();
        let CoreKind::Lanes(kind) = policy.core else { panic!("it has lanes") };
        let trouble = Workload::named("va").unwrap().with("test", |session| {
            let made = &mut |cfg: &lane::Config| Ok::<_, SimError>(Writes(Model::new(cfg.clone())));
            lanes(&config.spec, &policy, kind, session, &Options::default(), &mut (), made).unwrap_err()
        });
        let SimError::Wrong { what, .. } = trouble else { panic!("{trouble}") };
        for part in ["kernel `va`", "va.ptx:", "thread 31", "lane 0", "written"] {
            assert!(what.contains(part), "{what}");
        }
    }
}
