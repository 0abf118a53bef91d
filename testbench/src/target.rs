//! One unit, one preset, one Verilated model: what a campaign is made of, whichever unit it is.

mod error;
mod hunt;
mod wave;

pub use error::ReplayError;

use std::path::{Path, PathBuf};

use heddle_contract::Ports;
use heddle_formal::{Aiger, AigerError, Limit};
use heddle_golden::Probe;

use error::MOST_VALUES;
use wave::record_wave;

use crate::bench::Bench;
use crate::dut::{Dut, initial_seed};
use crate::interrupt::{self, Interrupted};
use crate::lockstep::{Exactly, Lockstep, Mismatch, Run, RunError, Slots, golden_run};
use crate::mutate::{Apart, Fate};
use crate::segment::Segment;
use crate::shrink::Effort;
use crate::trace::{Trace, TraceFile};
use crate::verilator::{
    BuildError, Cache, CacheError, Design, Lint, Model, Options, Stopped, ToolError, Toolchain, bare_benchmark, merge,
};

/// Where the hardware comes from.
#[derive(Debug, Clone)]
pub enum Hardware {
    /// Our RTL, as emitted.
    Emitted,
    /// A Verilog file with the emitted module's name and ports, edited or written by hand.
    File {
        /// Its path, for messages.
        path: PathBuf,
        /// Its text.
        verilog: String,
    },
    /// Our RTL with mutants in it, of which an input chooses one.
    Mutants {
        /// Verilog with the emitted module's name and ports, and [`SELECT`](crate::mutate::SELECT).
        verilog: String,
    },
}

/// The tools and the folder that models are built with.
#[derive(Debug, Clone)]
pub struct ModelTools {
    /// Verilator and the C++ compiler.
    pub tools: Toolchain,
    /// Built models.
    pub cache: Cache,
}

/// Why there is no tools.
#[derive(Debug, thiserror::Error)]
pub enum NoModelTools {
    /// A tool is missing or unusable.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// There is no place for models.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

impl ModelTools {
    /// Finds the tools and the folder, where the environment says or where they usually are.
    pub fn open() -> Result<Self, NoModelTools> {
        Ok(ModelTools { tools: Toolchain::find()?, cache: Cache::open()? })
    }
}

/// A unit's preset with its model, with the unit's type forgotten.
pub trait Target: Send + Sync {
    /// The unit's name.
    fn unit(&self) -> &'static str;
    /// The preset's name.
    fn preset(&self) -> &'static str;
    /// Runs a segment of random lockstep.
    fn segment(&self, seed: u64, segment: u64, cycles: u64) -> Result<Run, Stopped>;
    /// Runs a failing segment again, shrinks it, and tells all about it. `progress` hears the length reached.
    fn explain(
        &self,
        seed: u64,
        segment: u64,
        cycles: u64,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Option<Failure>;
    /// The same of a trace; nothing, if it does not fail.
    fn explain_trace(
        &self,
        file: &TraceFile,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<Failure>, ReplayError>;
    /// Runs a trace as it stands.
    fn replay(&self, file: &TraceFile) -> Result<Replay, ReplayError>;
    /// Runs a trace and writes its waveform.
    fn wave(&self, tools: &ModelTools, file: &TraceFile, out: &Path) -> Result<(), ReplayError>;
    /// Whether anybody can tell this target, whose netlist is `own`, from the RTL, whose netlist is `right`: what becomes of a mutant that the
    /// stimulus did not notice. `proved` are the claims of the unit, of those that it makes, that may be relied upon.
    fn tell_apart(
        &self,
        right: &Aiger,
        own: &Aiger,
        proved: &[bool],
        depth: usize,
        limit: Limit,
    ) -> Result<Fate, AigerError>;
    /// The same with mutant `number` of [`Hardware::Mutants`]; none is 0.
    fn mutant(&self, number: u64) -> Box<dyn Target>;
    /// How often random stimulus reaches each cover point that this preset can reach, in so many cycles of the golden model.
    fn cover(&self, seed: u64, cycles: u64) -> Vec<(&'static str, u64)>;
}

/// A bug, small and complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The unit's name.
    pub unit: &'static str,
    /// The preset's name.
    pub preset: &'static str,
    /// What showed it.
    pub origin: Origin,
    /// The first mismatch as it was found.
    pub found: Mismatch,
    /// The replay of the shrunk trace.
    pub replay: Replay,
    /// Replays that shrinking took.
    pub replays: u64,
    /// Shrinking stopped before nothing helped any more.
    pub early: bool,
    /// The shrunk trace's file.
    pub trace: String,
}

/// What showed a mismatch first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Random stimulus.
    Stimulus {
        /// Everything follows from it.
        seed: u64,
        /// The segment of the seed's stream.
        segment: u64,
    },
    /// A trace of the corpus, or a recording of a kernel.
    Trace {
        /// Its name.
        name: String,
    },
}

/// What a trace shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Cycles compared.
    pub cycles: u64,
    /// The first mismatch.
    pub mismatch: Option<Mismatch>,
    /// The inputs of its cycle that are not zero: name and value.
    pub inputs: Vec<(String, u64)>,
    /// The golden state before its edge that is not zero: name and value.
    pub state: Vec<(String, u64)>,
}

/// A unit's preset with its model.
pub struct UnitTarget<B: Bench> {
    preset: &'static str,
    cfg: &'static B::Config,
    hardware: Hardware,
    model: Model,
}

impl<B: Bench> UnitTarget<B> {
    /// Builds the model, or takes it from the cache.
    pub fn build(
        tools: &ModelTools,
        preset: &'static str,
        cfg: &'static B::Config,
        hardware: Hardware,
    ) -> Result<Self, BuildError> {
        let model = build::<B>(tools, cfg, &hardware, false)?;
        Ok(UnitTarget { preset, cfg, hardware, model })
    }

