//! The command line: the verbs of any block and their arguments.

mod block;
mod cluster;
mod cost;
mod depth;
mod diff;
pub mod values;

pub use block::{Reading, Users};
pub use cluster::{Cluster, Jobs, Limited};
pub use cost::{AllCosts, Area, Cost, CostOf, Fpga, Places, Power};
pub use depth::{Cover, Enumerate, Mutate, Prove};
pub use diff::Diff;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use clap_complete::Shell;

use values::{cycles, duration, module, seed};

/// The verbs of any block.
#[derive(Debug, Subcommand)]
pub enum CoreVerb {
    /// Lists the units, their presets and parameters.
    Units(Units),
    /// Runs units in lockstep with their RTL for a number of cycles, and replays every trace of the
    /// corpus.
    Check(Check),
    /// Hunts for a mismatch with random stimulus, and shrinks the first one found.
    Fuzz(Fuzz),
    /// Runs two designs of your own in lockstep with each other: Verilog files with the same
    /// ports.
    Diff(Diff),
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
    /// Writes a program for a block of your own: its contract from its Verilog, an empty golden
    /// model, a test.
    New(New),
    /// Looks at work that tasks of a cluster share: what is done, by whom; waits, cancels and
    /// resumes.
    Jobs(Jobs),
    /// Makes mutants, which are small faults in the RTL, and counts how many of them the lockstep
    /// detects.
    Mutate(Mutate),
    /// Shows what units cost: area, timing, power, an FPGA's parts, or all with the papers' figures
    /// beside Heddle's.
    Cost(Box<Cost>),
    /// The old name of `heddle cost area`.
    #[command(hide = true)]
    Area(Area),
    /// The old name of `heddle cost timing`.
    #[command(hide = true)]
    Timing(Area),
    /// The old name of `heddle cost power`.
    #[command(hide = true)]
    Power(Power),
    /// The old name of `heddle cost fpga`.
    #[command(hide = true)]
    Fpga(Fpga),
    /// Checks that the tools that heddle needs are installed and work.
    Doctor(Doctor),
    /// Prints a script that completes heddle's words in a shell.
    Completions(Completions),
    /// Writes the manual: a page for each verb.
    Man(Man),
}

/// Arguments of `heddle units`.
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

/// Arguments of `heddle new`.
#[derive(Debug, Args)]
pub struct New {
    /// The folder of the program, which is made; its last part is the name of program and block.
    #[arg(value_name = "NAME")]
    pub path: PathBuf,
    /// Verilog or SystemVerilog files of the module, packages before what uses them (default: an
    /// example is written).
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub verilog: Vec<PathBuf>,
    /// The module (default: that with the name of the program).
    #[arg(long, value_name = "MODULE", requires = "verilog")]
    pub top: Option<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// The folder of Heddle's sources (default: those that this command was built from).
    #[arg(long, value_name = "DIR")]
    pub heddle: Option<PathBuf>,
}

/// Arguments of `heddle completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell; its own documentation says where the script belongs.
    pub shell: Shell,
}

/// Arguments of `heddle man`.
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

/// The presets that `check` and `fuzz` compare, and their hardware.
#[derive(Debug, Args)]
pub struct Chosen {
    /// Units, or presets of units, or a preset of all units that have it; all when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    #[command(flatten)]
    pub tested: Tested,
}

/// How a mismatch is hunted and saved.
#[derive(Debug, Args)]
pub struct Hunt {
    /// The seed of all random stimulus.
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Number of threads; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
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

/// Arguments of `heddle check`.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub chosen: Chosen,
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
    /// Verilog files of your own in place of a unit, compared with --model.
    #[arg(long, value_name = "FILE.v", num_args = 1.., requires_all = ["top", "model"],
          conflicts_with_all = ["selection", "dut", "fpga", "both", "fault", "all"])]
    pub verilog: Vec<PathBuf>,
    /// The top module of --verilog.
    #[arg(long, value_name = "NAME", requires = "verilog", value_parser = module)]
    pub top: Option<String>,
    /// The golden model of --verilog, in C or C++.
    #[arg(long, value_name = "MODEL.c", requires = "verilog")]
    pub model: Option<PathBuf>,
    /// With --verilog: replays a trace in place of random stimulus.
    #[arg(long, value_name = "FILE.trace", requires = "verilog", conflicts_with_all = ["cycles", "seed"])]
    pub replay: Option<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
}

/// Arguments of `heddle fuzz`.
#[derive(Debug, Args)]
pub struct Fuzz {
    #[command(flatten)]
    pub chosen: Chosen,
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

/// Arguments of `heddle replay`.
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

/// Arguments of `heddle emit`.
#[derive(Debug, Args)]
pub struct Emit {
    /// The unit; all its presets when none is named.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: String,
    /// Write UNIT-PRESET.v into this folder; without it, or with `-`, to standard output.
    #[arg(short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write each preset as a core into this new folder: Verilog, a FuseSoC .core file, an SDC
    /// file, parameters as a header, and the ports as Markdown.
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub core: Option<PathBuf>,
    /// Write the netlist that Yosys makes of it, of flip-flops and gates of no library, which
    /// `check --dut` takes.
    #[arg(long, conflicts_with = "core")]
    pub netlist: bool,
}

/// Arguments of `heddle doctor`.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}
