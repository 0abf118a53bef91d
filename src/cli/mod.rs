//! The command line: the verbs and their arguments.

mod cost;
mod depth;
mod kernel;
mod program;
mod values;

pub use cost::{Area, Cost, Power};
pub use depth::{Cover, Enumerate, Mutate, Prove};
pub use kernel::{Kernel, KernelList, KernelRecord, KernelRun, KernelShow, Program, Scalar};
pub use program::Run;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use heddle_workloads::Address;

use values::{address, cycles, duration, seed};

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
    /// Runs an unmodified CUDA program on the simulator, under one policy or several, or functionally.
    ///
    /// The program needs no GPU, driver or toolkit, and is linked with CUDA's shared runtime (`-cudart shared`) or uses its driver API. It is run once a
    /// policy; its standard output is its own, and what is measured goes to standard error. The exit status is the program's.
    Run(Run),
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

impl Figure {
    /// Returns the address sizes that a figure's programs are compiled for: the user's, or else the figure's own.
    pub fn addresses(&self) -> Vec<Address> {
        let own: &[Address] = if ["vt", "slp", "vws", "simt-simd"].iter().any(|paper| self.figure.starts_with(paper)) {
            &[Address::Bits64]
        } else {
            &Address::EACH
        };
        if self.address.is_empty() { own.to_vec() } else { self.address.clone() }
    }
}

impl Cli {
    /// Whether the user wants JSON, one object a line, in place of text.
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
            | Verb::Run(Run { json, .. })
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
    /// Shrinks a mismatch for so long, as in 5m, in place of a number of replays.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "no_shrink")]
    pub shrink: Option<Duration>,
    /// Keeps the trace of a mismatch as it was found.
    #[arg(long)]
    pub no_shrink: bool,
    /// Writes no waveform of a mismatch.
    #[arg(long)]
    pub no_wave: bool,
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
    /// Of a figure that is made of runs (`stsimt`, `slp`, `vt`, `vws`): the sizes of the workloads: `test`, `study` (the paper's grids, a
    /// million warp instructions each), or `paper` (hours).
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// The same: of these workloads alone.
    #[arg(long, value_name = "K[,K...]", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The same: changes a value of the GPU, as in core.count=4; as often as wanted.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// The same, and figures 9 and 10 of STSIMT: programs compiled for addresses of so many bits (default: 64,32; of
    /// `slp`, `vt` and `vws`, which take one size, 64); tables and plots are of the first, statements of each.
    #[arg(long, value_name = "BITS[,BITS]", value_delimiter = ',', value_parser = address)]
    pub address: Vec<Address>,
    /// The same: every run once more with this value of the GPU changed, as in core.count=4, and how far each statement
    /// moves; as often as wanted; `open` is all that the paper leaves open.
    #[arg(long, value_name = "SECTION.KEY=VALUE|open")]
    pub vary: Vec<String>,
    /// The same: a workload of which a run takes longer, as in 10m, is left out, and named.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub longest: Option<Duration>,
    /// The same: write kernels, cycles and statements with what made them.
    #[arg(long, value_name = "OUT.json")]
    pub data: Option<PathBuf>,
    /// Of `slp`, `vt` and `vws`: makes the figures of what `--data` has written, without running anything again.
    #[arg(long, value_name = "IN.json", conflicts_with_all = ["only", "set", "vary", "longest", "address", "afresh", "keep"])]
    pub from: Option<PathBuf>,
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
    /// Of `simt-simd`: of this Matrix Market file's matrix alone.
    #[arg(long, value_name = "FILE.mtx")]
    pub matrix: Option<PathBuf>,
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

/// `heddle sim`
#[derive(Debug, Args)]
pub struct Sim {
    /// Workloads by name, `all` of them, or PTX files with a launch description beside them.
    #[arg(value_name = "K", required_unless_present_any = ["print_config", "list_statistics"])]
    pub kernels: Vec<String>,
    /// The GPU: stsimt, slp, vws, vt, simt-simd, or a TOML file.
    #[arg(long, value_name = "C", default_value = "stsimt")]
    pub config: String,
    /// What its cores do with their warps; speedups are against the first.
    #[arg(long, value_name = "P[,P...]", value_delimiter = ',', required_unless_present_any = ["print_config", "list_statistics"])]
    pub policy: Vec<String>,
    /// The sizes of the launch description: `test` is seconds, `study` the paper's grids with little work each, where
    /// there is one (else `test`), `paper` what the papers ran.
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// A Matrix Market file in the place of the matrix that the launch description names.
    #[arg(long, value_name = "FILE.mtx")]
    pub matrix: Option<PathBuf>,
    /// Of workloads: the build for addresses of so many bits, 32 or 64 (64 if none is named).
    #[arg(long, value_name = "BITS", value_parser = address)]
    pub address: Option<Address>,
    /// Runs at a time; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Changes a value of the configuration, as in core.count=4; as often as wanted.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// Ends each run after so many core cycles; what it has by then is marked partial.
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true, value_parser = cycles)]
    pub limit: Option<u64>,
    /// Verilated units where the golden ones stand: `lane`, `slp`, `gang`, `prt` or `vtc`.
    #[arg(long, value_name = "UNIT")]
    pub rtl: Option<String>,
    /// Write what happened when, for ui.perfetto.dev; of one run.
    #[arg(long, value_name = "OUT.pftrace")]
    pub trace: Option<PathBuf>,
    /// Write a page that shows where the cycles went, over time, by core and by source line, of all runs side by side; it needs nothing else.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
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

/// `heddle doctor`
#[derive(Debug, Args)]
pub struct Doctor {
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}
