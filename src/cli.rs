//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

/// Open, executable GPU microarchitecture: golden models and RTL in lockstep.
///
/// Exit status: 0 equal, 1 a mismatch, 2 bad input, 3 a missing or broken tool, 130 interrupted.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 110)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Lists the units, their presets and parameters.
    Units(Units),
    /// Runs units in lockstep with their RTL for a number of cycles, and every trace of the corpus.
    Check(Check),
    /// Hunts for a mismatch with random stimulus, and shrinks the first one found.
    Fuzz(Fuzz),
    /// Runs a trace again; optionally writes its waveform.
    Replay(Replay),
    /// Proves what the units claim of their RTL, and keeps a trace of what breaks.
    Prove(Prove),
    /// Tells what stimulus reaches: cover points and crosses, how often, and what is not reached.
    Cover(Cover),
    /// Walks through all states of the golden models, and holds the invariants in each.
    Enumerate(Enumerate),
    /// Writes a unit's Verilog.
    Emit(Emit),
    /// Regenerates a figure of a paper.
    Figure(Figure),
    /// Reads, runs, shows and records kernels: the workloads of the papers, or a PTX file.
    #[command(subcommand)]
    Kernel(Kernel),
    /// Runs workloads on a whole GPU, cycle by cycle, under one policy or several.
    Sim(Sim),
    /// Runs everything that takes hours, step by step, and goes on where it was cut short; a page at the end.
    Nightly(Nightly),
    /// Breaks the RTL in small ways, again and again, and counts how often the lockstep notices.
    Mutate(Mutate),
    /// Maps units to cells, runs them in lockstep, and tells what they draw and what an operation costs.
    Power(Power),
    /// Synthesises units, and shows cells, area and state; holds them to what was last accepted.
    Area(Area),
    /// The same, and shows the slowest path.
    Timing(Area),
    /// All of that but what they draw, with several libraries, and the papers' figures beside ours.
    Cost(Cost),
    /// Looks for the tools that heddle needs.
    Doctor(Doctor),
}

impl Cli {
    /// Whether the output is for a program.
    pub fn json(&self) -> bool {
        match &self.verb {
            Verb::Units(Units { json })
            | Verb::Check(Check { hunt: Hunt { json, .. }, .. })
            | Verb::Fuzz(Fuzz { hunt: Hunt { json, .. }, .. })
            | Verb::Replay(Replay { json, .. })
            | Verb::Prove(Prove { json, .. })
            | Verb::Nightly(Nightly { json, .. })
            | Verb::Cover(Cover { json, .. })
            | Verb::Enumerate(Enumerate { json, .. })
            | Verb::Figure(Figure { json, .. })
            | Verb::Kernel(Kernel::List(KernelList { json }) | Kernel::Run(KernelRun { json, .. }))
            | Verb::Sim(Sim { json, .. })
            | Verb::Mutate(Mutate { json, .. })
            | Verb::Power(Power { json, .. })
            | Verb::Area(Area { json, .. })
            | Verb::Timing(Area { json, .. })
            | Verb::Cost(Cost { json, .. })
            | Verb::Doctor(Doctor { json }) => *json,
            Verb::Emit(_) | Verb::Kernel(Kernel::Show(_) | Kernel::Record(_)) => false,
        }
    }
}

