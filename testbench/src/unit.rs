//! A unit's functions without its type.

use std::error::Error;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use heddle_block::{Config, Declared, Ports, Value};
use heddle_formal::{Graph, Netlist};
use heddle_synth::Resets;

use crate::bench::{Bench, Exercise};
use crate::campaign::{self, Plan, Verdict};
use crate::claims::{Claims, claims};
use crate::coverage::{Coverage, CoverageError, coverage};
use crate::dut::initial_seed;
use crate::enumerate::{self, Enumerated, LEAST, Limits, Planted, enumerate, plants};
use crate::flat::{FlatError, flat};
use crate::lockstep::{Mismatch, Random, Run, Slots, record};
use crate::structure::{Extent, Place, Reason, ReasonError, StructureError, reasons, structure};
use crate::target::{Hardware, ModelTools, ReplayError, Target, UnitTarget, lockstep, ports, work};
use crate::trace::{Trace, TraceError, TraceFile};
use crate::variant::{Variant, VaryError, vary};
use heddle_verilator::BuildError;
use heddle_verilator::block::SourceError;

/// An action on every unit, generic in the unit's type.
pub trait Visitor {
    /// Visits unit `B`.
    fn visit<B: Bench>(&mut self);
}

/// A unit as the command uses it: name, presets, and functions without the unit's type.
#[derive(Clone)]
pub struct Unit {
    /// Name of the unit.
    pub name: &'static str,
    /// The paper that the unit is from, with sections.
    pub source: &'static str,
    /// Name of the top module of its RTL.
    pub top: &'static str,
    /// Whether people wrote the Verilog of its RTL.
    pub written: bool,
    /// Whether the unit is a primitive, a part that units are made of.
    pub primitive: bool,
    /// Presets of the unit, each with its parameters.
    pub presets: Vec<(&'static str, Vec<(&'static str, Value)>)>,
    /// The unit's Rust type, with its path.
    pub of: &'static str,
    /// If the unit's states are enumerated: a description of the inputs that the alphabet leaves
    /// out, and whether there is a configuration smaller than all presets.
    pub states: Option<(&'static str, bool)>,
    /// Names of the unit's operations that cost energy.
    pub works: &'static [&'static str],
    /// Events of the GPU's energy table that belong to the unit, each the mean of some of
    /// [`works`](Unit::works).
    pub events: &'static [(&'static str, &'static [&'static str])],
    functions: &'static dyn Functions,
}

impl Deref for Unit {
    type Target = dyn Functions;

    fn deref(&self) -> &Self::Target {
        self.functions
    }
}

impl Unit {
    /// Returns unit `B`.
    pub fn of<B: Bench>() -> Self {
        Unit {
            name: B::NAME,
            source: B::SOURCE,
            top: B::TOP,
            written: B::WRITTEN,
            primitive: B::PRIMITIVE,
            presets: B::Config::presets().iter().map(|(name, cfg)| (*name, cfg.parameters())).collect(),
            of: std::any::type_name::<B>(),
            states: B::STATES.map(|states| (states.without, states.least.is_some())),
            works: B::WORK,
            events: B::EVENTS,
            functions: &Of::<B>(PhantomData),
        }
    }
}

impl Unit {
    /// Returns Verilog of the unit as the flows of Yosys read it: what people wrote as one flat
    /// module of plain Verilog.
    ///
    /// # Errors
    ///
    /// Yosys does not read it.
    pub fn plain(&self, verilog: String, resets: Resets) -> Result<String, FlatError> {
        if self.written { flat(self.top, &verilog, resets) } else { Ok(verilog) }
    }