    fn replay_trace(&self, trace: &Trace<B>) -> Result<Replay, RunError> {
        let mut dut = Dut::<B>::new(self.cfg, &self.model, trace.initial)?;
        let run = Lockstep::new(self.cfg).run(&mut Exactly::<B>(trace.inputs.iter()), &mut dut)?;
        let (mut inputs, mut state) = (Vec::new(), Vec::new());
        if let Some(mismatch) = &run.mismatch {
            let (shape, mut slots) = (B::In::shape(self.cfg), vec![0; B::In::shape(self.cfg).len()]);
            let last = mismatch.cycle as usize;
            trace.inputs[last].pack(self.cfg, &mut slots);
            inputs = shape.into_iter().zip(slots).map(|(port, slot)| (port.name, slot)).collect();
            inputs.retain(|(_, value)| *value != 0);
            let mut at = 0;
            golden_run::<B>(self.cfg, &mut Exactly(trace.inputs[..=last].iter()), |_, q, _, _| {
                if at == last {
                    let mut probe = Probe::default();
                    B::probe(self.cfg, q, &mut probe);
                    state = probe.signals.into_iter().map(|(name, _, value)| (name, value)).collect();
                }
                at += 1;
            })?;
            state.retain(|(_, value)| *value != 0);
        }
        Ok(Replay { cycles: run.cycles, mismatch: run.mismatch, inputs, state })
    }
}

/// The model of a configuration.
pub fn build<B: Bench>(
    tools: &ModelTools,
    cfg: &B::Config,
    hardware: &Hardware,
    traced: bool,
) -> Result<Model, BuildError> {
    with_design::<B, _>(cfg, hardware, |design, lint| {
        Model::build(&tools.tools, &tools.cache, design, Options { lint, traced, covered: false })
    })
}

/// A C++ program linked with the very object of our RTL's model, for measuring.
pub fn bare<B: Bench>(tools: &ModelTools, cfg: &B::Config, main: &str) -> Result<PathBuf, BuildError> {
    with_design::<B, _>(cfg, &Hardware::Emitted, |design, lint| {
        bare_benchmark(&tools.tools, &tools.cache, design, Options { lint, traced: false, covered: false }, main)
    })
}

/// Verilog with the ports of the contract: our own is linted strictly, a user's is not.
fn with_design<B: Bench, T>(cfg: &B::Config, hardware: &Hardware, make: impl FnOnce(&Design, Lint) -> T) -> T {
    let emitted;
    let select = matches!(hardware, Hardware::Mutants { .. }).then(crate::mutate::select);
    let (verilog, origin, lint) = match hardware {
        Hardware::Emitted => {
            emitted = B::verilog(cfg).expect("every preset has RTL");
            (&emitted, None, Lint::Strict(heddle_rtl::WAIVERS))
        }
        Hardware::File { path, verilog } => (verilog, Some(path.as_path()), Lint::Lenient),
        Hardware::Mutants { verilog } => (verilog, None, Lint::Lenient),
    };
    let (inputs, outputs) = (B::In::shape(cfg), B::Out::shape(cfg));
    make(&Design { top: B::NAME, verilog, origin, inputs: &inputs, select: select.as_ref(), outputs: &outputs }, lint)
}

/// Names of a preset's ports: inputs, then outputs, in the order of their slots.
pub fn ports<B: Bench>(cfg: &B::Config) -> [Vec<String>; 2] {
    let names = |shape: Vec<heddle_contract::Port>| shape.into_iter().map(|port| port.name).collect();
    [names(B::In::shape(cfg)), names(B::Out::shape(cfg))]
}

/// Runs a trace in lockstep with hardware that is just reset.
pub fn lockstep<B: Bench>(file: &TraceFile, mut hardware: &mut dyn Slots) -> Result<Run, ReplayError> {
    let trace = file.read::<B>()?;
    let run = Lockstep::new(trace.config()).run(&mut Exactly::<B>(trace.inputs.iter()), &mut hardware);
    run.map_err(|error| replay_error(file, error))
}

/// How often a trace does each of the unit's [`WORK`](Bench::WORK), a row a segment of `window` cycles.
pub fn work<B: Bench>(file: &TraceFile, window: u64) -> Result<Vec<Vec<u64>>, ReplayError> {
    let trace = file.read::<B>()?;
    let (mut windows, mut cycle) = (Vec::new(), 0);
    golden_run::<B>(trace.config(), &mut Exactly(trace.inputs.iter()), |_, _, i, o| {
        if cycle % window == 0 {
            windows.push(vec![0; B::WORK.len()]);
        }
        cycle += 1;
        let row: &mut Vec<u64> = windows.last_mut().expect("one was pushed at cycle 0");
        B::work(trace.config(), i, o, &mut |what, times| row[what] += times);
    })
    .map_err(|illegal| replay_error(file, illegal.into()))?;
    Ok(windows)
}

impl<B: Bench> Target for UnitTarget<B> {
    fn unit(&self) -> &'static str {
        B::NAME
    }