/// `heddle units`
#[derive(Debug, Args)]
pub struct Units {
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// What `check` and `fuzz` have in common.
#[derive(Debug, Args)]
pub struct Hunt {
    /// Units, or presets of units; all when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Everything random follows from it.
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Threads; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// A Verilog file in place of the RTL, with the module and the ports that `emit` writes.
    #[arg(long, value_name = "FILE.v")]
    pub dut: Option<PathBuf>,
    /// Where the trace and the waveform of a mismatch go.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle check`
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub hunt: Hunt,
    /// Cycles of each preset.
    #[arg(long, value_name = "N", default_value_t = 1_500_000, allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
}

/// `heddle fuzz`
#[derive(Debug, Args)]
pub struct Fuzz {
    #[command(flatten)]
    pub hunt: Hunt,
    /// How long, as in 30s, 10m, 2h (default: 1m).
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cycles")]
    pub time: Option<Duration>,
    /// Cycles of each preset.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: Option<u64>,
}

/// `heddle replay`
#[derive(Debug, Args)]
pub struct Replay {
    /// The trace.
    #[arg(value_name = "FILE.trace")]
    pub trace: PathBuf,
    /// A Verilog file in place of the RTL.
    #[arg(long, value_name = "FILE.v")]
    pub dut: Option<PathBuf>,
    /// Write a waveform: inputs, outputs of both sides, golden state, RTL signals.
    #[arg(long, value_name = "OUT.vcd")]
    pub wave: Option<PathBuf>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle prove`
#[derive(Debug, Args)]
pub struct Prove {
    /// Units, or presets of units; `tiny` of every unit when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Cycles of the longest induction.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = small)]
    pub induction: usize,
    /// Cycles after reset, where induction does not go.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = small)]
    pub depth: usize,
    /// For each question.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub time: Duration,
    /// Without asking z3, too.
    #[arg(long)]
    pub alone: bool,
    /// Where the traces of refuted claims go.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle cover`
#[derive(Debug, Args)]
pub struct Cover {
    /// Units, or presets of units; all when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Cycles of random stimulus of each preset: the first that `check` runs with the same seed.
    #[arg(long, value_name = "N", default_value_t = 1_500_000, allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
    /// Everything random follows from it.
    #[arg(long, value_name = "S", default_value_t = 1, allow_hyphen_values = true, value_parser = seed)]
    pub seed: u64,
    /// Threads; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Random stimulus alone, no recorded kernels.
    #[arg(long)]
    pub no_kernels: bool,
    /// List everything with its counts, not only what is not reached.
    #[arg(long)]
    pub all: bool,
    /// Write a page with all counts.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle enumerate`
#[derive(Debug, Args)]
pub struct Enumerate {
    /// Units, or presets of units; `least` is a configuration smaller than every preset. When none is given: `least` and `tiny` of every unit.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// No new layer of states begins after so many transitions; then the depth is told that is complete.
    #[arg(long, value_name = "N", default_value_t = 4_000_000, allow_hyphen_values = true, value_parser = cycles)]
    pub transitions: u64,
    /// Nor when so many states are known.
    #[arg(long, value_name = "N", default_value_t = 20_000_000, allow_hyphen_values = true, value_parser = cycles)]
    pub states: u64,
    /// Leave out the planted faults.
    #[arg(long)]
    pub no_plants: bool,
    /// Units at a time; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Where the trace of a violation goes, and those of the planted ones with --keep-plants.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// Keep the traces of what is planted too.
    #[arg(long)]
    pub keep_plants: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle emit`
#[derive(Debug, Args)]
pub struct Emit {
    /// The unit; all its presets when none is named.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: String,
    /// Write UNIT-PRESET.v into this folder instead of to standard output.
    #[arg(short, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// `heddle figure`
#[derive(Debug, Clone, Args)]
pub struct Figure {
    /// The paper and the figure's number, as in stsimt/5; `stsimt` alone is all of that paper's.
    #[arg(value_name = "PAPER/N")]
    pub figure: String,
    /// Of a figure that is made of runs on a GPU: the sizes of the workloads: `test`, `study` (the paper's grids, a million warp instructions each), or `paper` (hours).
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// The same: of these workloads alone.
    #[arg(long, value_name = "K[,K...]", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The same: changes a value of the GPU, as in core.count=4; as often as wanted.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// The same: runs at a time; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// The same: where finished runs are kept, so that none is done twice (default: `runs` in the cache).
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// The same: does again what is kept.
    #[arg(long)]
    pub afresh: bool,
    /// The same: write a page with all tables and plots.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// With Verilated units where the golden ones stand.
    #[arg(long)]
    pub rtl: bool,
    /// Where the plot goes; the folder where there are several.
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle kernel`
#[derive(Debug, Subcommand)]
pub enum Kernel {
    /// Lists the workloads.
    List(KernelList),
    /// Runs a workload, or a PTX file, and compares what comes out with what is expected.
    Run(KernelRun),
    /// Shows what the analyses find in a kernel.
    Show(KernelShow),
    /// Runs a workload on a core around a unit, and keeps what crosses the unit's ports.
    Record(KernelRecord),
}

/// `heddle kernel list`
#[derive(Debug, Args)]
pub struct KernelList {
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Which kernels, and what they run on.
#[derive(Debug, Args)]
pub struct Program {
    /// A workload's name, or a PTX file.
    #[arg(value_name = "K|FILE.ptx")]
    pub kernel: String,
    /// What to launch; for a PTX file FILE.toml beside it if this is not given.
    #[arg(long, value_name = "L.toml")]
    pub launch: Option<PathBuf>,
    /// The sizes of the launch description: `test` is seconds, `paper` what the papers ran.
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
}

/// `heddle kernel run`
#[derive(Debug, Args)]
pub struct KernelRun {
    #[command(flatten)]
    pub program: Program,
    /// Compare what comes out with what is expected; exit status 1 if it differs.
    #[arg(long)]
    pub check: bool,
    /// Threads of a warp: 1, 2, 4, 8, 16 or 32.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = warp_size)]
    pub warp_size: u32,
    /// Which registers are one a warp.
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub scalar: Scalar,
    /// Run with the registers of the allocation instead of a register for each name.
    #[arg(long)]
    pub allocate: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Which registers and instructions are scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Scalar {
    /// None.
    None,
    /// What STSIMT 4.2 finds.
    All,
    /// What Lee et al. find, where control flow converges.
    Restricted,
}

/// `heddle kernel show`
#[derive(Debug, Args)]
pub struct KernelShow {
    /// A workload's name, or a PTX file.
    #[arg(value_name = "K|FILE.ptx")]
    pub kernel: String,
    /// Draw the control-flow graph.
    #[arg(long, value_name = "OUT.svg")]
    pub cfg: Option<PathBuf>,
    /// Registers: where they live, where they lie after allocation.
    #[arg(long)]
    pub regs: bool,
    /// Registers and instructions that are scalar, and why the others are not.
    #[arg(long)]
    pub scalar: bool,
    /// Branches: where their threads meet again, and what their conditions depend on.
    #[arg(long)]
    pub branches: bool,
}

/// `heddle kernel record`
#[derive(Debug, Args)]
pub struct KernelRecord {
    #[command(flatten)]
    pub program: Program,
    /// The unit that the core is built around; its preset `paper` if none is named.
    #[arg(long, value_name = "UNIT[/PRESET]")]
    pub unit: String,
    /// Where the trace goes.
    #[arg(short, value_name = "FILE.trace")]
    pub out: PathBuf,
    /// Cycles to keep, at most.
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
}

/// `heddle sim`
#[derive(Debug, Args)]
pub struct Sim {
    /// Workloads by name, `all` of them, or PTX files with a launch description beside them.
    #[arg(value_name = "K", required_unless_present_any = ["print_config", "list_statistics"])]
    pub kernels: Vec<String>,
    /// The GPU: stsimt, slp, vws, vt, or a TOML file.
    #[arg(long, value_name = "C", default_value = "stsimt")]
    pub config: String,
    /// What its cores do with their warps; speedups are against the first.
    #[arg(long, value_name = "P[,P...]", value_delimiter = ',', required_unless_present_any = ["print_config", "list_statistics"])]
    pub policy: Vec<String>,
    /// The sizes of the launch description: `test` is seconds, `study` the paper's grids with little work each, where there is one (else `test`), `paper` what the papers ran.
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// Runs at a time; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Changes a value of the configuration, as in core.count=4; as often as wanted.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// Ends each run after so many core cycles; what it has by then is marked partial.
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true, value_parser = cycles)]
    pub limit: Option<u64>,
    /// Verilated units where the golden ones stand: `lane`.
    #[arg(long, value_name = "UNIT")]
    pub rtl: Option<String>,
    /// Write what happened when, for ui.perfetto.dev; of one run.
    #[arg(long, value_name = "OUT.pftrace")]
    pub trace: Option<PathBuf>,
    /// Write every statistic, a row a run.
    #[arg(long, value_name = "OUT.csv")]
    pub stats: Option<PathBuf>,
    /// Where finished runs are kept, so that none is done twice (default: `runs` in the cache).
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Does again what is kept.
    #[arg(long)]
    pub afresh: bool,
    /// Show the configuration, every value with its unit, its meaning and its source, and run nothing.
    #[arg(long)]
    pub print_config: bool,
    /// Show every statistic with its unit and its meaning, and run nothing.
    #[arg(long)]
    pub list_statistics: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle nightly`
#[derive(Debug, Args)]
pub struct Nightly {
    /// The steps, a line `NAME: COMMAND` each (default: the whole night).
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// No step starts after so long, as in 30s, 10m, 8h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Where results are kept, and the page, index.html. What has passed there is not done again.
    #[arg(long, value_name = "DIR", default_value = "nightly")]
    pub out: PathBuf,
    /// Does again what has passed.
    #[arg(long)]
    pub afresh: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle mutate`
#[derive(Debug, Args)]
pub struct Mutate {
    /// Units, at their preset `tiny`, or presets of units; every unit when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Mutants of each.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    pub count: u16,
    /// The mutants and the stimulus follow from it.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u32,
    /// Cycles after which a mutant that nothing told from the RTL is looked at more closely.
    #[arg(long, value_name = "N", default_value_t = 1_500_000, allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
    /// Threads; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Cycles after reset in which a run that tells an unnoticed mutant from the RTL is looked for.
    #[arg(long, value_name = "K", default_value_t = 12)]
    pub depth: u16,
    /// Seconds of that for one mutant.
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    pub limit: u16,
    /// This mutant alone: writes its Verilog, and a trace and a waveform of what gives it away.
    #[arg(long, value_name = "N")]
    pub only: Option<u64>,
    /// Where the files of a mutant go.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// Where finished mutants are kept, so that none is done twice (default: `mutants` in the cache).
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Does again what is kept.
    #[arg(long)]
    pub afresh: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle area`, `heddle timing`
#[derive(Debug, Args)]
pub struct Area {
    /// Units, or presets of units; `tiny` and `paper` of every unit when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// A cell library in place of NanGate's 45 nm.
    #[arg(long, value_name = "FILE.lib")]
    pub liberty: Option<PathBuf>,
    /// The clock period that synthesis aims at, in ns.
    #[arg(long, value_name = "NS", default_value_t = 1.0, allow_hyphen_values = true, value_parser = nanoseconds)]
    pub period: f64,
    /// Fails if something is more than 2 % above synth/UNIT/budget.json.
    #[arg(long)]
    pub gate: bool,
    /// Accepts the figures: writes synth/UNIT/budget.json.
    #[arg(long, conflicts_with = "gate")]
    pub bless: bool,
    /// Syntheses at a time.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle cost`
#[derive(Debug, Args)]
pub struct Cost {
    /// Units, or presets of units; `tiny` and `paper` of every unit, and the papers' figures, when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Cell libraries, in place of NanGate's 45 nm and, if it is installed, OSU's 180 nm; the papers' figures are worked out with the first.
    #[arg(long, value_name = "FILE.lib")]
    pub liberty: Vec<PathBuf>,
    /// The clock period that synthesis aims at, in ns.
    #[arg(long, value_name = "NS", default_value_t = 1.0, allow_hyphen_values = true, value_parser = nanoseconds)]
    pub period: f64,
    /// The papers' figures too, though units are named.
    #[arg(long)]
    pub papers: bool,
    /// In place of the tables: area, timing and throughput of one unit (`paper`, if no preset is named) over all combinations of these numbers of its
    /// configuration.
    #[arg(long, value_name = "NUMBER=V[,V...]", num_args = 1.., conflicts_with = "papers")]
    pub sweep: Vec<String>,
    /// What the sweep is drawn into (default: cost-UNIT.svg).
    #[arg(long, value_name = "FILE.svg", requires = "sweep")]
    pub plot: Option<PathBuf>,
    /// Syntheses at a time.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle power`
#[derive(Debug, Args)]
pub struct Power {
    /// Units, or presets of units; a unit alone is its preset `paper`, and nothing is all units.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Workloads that drive a unit that a core can be built around (default: the first two that fit).
    #[arg(long, value_name = "K[,K...]", value_delimiter = ',')]
    pub kernel: Vec<String>,
    /// Cycles of each workload, at most, and of random stimulus.
    #[arg(long, value_name = "N", default_value_t = 4000, allow_hyphen_values = true, value_parser = some_cycles)]
    pub cycles: u64,
    /// The clock, in MHz.
    #[arg(long, value_name = "F", default_value_t = 1000.0, allow_hyphen_values = true, value_parser = megahertz)]
    pub mhz: f64,
    /// A cell library in place of NanGate 45 nm.
    #[arg(long, value_name = "FILE.lib")]
    pub liberty: Option<PathBuf>,
    /// Print entries for the GPU's energy table (`configs/energy.toml`), with this command as their source.
    #[arg(long, conflicts_with = "json")]
    pub energy_table: bool,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `heddle doctor`
#[derive(Debug, Args)]
pub struct Doctor {
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

fn duration(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|error| format!("{error}: as in 30s, 10m, 2h"))?;
    if time < Duration::from_secs(1) { Err("nothing to run: one second (1s) or more".into()) } else { Ok(time) }
}

fn small(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| (1..=1000).contains(n)).ok_or_else(|| "a number of cycles, 1 to 1000".into())
}

fn nanoseconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|ns| (0.01..=1000.0).contains(ns)).ok_or_else(|| "a time in ns, 0.01 to 1000".into())
}

fn warp_size(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|size: &u32| *size <= 32 && size.is_power_of_two())
        .ok_or_else(|| "1, 2, 4, 8, 16 or 32".into())
}

fn cycles(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("nothing to run: one cycle or more".into()),
        Ok(cycles) => Ok(cycles),
        Err(_) => Err(format!("a number of cycles, 1 to {}", u64::MAX)),
    }
}

/// A wave of more does not fit on a disk.
fn some_cycles(text: &str) -> Result<u64, String> {
    cycles(text).ok().filter(|cycles| *cycles <= 100_000).ok_or_else(|| "a number of cycles, 1 to 100000".into())
}

fn megahertz(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|f| (1.0..=100_000.0).contains(f)).ok_or_else(|| "a number of MHz, 1 to 100000".into())
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a number, 0 to {}", u64::MAX))
}