    /// Compares the golden model of every preset with its RTL for a number of cycles of random
    /// stimulus: the test of a block.
    ///
    /// # Errors
    ///
    /// A mismatch; tools are missing; the RTL cannot be built.
    pub fn compare(&self, seed: u64, cycles: u64) -> Result<(), Box<dyn Error>> {
        let (tools, jobs) = (ModelTools::open()?, available_parallelism().map_or(1, usize::from));
        let build = |(preset, _): &(&'static str, _)| {
            self.prepare(preset)?;
            Ok::<_, Box<dyn Error>>(self.build(&tools, preset, Hardware::Emitted)?)
        };
        let targets = self.presets.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let plan = Plan { seed, jobs, cycles: Some(cycles), time: None, least: 0, first_only: true };
        let verdicts = campaign::run(&targets, &plan, &AtomicBool::new(false), &|_| {});
        for (target, Verdict { failed, .. }) in targets.iter().zip(verdicts) {
            let Some((segment, run)) = failed else { continue };
            let place = format!("{}/{}, seed {seed}, segment {segment}", self.name, target.preset());
            if let Some(Mismatch { cycle, port, golden, rtl, .. }) = run?.mismatch {
                let values = format!("{port} is {golden:#x} in the model and {rtl:#x} in the RTL");
                return Err(format!("{place}, cycle {cycle}: {values}").into());
            }
        }
        Ok(())
    }
}

/// Returns every preset of some units, as unit and preset name.
pub fn presets(units: &[Unit]) -> impl Iterator<Item = (Unit, &'static str)> {
    units.iter().flat_map(|unit| unit.presets.iter().map(|(preset, _)| (unit.clone(), *preset)))
}

