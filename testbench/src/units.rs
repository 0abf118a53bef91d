//! The one list of units.

use heddle_contract::gang::Gang;
use heddle_contract::lane::Lane;
use heddle_contract::primitive::{Bank, Fp32, Mul32, Shr32, Storage};
use heddle_contract::prt::Prt;
use heddle_contract::slp::Slp;
use heddle_contract::vtc::Vtc;
use heddle_contract::{Config, Value};

use heddle_formal::{Graph, Netlist};
use heddle_gpu::system::SimError;
use heddle_kernel::launch::Session;

use crate::bench::{Bench, Exercise};
use crate::claims::Claims;
use crate::coverage::{Coverage, CoverageError, coverage};
use crate::dut::initial_seed;
use crate::enumerate::{self, Enumerated, LEAST, Limits, Planted, enumerate, plants};
use crate::lockstep::{Random, Run, Slots, record};
use crate::structure::{Extent, Place, Reason, ReasonError, StructureError, reasons, structure};
use crate::target::{Hardware, ModelTools, ReplayError, Target, UnitTarget, lockstep, ports, work};
use crate::trace::{Trace, TraceError, TraceFile};
use crate::variant::{Variant, VaryError, vary};
use crate::verilator::BuildError;

/// Does something for every unit.
pub trait Visitor {
    /// For unit `B`.
    fn visit<B: Bench>(&mut self);
}

/// Visits every unit, then every primitive that they are made of: the one place where they are listed.
pub fn each(visitor: &mut impl Visitor) {
    visitor.visit::<Lane>();
    visitor.visit::<Slp>();
    visitor.visit::<Gang>();
    visitor.visit::<Prt>();
    visitor.visit::<Vtc>();

    visitor.visit::<Mul32>();
    visitor.visit::<Shr32>();
    visitor.visit::<Fp32>();
    visitor.visit::<Bank>();
    visitor.visit::<Storage>();
}

