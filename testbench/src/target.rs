//! The target of a campaign: one unit, one preset, one Verilated model, whichever unit it is.

mod error;
mod hardware;
mod hunt;
mod wave;

pub use error::ReplayError;
pub use hardware::Hardware;

use std::fmt;
use std::path::{Path, PathBuf};

use heddle_block::Ports;
use heddle_block::Probe;
use heddle_formal::{Aiger, AigerError, Limit};

use error::MOST_VALUES;
use wave::record_wave;

use crate::bench::Bench;
use crate::dut::Dut;
use crate::lockstep::{Exactly, Lockstep, Mismatch, Run, RunError, Slots, golden_run, golden_run_to_panic};
use crate::mutate::{Apart, Fate};
use crate::segment::{self, Segment};
use crate::shrink::Effort;
use crate::trace::{Trace, TraceFile};
use heddle_verilator::interrupt::{self, Interrupted};
use heddle_verilator::{
    BuildError, Cache, CacheError, Design, Lint, Model, Options, Stopped, ToolError, Toolchain, bare_benchmark, merge,
};

/// The tools that build models, and the folder where built models are kept.
#[derive(Debug, Clone)]
pub struct ModelTools {
    /// Verilator and the C++ compiler.
    pub tools: Toolchain,
    /// The cache of built models.
    pub cache: Cache,
}

/// The error of missing tools or of a missing folder for built models.
#[derive(Debug, thiserror::Error)]
pub enum NoModelTools {
    /// A tool is missing or unusable.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// There is no folder for built models.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// Cycles with inputs that are shown beside the last one.
const EARLIER: usize = 4;

/// Cycles up to which a compiler saves more time with `-O1` than the run loses: `-O3` takes two to
/// seven seconds longer for a model, and saves 0.15 us a cycle of `vtc/paper`, less of any other.
const FEW: u64 = 10_000_000;

impl ModelTools {
    /// Finds the tools and the cache folder, by environment variables or in their usual places.
    pub fn open() -> Result<Self, NoModelTools> {
        Ok(ModelTools { tools: Toolchain::find()?, cache: Cache::open()? })
    }

    /// Returns the tools for a run of `cycles` cycles: for a short run the C++ compiler optimises
    /// less (`-O1`), since the build takes longer than the run.
    pub fn for_cycles(self, cycles: u64) -> Self {
        if cycles > FEW { self } else { ModelTools { tools: self.tools.with_option("-O1"), ..self } }
    }
}

/// A unit's preset with its model, behind an interface without the unit's type.
pub trait Target: Send + Sync {
    /// Name of the unit.
    fn unit(&self) -> &'static str;
    /// Name of the preset.
    fn preset(&self) -> &'static str;
    /// Runs `cycles` cycles of a segment of random lockstep.
    fn segment(&self, seed: u64, segment: u64, cycles: u64) -> Result<Run, Stopped>;
    /// Runs a failing segment again, shrinks its trace, and returns the failure. `progress` is
    /// called with the length reached.
    fn explain(&self, seed: u64, segment: u64, effort: Effort, progress: &mut dyn FnMut(usize)) -> Option<Failure>;
    /// Runs a failing trace again and shrinks it; `None` if it does not fail. `progress` is called
    /// with the length reached.
    fn explain_trace(
        &self,
        file: &TraceFile,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<Failure>, ReplayError>;
    /// Runs a trace unchanged, and returns the first mismatch with its context.
    fn replay(&self, file: &TraceFile) -> Result<Replay, ReplayError>;
    /// Runs a trace and writes its waveform.
    fn wave(&self, tools: &ModelTools, file: &TraceFile, out: &Path) -> Result<(), ReplayError>;
    /// Decides whether this target, whose netlist is `own`, can be distinguished from the RTL,
    /// whose netlist is `right`.
    ///
    /// This is the fate of a mutant that the stimulus did not detect. `proved` marks the unit's
    /// claims that may be relied upon.
    fn tell_apart(
        &self,
        right: &Aiger,
        own: &Aiger,
        proved: &[bool],
        depth: usize,
        limit: Limit,
    ) -> Result<Fate, AigerError>;
    /// Returns the same target with mutant `number` of [`Hardware::Mutants`]; 0 selects none.
    fn mutant(&self, number: u64) -> Box<dyn Target>;
    /// Returns how often random stimulus reaches each reachable cover point, in `cycles` cycles of
    /// the golden model.
    fn cover(&self, seed: u64, cycles: u64) -> Vec<(&'static str, u64)>;
}

/// A failure: a mismatch with its shrunk trace, complete for a bug report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Name of the unit.
    pub unit: &'static str,
    /// Name of the preset.
    pub preset: &'static str,
    /// The stimulus or the trace that showed the mismatch.
    pub origin: Origin,
    /// The first mismatch, before shrinking; its cycle is counted from the start of the seed's
    /// stream, or of the trace.
    pub found: Mismatch,
    /// Result of the replay of the shrunk trace.
    pub replay: Replay,
    /// Number of replays for shrinking.
    pub replays: u64,
    /// Whether shrinking stopped while it still helped.
    pub early: bool,
    /// Text of the shrunk trace's file.
    pub trace: String,
}

/// The origin of a mismatch: random stimulus or a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Random stimulus.
    Stimulus {
        /// Seed from which the stimulus follows.
        seed: u64,
        /// The segment of the seed's stream.
        segment: u64,
    },
    /// A trace of the corpus, or a recording of a kernel.
    Trace {
        /// Name of the trace.
        name: String,
    },
}

impl Failure {
    /// Returns in words where the mismatch was found.
    pub fn found_in(&self) -> String {
        found_in(&self.origin, &self.found)
    }
}

/// Returns in words where a mismatch was found.
pub fn found_in(origin: &Origin, found: &Mismatch) -> String {
    let what =
        found.panic().map_or(format!("port {}", found.port), |place| format!("the golden model panics at {place}"));
    format!("cycle {} of {origin}: {what}", found.cycle)
}

impl Origin {
    /// Returns a mismatch with its cycle counted from the start of the seed's stream.
    pub fn from_start(&self, found: Mismatch) -> Mismatch {
        match self {
            Origin::Stimulus { segment, .. } => Mismatch { cycle: segment::start(*segment) + found.cycle, ..found },
            Origin::Trace { .. } => found,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Origin::Stimulus { seed, segment } => write!(f, "seed {seed}, in segment {segment}"),
            Origin::Trace { name } => f.write_str(name),
        }
    }
}

/// The result of the replay of a trace: the first mismatch, with inputs and state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Number of compared cycles.
    pub cycles: u64,
    /// The first mismatch; `None` if there is none.
    pub mismatch: Option<Mismatch>,
    /// What was expected there, where the values of a port do not say it.
    pub reason: Option<String>,
    /// The inputs of the mismatch's cycle that are valid and not zero: name and value.
    pub inputs: Vec<(String, u64)>,
    /// The cycles before with any, the last one first, and their inputs.
    pub earlier: Vec<(u64, Vec<(String, u64)>)>,
    /// The golden state before the mismatch's clock edge that is not zero: name and value.
    pub state: Vec<(String, u64)>,
}