/// The functions of a unit, without its type.
pub trait Functions: Send + Sync {
    /// Reads the RTL of a preset, where it is in files: before anything else that needs the RTL.
    fn prepare(&self, preset: &'static str) -> Result<(), SourceError>;
    /// Builds the model of a preset.
    fn build(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        hardware: Hardware,
    ) -> Result<Box<dyn Target>, BuildError>;
    /// Checks that every line of a trace can be parsed as inputs of this unit, before anything is
    /// built.
    fn read(&self, file: &TraceFile) -> Result<(), TraceError>;
    /// Returns the unit's claims about the netlist of a preset.
    fn claims(&self, preset: &'static str, graph: &mut Graph, netlist: &Netlist) -> Claims;
    /// Measures the coverage of a preset by segments of random stimulus and by recordings.
    /// `progress` is called with finished cycles.
    fn cover(
        &self,
        preset: &'static str,
        seed: u64,
        segments: &[(u64, u64)],
        recordings: &[TraceFile],
        progress: &dyn Fn(u64),
    ) -> Result<Coverage, CoverageError>;
    /// Measures the structural coverage of a preset's RTL by the first segments of a campaign.
    /// `progress` is called with finished cycles.
    fn structure(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        extent: Extent,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Place>, StructureError>;
    /// Returns the reasons for places of the unit's RTL that are not reached.
    fn unreached(&self) -> Result<Vec<Reason>, ReasonError>;
    /// Enumerates the states of a preset, or of the configuration [`LEAST`]; `None` if the unit's
    /// states are not enumerated.
    fn enumerate(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Option<Enumerated>;
    /// Enumerates a preset's states, or those of [`LEAST`], once for each planted fault.
    fn plants(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Vec<Planted>;
    /// Returns a trace file of `cycles` cycles of random stimulus.
    fn random(&self, preset: &'static str, seed: u64, cycles: u64) -> String;
    /// Returns the directed stimuli of a preset, as trace files.
    fn exercises(&self, preset: &'static str) -> Vec<Exercise<String>>;
    /// Returns a preset's ports and arrays of ports as the contract declares them: inputs, then
    /// outputs.
    fn declared(&self, preset: &'static str) -> [Vec<Declared>; 2];
    /// Returns the names of a preset's ports: inputs, then outputs, in the order of their slots.
    fn ports(&self, preset: &'static str) -> [Vec<String>; 2];
    /// Runs a trace in lockstep with hardware that was just reset.
    fn lockstep(&self, file: &TraceFile, hardware: &mut dyn Slots) -> Result<Run, ReplayError>;
    /// Counts each of the unit's [`works`](Unit::works) in a trace: one row for each window of
    /// `window` cycles.
    fn work(&self, file: &TraceFile, window: u64) -> Result<Vec<Vec<u64>>, ReplayError>;
    /// Returns a variant of a preset with some of its numbers changed, by name.
    fn vary(&self, preset: &'static str, changes: &[(String, u32)]) -> Result<Variant, VaryError>;
    /// Returns the emitted Verilog of a preset.
    fn emit(&self, preset: &'static str) -> String;
}

/// The functions of unit `B`.
struct Of<B>(PhantomData<fn() -> B>);

impl<B: Bench> Functions for Of<B> {
    fn prepare(&self, preset: &'static str) -> Result<(), SourceError> {
        B::prepare(config::<B>(preset))
    }

    fn build(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        hardware: Hardware,
    ) -> Result<Box<dyn Target>, BuildError> {
        Ok(Box::new(UnitTarget::<B>::build(tools, preset, config::<B>(preset), hardware)?))
    }

    fn read(&self, file: &TraceFile) -> Result<(), TraceError> {
        file.read::<B>().map(drop)
    }

    fn claims(&self, preset: &'static str, graph: &mut Graph, netlist: &Netlist) -> Claims {
        claims::<B>(config::<B>(preset), graph, netlist)
    }

    fn cover(
        &self,
        preset: &'static str,
        seed: u64,
        segments: &[(u64, u64)],
        recordings: &[TraceFile],
        progress: &dyn Fn(u64),
    ) -> Result<Coverage, CoverageError> {
        coverage::<B>(config::<B>(preset), seed, segments, recordings, progress)
    }

    fn structure(
        &self,
        tools: &ModelTools,
        preset: &'static str,
        extent: Extent,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Place>, StructureError> {
        structure::<B>(tools, preset, config::<B>(preset), extent, progress)
    }

    fn unreached(&self) -> Result<Vec<Reason>, ReasonError> {
        reasons(B::NAME, B::UNREACHED)
    }

    fn enumerate(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Option<Enumerated> {
        let (states, cfg) = (B::STATES?, place::<B>(preset)?);
        Some(enumerate::<B>(&enumerate::Place { name: preset, cfg: &cfg }, &states, limits, progress))
    }

    fn plants(&self, preset: &str, limits: Limits, progress: &dyn Fn(u64)) -> Vec<Planted> {
        let (Some(states), Some(cfg)) = (B::STATES, place::<B>(preset)) else { return Vec::new() };
        plants::<B>(&enumerate::Place { name: preset, cfg: &cfg }, &states, limits, progress)
    }

    fn random(&self, preset: &'static str, seed: u64, cycles: u64) -> String {
        let cfg = config::<B>(preset);
        // what the unit's users do, and no more: its power is estimated from this
        let inputs = record::<B>(cfg, &mut Random::new(cfg, seed, 0, cycles));
        trace::<B>(preset, format!("random, seed {seed}"), inputs)
    }

    fn exercises(&self, preset: &'static str) -> Vec<Exercise<String>> {
        let exercises = B::exercises(config::<B>(preset)).into_iter();
        let traced = |Exercise { name, stimulus, typical }: Exercise<Vec<B::In>>| {
            let stimulus = trace::<B>(preset, name.clone(), stimulus);
            Exercise { name, stimulus, typical }
        };
        exercises.map(traced).collect()
    }

    fn declared(&self, preset: &'static str) -> [Vec<Declared>; 2] {
        let cfg = config::<B>(preset);
        [B::In::declared(cfg), B::Out::declared(cfg)]
    }

    fn ports(&self, preset: &'static str) -> [Vec<String>; 2] {
        ports::<B>(config::<B>(preset))
    }

    fn lockstep(&self, file: &TraceFile, hardware: &mut dyn Slots) -> Result<Run, ReplayError> {
        lockstep::<B>(file, hardware)
    }

    fn work(&self, file: &TraceFile, window: u64) -> Result<Vec<Vec<u64>>, ReplayError> {
        work::<B>(file, window)
    }

    fn vary(&self, preset: &'static str, changes: &[(String, u32)]) -> Result<Variant, VaryError> {
        vary::<B>(config::<B>(preset), changes)
    }

    fn emit(&self, preset: &'static str) -> String {
        B::verilog(config::<B>(preset)).expect("every preset has RTL")
    }
}

/// Returns the text of a trace file of these inputs; `note` describes them.
pub fn trace<B: Bench>(preset: &str, note: String, inputs: Vec<B::In>) -> String {
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
