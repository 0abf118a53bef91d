//! The command line: the verbs and their arguments.

mod cluster;
mod cost;
mod depth;
mod kernel;
mod program;
mod sim;
mod values;

pub use cluster::{Cluster, Jobs, Limit};
pub use cost::{Area, Cost, Fpga, Places, Power};
pub use depth::{Attend, Cover, Enumerate, Mutate, Nightly, Prove};
pub use kernel::{Kernel, KernelList, KernelRecord, KernelRun, KernelShow, Program, Scalar};
pub use program::Run;
pub use sim::Sim;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use heddle_workloads::Address;

use crate::version::VERSION;
use values::{address, cycles, duration, module, seed};

/// Open, executable GPU microarchitecture: golden models and RTL in lockstep.
///
/// Exit status: 0 equal, 1 a mismatch or a failed run, 2 bad input, 3 a missing or broken tool, 4
/// incomplete (a run was refused, or a launch of a program did not come to its end), 130
/// interrupted.
#[derive(Debug, Parser)]
#[command(version = VERSION, max_term_width = 110)]
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
    /// Runs units in lockstep with their RTL for a number of cycles, and replays every trace of the
    /// corpus.
    Check(Check),
    /// Hunts for a mismatch with random stimulus, and shrinks the first one found.
    Fuzz(Fuzz),
    /// Replays a trace in lockstep, and optionally writes its waveform.
    Replay(Replay),
    /// Proves the claims about the units' RTL, and writes a trace for each claim that is refuted.
    Prove(Prove),
    /// Shows which cover points and crosses stimulus reaches, how often, and which are not reached.
    Cover(Cover),
    /// Walks through the states of the golden models, and checks the invariants in each state.
    Enumerate(Enumerate),
    /// Writes a unit's Verilog, alone or as a core with constraints, parameters and documentation.
    Emit(Emit),
    /// Writes the golden models as a C library, and a SystemVerilog checker for each preset.
    Golden(Golden),
    /// Regenerates a figure of a paper.
    Figure(Figure),
    /// Reads, runs, shows and records kernels: the workloads of the papers, or a PTX file.
    #[command(subcommand)]
    Kernel(Kernel),
    /// Runs workloads on a whole GPU, cycle by cycle, under one policy or several.
    Sim(Sim),
    /// Lists the policies: the paper and the unit of each, and its options.
    Policies(Policies),
    /// Runs an unmodified CUDA program on the simulator, under one policy or several, or
    /// functionally.
    ///
    /// The program needs no GPU, driver or toolkit, and is linked with CUDA's shared runtime
    /// (`-cudart shared`) or uses its driver API. It is run once per policy; standard output is the
    /// program's, and the measurements go to standard error. The exit status is the program's;
    /// where that is 0 and a launch did not come to its end, it is 4.
    Run(Run),
    /// Runs the checks that take hours, step by step, continues where an earlier run was cut short,
    /// and writes a page of results.
    Nightly(Nightly),
    /// Attends to a step of a night, and leaves no process behind.
    #[command(hide = true)]
    Attend(Attend),
    /// Looks at work that tasks of a cluster share: what is done, by whom; waits, cancels and
    /// resumes.
    Jobs(Jobs),
    /// Makes mutants, which are small faults in the RTL, and counts how many of them the lockstep
    /// detects.
    Mutate(Mutate),
    /// Maps units to cells, runs them in lockstep, and shows their power and the energy of an
    /// operation.
    Power(Power),
    /// Synthesises units, shows cells, area and state, and can compare them with the figures last
    /// accepted.
    Area(Area),
    /// Does what `area` does, and shows the slowest path beside the area.
    Timing(Area),
    /// Does what `area` and `timing` do, with several cell libraries, and shows the papers' figures
    /// beside Heddle's.
    Cost(Cost),
    /// Maps units to an FPGA, runs the cells in lockstep, places and routes them, and shows parts
    /// used and clock frequency.
    Fpga(Fpga),
    /// Checks that the tools that heddle needs are installed and work.
    Doctor(Doctor),
    /// Prints a script that completes heddle's words in a shell.
    Completions(Completions),
    /// Writes the manual: a page for each verb.
    Man(Man),
}

