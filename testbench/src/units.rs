//! The list of all units, and a unit's functions without its type.

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

/// A generic action on every unit.
pub trait Visitor {
    /// Visits unit `B`.
    fn visit<B: Bench>(&mut self);
}

/// Visits every unit, then every primitive that they are made of: the only place where they are listed.
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
type Coverer = fn(&'static str, u64, &[(u64, u64)], &[TraceFile], &dyn Fn(u64)) -> Result<Coverage, CoverageError>;
type Structurer = fn(&ModelTools, &'static str, Extent, &(dyn Fn(u64) + Sync)) -> Result<Vec<Place>, StructureError>;
type Enumerator = fn(&str, Limits, &dyn Fn(u64)) -> Option<Enumerated>;
type Planter = fn(&str, Limits, &dyn Fn(u64)) -> Vec<Planted>;
type Runner = fn(&TraceFile, &mut dyn Slots) -> Result<Run, ReplayError>;
type Rehearser = fn(&'static str) -> Vec<Exercise<String>>;
type Worker = fn(&TraceFile, u64) -> Result<Vec<Vec<u64>>, ReplayError>;
type Varier = fn(&'static str, &[(String, u32)]) -> Result<Variant, VaryError>;
type Recorder = fn(&'static str, &mut Session, usize, String) -> Result<String, SimError>;

/// A unit as the command uses it: name, presets, and functions without the unit's type.
#[derive(Clone)]
pub struct Unit {
    /// Name of the unit.
    pub name: &'static str,
    /// The paper that the unit is from, with sections.
    pub source: &'static str,
    /// Whether the unit is a primitive, a part that units are made of.
    pub primitive: bool,
    /// Presets of the unit, each with its parameters.
    pub presets: Vec<(&'static str, Vec<(&'static str, Value)>)>,
    build: Builder,
    emit: Emitter,
    vary: Varier,
    /// Path of the unit's Rust type.
    pub path: &'static str,
    claims: Claimer,
    record: Option<Recorder>,
    /// Whether cores of some policies contain the unit, so that its RTL can be placed in a whole GPU.
    pub in_cores: bool,
    cover: Coverer,
    structure: Structurer,
    unreached: &'static str,
    enumerate: Enumerator,
    plants: Planter,
    /// If the unit's states are enumerated: a description of the inputs that the alphabet leaves out, and whether there is a configuration smaller than
    /// all presets.
    pub states: Option<(&'static str, bool)>,
    random: fn(&'static str, u64, u64) -> String,
    exercises: Rehearser,
    ports: fn(&'static str) -> [Vec<String>; 2],
    lockstep: Runner,
    read: fn(&TraceFile) -> Result<(), TraceError>,
    work: Worker,
    /// Names of the unit's operations that cost energy.
    pub works: &'static [&'static str],
    /// Events of the GPU's energy table that belong to the unit, each the mean of some of [`works`](Unit::works).
    pub events: &'static [(&'static str, &'static [&'static str])],
}

impl Unit {
    /// Builds the model of a preset.
    pub fn build(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        hardware: Hardware,
    ) -> Result<Box<dyn Target>, BuildError> {
        (self.build)(tools, preset, hardware)
    }

    /// Checks that every line of a trace can be parsed as inputs of this unit, before anything is built.
    pub fn read(&self, file: &TraceFile) -> Result<(), TraceError> {
        (self.read)(file)
    }

    /// Whether a core can be built around the unit, so that real programs drive it.
    pub fn records(&self) -> bool {
        self.record.is_some()
    }

    /// Returns a trace file of a workload's first cycles on a core around a preset, for a unit that [`records`](Unit::records); `note` describes the recording.
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

    /// Returns the unit's claims about the netlist of a preset.
    pub fn claims(&self, preset: &'static str, graph: &mut Graph, netlist: &Netlist) -> Claims {
        (self.claims)(preset, graph, netlist)
    }

    /// Measures the coverage of a preset by segments of random stimulus and by recordings. `progress` is called with finished cycles.
    pub fn cover(
        &self,
        preset: &'static str,
        seed: u64,
        segments: &[(u64, u64)],
        recordings: &[TraceFile],
        progress: &dyn Fn(u64),
    ) -> Result<Coverage, CoverageError> {
        (self.cover)(preset, seed, segments, recordings, progress)
    }

    /// Measures the structural coverage of a preset's RTL by the first segments of a campaign. `progress` is called with finished cycles.
    pub fn structure(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        extent: Extent,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Place>, StructureError> {
        (self.structure)(tools, preset, extent, progress)
    }

    /// Returns the reasons for places of the unit's RTL that are not reached.
    pub fn unreached(&self) -> Result<Vec<Reason>, ReasonError> {
        reasons(self.name, self.unreached)
    }

    /// Enumerates the states of a preset, or of the configuration [`LEAST`]; `None` if the unit's states are not enumerated.
    pub fn enumerate(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Option<Enumerated> {
        (self.enumerate)(preset, limits, progress)
    }

    /// Enumerates a preset's states, or those of [`LEAST`], once for each planted fault.
    pub fn plants(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Vec<Planted> {
        (self.plants)(preset, limits, progress)
    }

    /// Returns a trace file of `cycles` cycles of random stimulus.
    pub fn random(&self, preset: &'static str, seed: u64, cycles: u64) -> String {
        (self.random)(preset, seed, cycles)
    }

    /// Returns the directed stimuli of a preset, as trace files.
    pub fn exercises(&self, preset: &'static str) -> Vec<Exercise<String>> {
        (self.exercises)(preset)
    }

    /// Returns the names of a preset's ports: inputs, then outputs, in the order of their slots.
    pub fn ports(&self, preset: &'static str) -> [Vec<String>; 2] {
        (self.ports)(preset)
    }

    /// Runs a trace in lockstep with hardware that was just reset.
    pub fn lockstep(&self, file: &TraceFile, hardware: &mut dyn Slots) -> Result<Run, ReplayError> {
        (self.lockstep)(file, hardware)
    }

    /// Counts each of the unit's [`works`](Unit::works) in a trace: one row for each window of `window` cycles.
    pub fn work(&self, file: &TraceFile, window: u64) -> Result<Vec<Vec<u64>>, ReplayError> {
        (self.work)(file, window)
    }

    /// Returns a variant of a preset with some of its numbers changed, by name.
    pub fn vary(&self, preset: &'static str, changes: &[(String, u32)]) -> Result<Variant, VaryError> {
        (self.vary)(preset, changes)
    }

    /// Returns the emitted Verilog of a preset.
    pub fn emit(&self, preset: &'static str) -> String {
        (self.emit)(preset)
    }
}

/// Returns every unit and primitive.
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
                cover: |preset, seed, segments, recordings, progress| {
                    coverage::<B>(config::<B>(preset), seed, segments, recordings, progress)
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

/// Returns every preset of every unit, as unit and preset name.
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

/// Returns the parameters of a preset, or of the configuration smaller than all of them.
fn place<B: Bench>(name: &str) -> Option<B::Config> {
    match name {
        LEAST => B::STATES?.least.map(|least| least()),
        name => B::Config::preset(name).cloned(),
    }
}
