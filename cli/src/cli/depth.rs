//! Arguments of the verbs that measure how thorough verification is: `prove`, `cover`, `enumerate`,
//! `mutate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{cycles, duration, seed, small};
use super::{Limited, Users};

/// Arguments of `heddle prove`.
#[derive(Debug, Args)]
pub struct Prove {
    /// Units, or presets of units; `tiny` of every unit when none is given, or all of its presets
    /// where there is no `tiny`.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// A Verilog file in place of the RTL, with the module, the ports and the registers that `emit`
    /// writes.
    #[arg(long, value_name = "FILE.v", conflicts_with = "verilog")]
    pub dut: Option<PathBuf>,
    /// Proves the claims of the RTL's FPGA variant, which the macro HEDDLE_FPGA selects.
    #[arg(long, conflicts_with_all = ["dut", "verilog"])]
    pub fpga: bool,
    #[command(flatten)]
    pub users: Users,
    /// Number of cycles of the longest induction.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = small)]
    pub induction: usize,
    /// Number of cycles after reset in which a claim is checked that induction does not prove.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = small)]
    pub depth: usize,
    /// Time limit for each query to a solver.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub time: Duration,
    /// Do not check the results with z3, too.
    #[arg(long)]
    pub alone: bool,
    /// Where the traces of refuted claims go.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `heddle cover`.
#[derive(Debug, Args)]
pub struct Cover {
    /// Units, or presets of units; all when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Measure which bits of the RTL toggle both ways and which branches are taken, under
    /// Verilator; what is not reached needs a reason, which is checked. A unit stands for its
    /// presets `tiny` and `paper`.
    #[arg(long, conflicts_with_all = ["no_kernels", "html"])]
    pub rtl: bool,
    /// Cycles of random stimulus of each preset: the first that `check` runs with the same seed.
    #[arg(long, value_name = "N", default_value_t = 1_500_000, allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
    /// The seed of all random stimulus.
    #[arg(long, value_name = "S", default_value_t = 1, allow_hyphen_values = true, value_parser = seed)]
    pub seed: u64,
    /// Number of threads; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Use random stimulus alone, without recorded kernels.
    #[arg(long)]
    pub no_kernels: bool,
    /// List every point with its counts, not only the points that are not reached.
    #[arg(long)]
    pub all: bool,
    /// Write a page with all counts.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cluster: Limited,
}

/// Arguments of `heddle enumerate`.
#[derive(Debug, Args)]
pub struct Enumerate {
    /// Units, or presets of units; `least` is a configuration smaller than every preset. When none
    /// is given: `least` and `tiny` of every unit.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// No new layer of states begins after this many transitions; the report then gives the depth
    /// that is complete.
    #[arg(long, value_name = "N", default_value_t = 4_000_000, allow_hyphen_values = true, value_parser = cycles)]
    pub transitions: u64,
    /// No new layer of states begins when this many states are known.
    #[arg(long, value_name = "N", default_value_t = 20_000_000, allow_hyphen_values = true, value_parser = cycles)]
    pub states: u64,
    /// Leave out the planted faults.
    #[arg(long)]
    pub no_plants: bool,
    /// Number of units at a time; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Where the trace of a violation goes, and with --keep-plants the traces of the planted
    /// faults.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// Keep the traces of the planted faults, too.
    #[arg(long)]
    pub keep_plants: bool,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `heddle mutate`.
#[derive(Debug, Args)]
pub struct Mutate {
    /// Units, at their preset `tiny` or at all where there is none, or presets of units; every unit
    /// when none is given.
    #[arg(value_name = "UNIT[/PRESET]")]
    pub selection: Vec<String>,
    /// Mutants of the RTL's FPGA variant, which the macro HEDDLE_FPGA selects.
    #[arg(long)]
    pub fpga: bool,
    /// Number of mutants of each unit.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    pub count: u16,
    /// The seed of the mutants and of the stimulus.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u32,
    /// Number of cycles after which a mutant that has not differed from the RTL is examined more
    /// closely.
    #[arg(long, value_name = "N", default_value_t = 1_500_000, allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
    /// Number of threads; the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Number of cycles after reset in which a solver looks for a run that distinguishes an
    /// undetected mutant from the RTL.
    #[arg(long, value_name = "K", default_value_t = 12)]
    pub depth: u16,
    /// Time limit of that search for one mutant, in seconds; the proofs of the unit's claims, which
    /// help it, have ten times as much in all.
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    pub limit: u16,
    /// Examine this mutant alone: write its Verilog, and a trace and a waveform that show how it
    /// differs.
    #[arg(long, value_name = "N")]
    pub only: Option<u64>,
    /// Where the files of a mutant go.
    #[arg(long, value_name = "DIR", default_value = "failures")]
    pub out: PathBuf,
    /// Where the results of finished mutants are kept, so that no mutant is repeated (default:
    /// `mutants` in the cache).
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Repeat the mutants whose results are kept.
    #[arg(long)]
    pub afresh: bool,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cluster: Limited,
}