type Builder = fn(&ModelTools, &'static str, Hardware) -> Result<Box<dyn Target>, BuildError>;
type Emitter = fn(&'static str) -> String;
type Claimer = fn(&'static str, &mut Graph, &Netlist) -> Claims;
type Coverer = fn(&'static str, u64, u64, &[TraceFile], &dyn Fn(u64)) -> Result<Coverage, CoverageError>;
type Structurer = fn(&ModelTools, &'static str, Extent, &(dyn Fn(u64) + Sync)) -> Result<Vec<Place>, StructureError>;
type Enumerator = fn(&str, Limits, &dyn Fn(u64)) -> Option<Enumerated>;
type Planter = fn(&str, Limits, &dyn Fn(u64)) -> Vec<Planted>;
type Runner = fn(&TraceFile, &mut dyn Slots) -> Result<Run, ReplayError>;
type Rehearser = fn(&'static str) -> Vec<Exercise<String>>;
type Worker = fn(&TraceFile, u64) -> Result<Vec<Vec<u64>>, ReplayError>;
type Varier = fn(&'static str, &[(String, u32)]) -> Result<Variant, VaryError>;
type Recorder = fn(&'static str, &mut Session, usize, String) -> Result<String, SimError>;

/// What the command knows of a unit.
#[derive(Clone)]
pub struct Unit {
    /// Its name.
    pub name: &'static str,
    /// The paper and its sections.
    pub source: &'static str,
    /// A part that units are made of.
    pub primitive: bool,
    /// Its presets, each with its parameters.
    pub presets: Vec<(&'static str, Vec<(&'static str, Value)>)>,
    build: Builder,
    emit: Emitter,
    vary: Varier,
    /// What Rust calls its type, with the path.
    pub path: &'static str,
    claims: Claimer,
    record: Option<Recorder>,
    /// Cores of some policies hold it, so that its RTL can stand in a whole GPU.
    pub in_cores: bool,
    cover: Coverer,
    structure: Structurer,
    unreached: &'static str,
    enumerate: Enumerator,
    plants: Planter,
    /// What an enumeration of its states leaves out of the inputs, and whether there is a configuration smaller than
    /// its presets; none: they are not enumerated.
    pub states: Option<(&'static str, bool)>,
    random: fn(&'static str, u64, u64) -> String,
    exercises: Rehearser,
    ports: fn(&'static str) -> [Vec<String>; 2],
    lockstep: Runner,
    read: fn(&TraceFile) -> Result<(), TraceError>,
    work: Worker,
    /// What it does that costs energy.
    pub works: &'static [&'static str],
    /// Events of the GPU's energy table that are this unit's, each the mean of some of [`works`](Unit::works).
    pub events: &'static [(&'static str, &'static [&'static str])],
}

impl Unit {
    /// Builds a preset's model.
    pub fn build(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        hardware: Hardware,
    ) -> Result<Box<dyn Target>, BuildError> {
        (self.build)(tools, preset, hardware)
    }

    /// Whether every line of a trace is one of this unit's, before anything is built for it.
    pub fn read(&self, file: &TraceFile) -> Result<(), TraceError> {
        (self.read)(file)
    }

    /// A core can be built around it, so that real programs drive it.
    pub fn records(&self) -> bool {
        self.record.is_some()
    }

    /// A trace of a workload's first cycles, on a core around a preset of a unit that [`records`](Unit::records); the note says what was recorded.
    pub fn record(
        &self,
        preset: &'static str,
        work: &mut Session,
        cycles: usize,
        note: String,
    ) -> Result<String, SimError> {
        let record = self.record.ok_or_else(|| SimError::Unfit(format!("no core is built around {}", self.name)))?;
        record(preset, work, cycles, note)
    }

    /// What is claimed of a preset's netlist.
    pub fn claims(&self, preset: &'static str, graph: &mut Graph, netlist: &Netlist) -> Claims {
        (self.claims)(preset, graph, netlist)
    }

    /// What so many cycles of random stimulus reach of a preset, and what some recordings do. `progress` hears of cycles as they are done.
    pub fn cover(
        &self,
        preset: &'static str,
        seed: u64,
        cycles: u64,
        recordings: &[TraceFile],
        progress: &dyn Fn(u64),
    ) -> Result<Coverage, CoverageError> {
        (self.cover)(preset, seed, cycles, recordings, progress)
    }

    /// What there is to reach of a preset's RTL, and whether the first segments of a campaign reach it. `progress` hears of cycles.
    pub fn structure(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        extent: Extent,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Place>, StructureError> {
        (self.structure)(tools, preset, extent, progress)
    }

    /// Why some of its RTL is not reached.
    pub fn unreached(&self) -> Result<Vec<Reason>, ReasonError> {
        reasons(self.name, self.unreached)
    }

    /// The states of a preset, or of the configuration [`LEAST`], if they are enumerated.
    pub fn enumerate(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Option<Enumerated> {
        (self.enumerate)(preset, limits, progress)
    }

    /// The same for everything that is planted.
    pub fn plants(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Vec<Planted> {
        (self.plants)(preset, limits, progress)
    }

    /// A trace of so many cycles of random stimulus.
    pub fn random(&self, preset: &'static str, seed: u64, cycles: u64) -> String {
        (self.random)(preset, seed, cycles)
    }

    /// The preset's directed stimuli, as traces.
    pub fn exercises(&self, preset: &'static str) -> Vec<Exercise<String>> {
        (self.exercises)(preset)
    }

    /// Names of a preset's ports: inputs, then outputs, in the order of their slots.
    pub fn ports(&self, preset: &'static str) -> [Vec<String>; 2] {
        (self.ports)(preset)
    }

    /// Runs a trace in lockstep with hardware that is just reset.
    pub fn lockstep(&self, file: &TraceFile, hardware: &mut dyn Slots) -> Result<Run, ReplayError> {
        (self.lockstep)(file, hardware)
    }

    /// How often a trace does each of [`works`](Unit::works), a row a segment of `window` cycles.
    pub fn work(&self, file: &TraceFile, window: u64) -> Result<Vec<Vec<u64>>, ReplayError> {
        (self.work)(file, window)
    }

    /// A preset with some of its numbers changed, by name.
    pub fn vary(&self, preset: &'static str, changes: &[(String, u32)]) -> Result<Variant, VaryError> {
        (self.vary)(preset, changes)
    }

    /// A preset's Verilog.
    pub fn emit(&self, preset: &'static str) -> String {
        (self.emit)(preset)
    }
}

/// Every unit.
pub fn units() -> Vec<Unit> {
    struct List(Vec<Unit>);
    impl Visitor for List {
        fn visit<B: Bench>(&mut self) {
            let presets = B::Config::presets().iter().map(|(name, cfg)| (*name, cfg.parameters())).collect();
            self.0.push(Unit {
                name: B::NAME,
                source: B::SOURCE,
                primitive: B::PRIMITIVE,
                presets,
                build: |tools, preset, hardware| {
                    let target = UnitTarget::<B>::build(tools, preset, config::<B>(preset), hardware)?;
                    Ok(Box::new(target))
                },
                record: B::RECORD.is_some().then_some(|preset, work, cycles, note| {
                    let core = B::RECORD.expect("there is one");
                    let inputs = core(config::<B>(preset), work, cycles)?;
                    Ok(trace::<B>(preset, note, inputs))
                }),
                in_cores: B::IN_CORES.is_some(),
                claims: |preset, graph, netlist| B::claims(config::<B>(preset), graph, netlist),
                cover: |preset, seed, cycles, recordings, progress| {
                    coverage::<B>(config::<B>(preset), seed, cycles, recordings, progress)
                },
                structure: |tools, preset, extent, progress| {
                    structure::<B>(tools, preset, config::<B>(preset), extent, progress)
                },
                unreached: B::UNREACHED,
                enumerate: |preset, limits, progress| {
                    let states = B::STATES?;
                    let cfg = place::<B>(preset)?;
                    Some(enumerate::<B>(&enumerate::Place { name: preset, cfg: &cfg }, &states, limits, progress))
                },
                plants: |preset, limits, progress| match (B::STATES, place::<B>(preset)) {
                    (Some(states), Some(cfg)) => {
                        plants::<B>(&enumerate::Place { name: preset, cfg: &cfg }, &states, limits, progress)
                    }
                    _ => Vec::new(),
                },
                states: B::STATES.map(|states| (states.without, states.least.is_some())),
                random: |preset, seed, cycles| {
                    let cfg = config::<B>(preset);
                    // what the unit's users do, and no more: its power is estimated from this
                    let inputs = record::<B>(cfg, &mut Random::new(cfg, seed, 0, cycles));
                    trace::<B>(preset, format!("random, seed {seed}"), inputs)
                },
                exercises: |preset| {
                    let exercises = B::exercises(config::<B>(preset)).into_iter();
                    let traced = |Exercise { name, stimulus, typical }: Exercise<Vec<B::In>>| {
                        let stimulus = trace::<B>(preset, name.clone(), stimulus);
                        Exercise { name, stimulus, typical }
                    };
                    exercises.map(traced).collect()
                },
                ports: |preset| ports::<B>(config::<B>(preset)),
                lockstep: lockstep::<B>,
                read: |file| file.read::<B>().map(drop),
                work: work::<B>,
                works: B::WORK,
                events: B::EVENTS,
                vary: |preset, changes| vary::<B>(config::<B>(preset), changes),
                path: std::any::type_name::<B>(),
                emit: |preset| B::verilog(config::<B>(preset)).expect("every preset has RTL"),
            });
        }
    }
    let mut list = List(Vec::new());
    each(&mut list);
    list.0
}

/// Every preset of every unit.
pub fn presets() -> Vec<(Unit, &'static str)> {
    let of = |unit: Unit| unit.presets.clone().into_iter().map(move |(preset, _)| (unit.clone(), preset));
    units().into_iter().flat_map(of).collect()
}

fn trace<B: Bench>(preset: &str, note: String, inputs: Vec<B::In>) -> String {
    Trace::<B> { preset: preset.to_string(), initial: initial_seed(0, 0), notes: vec![note], inputs }.text()
}

fn config<B: Bench>(preset: &str) -> &'static B::Config {
    B::Config::preset(preset).expect("the preset is one of the unit's own list")
}

/// The parameters of a preset, or of what is smaller than all of them.
fn place<B: Bench>(name: &str) -> Option<B::Config> {
    match name {
        LEAST => B::STATES?.least.map(|least| least()),
        name => B::Config::preset(name).cloned(),
    }
}