/// A unit's preset with its Verilated model, typed by the unit.
pub struct UnitTarget<B: Bench> {
    preset: &'static str,
    cfg: &'static B::Config,
    hardware: Hardware,
    model: Model,
}

impl<B: Bench> UnitTarget<B> {
    /// Builds the model of a preset, or takes it from the cache.
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
        let mut lockstep = Lockstep::new(self.cfg);
        let run = lockstep.run(&mut Exactly::<B>(trace.inputs.iter()), &mut dut)?;
        let (mut inputs, mut earlier, mut state) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(mismatch) = &run.mismatch {
            let last = mismatch.cycle as usize;
            inputs = self.given(&trace.inputs[last]);
            let before = trace.inputs[..last].iter().enumerate().rev();
            let given = before.map(|(cycle, input)| (cycle as u64, self.given(input)));
            earlier = given.filter(|(_, given)| !given.is_empty()).take(EARLIER).collect();
            let mut at = 0;
            golden_run_to_panic::<B>(self.cfg, &mut Exactly(trace.inputs[..=last].iter()), |_, q, _, _| {
                if at == last {
                    let mut probe = Probe::default();
                    B::probe(self.cfg, q, &mut probe);
                    state = probe.signals.into_iter().map(|(name, _, value)| (name, value)).collect();
                }
                at += 1;
            })?;
            state.retain(|(_, value)| *value != 0);
        }
        let reason = lockstep.reason().map(str::to_owned).filter(|_| run.mismatch.is_some());
        Ok(Replay { cycles: run.cycles, mismatch: run.mismatch, reason, inputs, earlier, state })
    }

    /// Returns the names and values of an input's ports that are valid and not zero.
    fn given(&self, input: &B::In) -> Vec<(String, u64)> {
        let shape = B::In::shape(self.cfg);
        let (mut slots, mut care) = (vec![0; shape.len()], vec![false; shape.len()]);
        input.pack(self.cfg, &mut slots);
        input.care(self.cfg, &mut care);
        let given = shape.into_iter().zip(slots).zip(care).filter(|((_, slot), care)| *care && *slot != 0);
        given.map(|((port, slot), _)| (port.name, slot)).collect()
    }
}

/// Builds the Verilated model of a configuration, or takes it from the cache.
pub fn build<B: Bench>(
    tools: &ModelTools,
    cfg: &B::Config,
    hardware: &Hardware,
    traced: bool,
) -> Result<Model, BuildError> {
    model::<B>(tools, cfg, hardware, traced, hardware.is_users())
}