    fn preset(&self) -> &'static str {
        self.preset
    }

    fn segment(&self, seed: u64, segment: u64, cycles: u64) -> Result<Run, Stopped> {
        let mut dut = Dut::<B>::new(self.cfg, &self.model, initial_seed(seed, segment))?;
        let mut source = Segment::<B>::new(self.cfg, seed, segment, cycles);
        match Lockstep::new(self.cfg).run(&mut source, &mut dut) {
            Ok(run) => Ok(run),
            Err(RunError::Stopped(stopped)) => Err(stopped),
            Err(RunError::Illegal(illegal)) => unreachable!("random stimulus is not held to `legal`: {illegal}"),
        }
    }

    fn explain(
        &self,
        seed: u64,
        segment: u64,
        cycles: u64,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Option<Failure> {
        let best = self.hunt_again(seed, segment, cycles, effort, progress)?;
        self.failure(Origin::Stimulus { seed, segment }, best)
    }

    fn explain_trace(
        &self,
        file: &TraceFile,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<Failure>, ReplayError> {
        let mut trace = file.read::<B>()?;
        let replay = self.replay_trace(&trace).map_err(|error| replay_error(file, error))?;
        let Some(found) = replay.mismatch else { return Ok(None) };
        trace.inputs.truncate(found.cycle as usize + 1);
        trace.notes.push(format!("shrunk from {} cycles of {}", trace.inputs.len(), file.path()));
        let hunted = self.shrunk(found, trace, effort, progress);
        Ok(hunted.and_then(|hunted| self.failure(Origin::Trace { name: file.path().to_string() }, hunted)))
    }

    fn replay(&self, file: &TraceFile) -> Result<Replay, ReplayError> {
        self.replay_trace(&file.read::<B>()?).map_err(|error| replay_error(file, error))
    }

    fn wave(&self, tools: &ModelTools, file: &TraceFile, out: &Path) -> Result<(), ReplayError> {
        let trace = file.read::<B>()?;
        let model = build::<B>(tools, self.cfg, &self.hardware, true)?.selecting(self.model.selected());
        let mut probe = Probe::default();
        B::probe(self.cfg, &B::reset(self.cfg), &mut probe);
        let (cycles, signals) = (trace.inputs.len(), probe.signals.len() + 2 * B::Out::shape(self.cfg).len());
        if cycles.saturating_mul(signals) > MOST_VALUES {
            return Err(ReplayError::TooLong { path: file.path().to_string(), cycles, signals });
        }
        let temporary = |source| ReplayError::Temporary { folder: std::env::temp_dir().display().to_string(), source };
        // without the name of what was to be made there
        let folder = tempfile::tempdir().map_err(|error| temporary(error.kind().into()))?;
        let rtl = folder.path().join("rtl.vcd");
        let mut dut = Dut::<B>::new(self.cfg, &model, trace.initial)?;
        dut.instance().open_trace(&rtl).map_err(temporary)?;
        let wave = record_wave::<B>(self.cfg, &trace, &mut dut);
        let closed = dut.instance().close_trace();
        let (signals, values) = wave.map_err(|error| replay_error(file, error))?;
        if interrupt::asked() {
            return Err(Interrupted.into());
        }
        closed.map_err(temporary)?;
        Ok(merge(&rtl, &signals, &values, out)?)
    }

    fn tell_apart(
        &self,
        right: &Aiger,
        own: &Aiger,
        proved: &[bool],
        depth: usize,
        limit: Limit,
    ) -> Result<Fate, AigerError> {
        Apart::<B> { cfg: self.cfg, preset: self.preset, model: &self.model }.told(right, own, proved, depth, limit)
    }

    fn mutant(&self, number: u64) -> Box<dyn Target> {
        let (hardware, model) = (self.hardware.clone(), self.model.selecting(number));
        Box::new(UnitTarget::<B> { preset: self.preset, cfg: self.cfg, hardware, model })
    }

    fn cover(&self, seed: u64, cycles: u64) -> Vec<(&'static str, u64)> {
        let mut hits = vec![0; B::COVER.len()];
        let mut source = Segment::<B>::new(self.cfg, seed, 0, cycles);
        golden_run::<B>(self.cfg, &mut source, |p, q, i, o| {
            B::cover(self.cfg, p, q, i, o, &mut |point| hits[point] += 1);
        })
        .expect("random stimulus is not held to `legal`");
        let unreachable = B::unreachable(self.cfg);
        B::COVER.iter().copied().zip(hits).filter(|(point, _)| !unreachable.contains(point)).collect()
    }
}

fn replay_error(file: &TraceFile, error: RunError) -> ReplayError {
    match error {
        RunError::Illegal(illegal) => ReplayError::Illegal { path: file.path().to_string(), illegal },
        RunError::Stopped(stopped) => ReplayError::Stopped(stopped),
    }
}