impl Figure {
    /// Returns the address sizes that a figure's programs are compiled for: the user's, or else the
    /// figure's own.
    pub fn addresses(&self) -> Vec<Address> {
        let is = |paper: &&str| self.figure.starts_with(paper);
        let own: &[Address] = if is(&"slp") {
            // PTX 1.4 (SLP 5)
            &[Address::Bits32]
        } else if ["vt", "vws", "simt-simd"].iter().any(is) {
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
            Verb::Units(Units { json, .. })
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
            | Verb::Policies(Policies { json })
            | Verb::Run(Run { json, .. })
            | Verb::Jobs(Jobs { json, .. })
            | Verb::Mutate(Mutate { json, .. })
            | Verb::Power(Power { json, .. })
            | Verb::Area(Area { json, .. })
            | Verb::Timing(Area { json, .. })
            | Verb::Cost(Cost { json, .. })
            | Verb::Fpga(Fpga { json, .. })
            | Verb::Doctor(Doctor { json }) => *json,
            Verb::Kernel(Kernel::Show(_) | Kernel::Record(_)) | Verb::Completions(_) | Verb::Man(_) => false,
            Verb::Attend(_) | Verb::Emit(_) | Verb::Golden(_) => false,
        }
    }
}

/// `heddle units`
#[derive(Debug, Args)]
pub struct Units {
    /// A Verilog file that `emit` wrote, edited or not: lists what can be tested in it, with the
    /// command for each.
    #[arg(value_name = "FILE.v")]
    pub file: Option<PathBuf>,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// `heddle policies`
#[derive(Debug, Args)]
pub struct Policies {
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// `heddle completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell; its own documentation says where the script belongs.
    pub shell: Shell,
}

/// `heddle man`
#[derive(Debug, Args)]
pub struct Man {
    /// The folder for the pages, `heddle.1`, `heddle-sim.1`, ...; it is made if it is missing.
    #[arg(short, value_name = "DIR")]
    pub out: PathBuf,
}

/// The hardware that is tested: the RTL's gate variant, if nothing else is named.
#[derive(Debug, Default, Args)]
pub struct Tested {
    /// A Verilog file in place of the RTL, with the module and the ports that `emit` writes.
    #[arg(long, value_name = "FILE.v")]
    pub dut: Option<PathBuf>,
    /// The module of --dut's file that is tested, where it has another name; so is a primitive in a
    /// unit's own file.
    #[arg(long, value_name = "NAME", requires = "dut", value_parser = module)]
    pub module: Option<String>,
    /// Tests the RTL's FPGA variant, which the macro HEDDLE_FPGA selects.
    #[arg(long, conflicts_with = "dut")]
    pub fpga: bool,
}

/// What `check` and `fuzz` have in common.
#[derive(Debug, Args)]
pub struct Hunt {
    /// Units, or presets of units, or a preset of all units that have it; all when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// The seed of all random stimulus.
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Number of threads; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub tested: Tested,
    /// Where the trace and the waveform of a mismatch go.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// How long to shrink a mismatch, as in 5m, in place of a number of replays.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "no_shrink")]
    pub shrink: Option<Duration>,
    /// Keeps the trace of a mismatch as it was found.
    #[arg(long)]
    pub no_shrink: bool,
    /// Writes no waveform of a mismatch.
    #[arg(long)]
    pub no_wave: bool,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// `heddle check`
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub hunt: Hunt,
    /// Number of cycles of each preset (default: 1500000; of a --dut, without --json, more for as
    /// long as its build took, up to 20M).
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: Option<u64>,
    /// Shrinks and prints every mismatch, not the first one of each preset alone.
    #[arg(long)]
    pub all: bool,
    /// Compares both variants of the RTL: that for gates and that for FPGAs.
    #[arg(long, conflicts_with_all = ["dut", "fpga"])]
    pub both: bool,
    /// Plants a fault in the unit's Verilog and hunts it: found and shrunk as its file demands is
    /// status 0, anything else 1.
    #[arg(long, value_name = "FILE.toml", conflicts_with_all = ["dut", "fpga", "both", "cycles", "no_shrink"])]
    pub fault: Option<PathBuf>,
    /// With --fault: puts the fault's shrunk trace into tests/corpus/UNIT.
    #[arg(long, requires = "fault")]
    pub keep: bool,
}

/// `heddle fuzz`
#[derive(Debug, Args)]
pub struct Fuzz {
    #[command(flatten)]
    pub hunt: Hunt,
    /// How long to run, as in 30s, 10m, 2h (default: 1m).
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cycles")]
    pub time: Option<Duration>,
    /// Number of cycles of each preset.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: Option<u64>,
    #[command(flatten)]
    pub cluster: Cluster,
}

/// `heddle replay`
#[derive(Debug, Args)]
pub struct Replay {
    /// The trace.
    #[arg(value_name = "FILE.trace")]
    pub trace: PathBuf,
    #[command(flatten)]
    pub tested: Tested,
    /// Write a waveform: inputs, outputs of both sides, golden state, RTL signals.
    #[arg(long, value_name = "OUT.vcd")]
    pub wave: Option<PathBuf>,
    /// Print one JSON object per line in place of text.
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
    /// Write each preset as a core into this new folder: Verilog, a FuseSoC .core file, an SDC
    /// file, parameters as a header, and the ports as Markdown.
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub core: Option<PathBuf>,
}

/// `heddle golden`
#[derive(Debug, Args)]
pub struct Golden {
    /// The unit; all its presets when none is named.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: String,
    /// Write the library, its C header, a SystemVerilog package and a checker for each preset into
    /// this new folder.
    #[arg(short, value_name = "DIR")]
    pub out: PathBuf,
}

/// `heddle figure`
#[derive(Debug, Clone, Args)]
pub struct Figure {
    /// The paper and the figure's number, as in stsimt/5; `stsimt` alone stands for all figures of
    /// that paper.
    #[arg(value_name = "PAPER/N")]
    pub figure: String,
    /// The sizes of the workloads, for figures that are made of runs (`stsimt`, `slp`, `vt`,
    /// `vws`): `test`, `study` (the paper's grids, a million warp instructions each), or `paper`
    /// (hours).
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// For figures made of runs: only these workloads.
    #[arg(long, value_name = "K[,K...]", value_delimiter = ',')]
    pub only: Vec<String>,
    /// For figures made of runs: changes a value of the GPU, as in core.count=4, or those of a
    /// corner of its configuration, as in low; can be repeated.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// For figures made of runs, and figures 9 and 10 of STSIMT: the address sizes in bits that
    /// programs are compiled for (default: 64,32; of the papers that take one size `slp` has 32,
    /// the others 64); tables and plots are of the first size, statements of each.
    #[arg(long, value_name = "BITS[,BITS]", value_delimiter = ',', value_parser = address)]
    pub address: Vec<Address>,
    /// For figures made of runs: repeats every run with this value of the GPU changed, as in
    /// core.count=4, or at a corner of its configuration, as in low, and shows how far each
    /// statement moves; can be repeated.
    #[arg(long, value_name = "SECTION.KEY=VALUE|CORNER")]
    pub vary: Vec<String>,
    /// For figures made of runs: a workload of which a run takes more processor time than this, as
    /// in 10m, is left out, and named.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub longest: Option<Duration>,
    /// For figures made of runs: write kernels, cycles and statements, with the command, the GPU
    /// and the settings that made them.
    #[arg(long, value_name = "OUT.json")]
    pub data: Option<PathBuf>,
    /// Makes the figures from a file that `--data` has written, without running anything again; of
    /// `stsimt` those that compare speeds, and one of these from a folder of such files, too, each
    /// of other workloads.
    #[arg(long, value_name = "IN.json", conflicts_with_all = ["only", "set", "vary", "longest", "address", "afresh", "keep"])]
    pub from: Option<PathBuf>,
    /// With `--from`: writes the tables into this Markdown document in place of the terminal,
    /// between `<!-- from IN.json: WHAT -->` and `<!-- end -->`; WHAT is a figure, as in `vt/8`,
    /// or `made`, `statements`, `agreement` or `settings`; can be repeated.
    #[arg(long, value_name = "FILE.md", requires = "from")]
    pub markdown: Vec<PathBuf>,
    /// For figures made of runs: number of runs at a time (default: as many as the machine has
    /// processors, divided by `--threads`); the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// For figures made of runs: threads of the host that simulate one run, each some of its
    /// cores; the result is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// For figures made of runs: where finished runs are kept, so that no run is repeated (default:
    /// `runs` in the cache).
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// For figures made of runs: repeats the runs that are kept.
    #[arg(long)]
    pub afresh: bool,
    /// For figures made of runs: write a page with all tables and plots.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// For `simt-simd`: only the matrix of this Matrix Market file.
    #[arg(long, value_name = "FILE.mtx")]
    pub matrix: Option<PathBuf>,
    /// Use Verilated units in place of the golden models.
    #[arg(long)]
    pub rtl: bool,
    /// Where the plot goes; a folder if there are several plots.
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cluster: Cluster,
    #[command(flatten)]
    pub limit_of_task: Limit,
}

/// `heddle doctor`
#[derive(Debug, Args)]
pub struct Doctor {
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}