/// Builds a model as [`build`] does, in a process of its own if it is `confined`, as models of
/// users' files are, or else in this process.
pub fn model<B: Bench>(
    tools: &ModelTools,
    cfg: &B::Config,
    hardware: &Hardware,
    traced: bool,
    confined: bool,
) -> Result<Model, BuildError> {
    with_design::<B, _>(cfg, hardware, |design, lint| {
        Model::build(&tools.tools, &tools.cache, design, Options { lint, traced, covered: false, confined })
    })
}

/// Runs Verilator alone on the RTL of a configuration, with all of its warnings as errors.
pub fn verilate<B: Bench>(tools: &ModelTools, cfg: &B::Config) -> Result<(), BuildError> {
    with_design::<B, _>(cfg, &Hardware::Emitted, |design, lint| {
        let options = Options { lint, traced: false, covered: false, confined: false };
        heddle_verilator::verilate(&tools.tools, &tools.cache, design, options)
    })
}

/// Runs Verilator alone on hardware, with its combinational loops as errors.
pub fn loops<B: Bench>(tools: &ModelTools, cfg: &B::Config, hardware: &Hardware) -> Result<(), BuildError> {
    with_design::<B, _>(cfg, hardware, |design, _| {
        let options = Options { lint: Lint::Loops, traced: false, covered: false, confined: hardware.is_users() };
        heddle_verilator::verilate(&tools.tools, &tools.cache, design, options)
    })
}

/// Builds a C++ program linked with the object of the RTL's model, for measuring its speed; returns
/// the program's path.
pub fn bare<B: Bench>(
    tools: &ModelTools,
    cfg: &B::Config,
    hardware: &Hardware,
    main: &str,
) -> Result<PathBuf, BuildError> {
    with_design::<B, _>(cfg, hardware, |design, lint| {
        let options = Options { lint, traced: false, covered: false, confined: false };
        bare_benchmark(&tools.tools, &tools.cache, design, options, main)
    })
}

/// Calls `make` with Verilog that has the ports of the contract: emitted RTL is linted strictly, a
/// user's is not.
fn with_design<B: Bench, T>(cfg: &B::Config, hardware: &Hardware, make: impl FnOnce(&Design, Lint) -> T) -> T {
    let select = matches!(hardware, Hardware::Mutants { .. }).then(crate::mutate::select);
    let verilog = &*hardware.verilog(|| B::verilog(cfg).expect("every preset has RTL"));
    let (origin, lint) = match hardware {
        Hardware::Emitted | Hardware::Fpga if B::WRITTEN => (None, Lint::Lenient),
        Hardware::Emitted | Hardware::Fpga => (None, Lint::Strict(B::WAIVERS)),
        Hardware::File { path, .. } | Hardware::Block { path, .. } => (Some(path.as_path()), Lint::Lenient),
        Hardware::Mutants { .. } => (None, Lint::Lenient),
    };
    let (inputs, outputs) = (B::In::shape(cfg), B::Out::shape(cfg));
    // a user's Verilog may use both edges of the clock
    let rising = !B::WRITTEN && !hardware.is_users();
    let (inputs, outputs) = (&inputs, &outputs);
    make(&Design { top: B::TOP, verilog, origin, inputs, select: select.as_ref(), outputs, rising }, lint)
}

/// Returns the names of a preset's ports: inputs, then outputs, in the order of their slots.
pub fn ports<B: Bench>(cfg: &B::Config) -> [Vec<String>; 2] {
    let names = |shape: Vec<heddle_block::Port>| shape.into_iter().map(|port| port.name).collect();
    [names(B::In::shape(cfg)), names(B::Out::shape(cfg))]
}

/// Runs a trace in lockstep with hardware that was just reset.
pub fn lockstep<B: Bench>(file: &TraceFile, mut hardware: &mut dyn Slots) -> Result<Run, ReplayError> {
    let trace = file.read::<B>()?;
    let run = Lockstep::new(trace.config()).run(&mut Exactly::<B>(trace.inputs.iter()), &mut hardware);
    run.map_err(|error| replay_error(file, error))
}

/// Counts each of the unit's [`WORK`](crate::bench::Work::WORK) operations in a trace: one row for
/// each window of `window` cycles.
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
        self.random(seed, segment, cycles)
    }

    fn explain(&self, seed: u64, segment: u64, effort: Effort, progress: &mut dyn FnMut(usize)) -> Option<Failure> {
        let best = self.hunt_again(seed, segment, effort, progress)?;
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
        let sides = self.hardware.sides().map(str::to_lowercase);
        let wave = record_wave::<B>(self.cfg, &trace, &mut dut, [&sides[0], &sides[1]]);
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
