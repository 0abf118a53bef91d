//! Arguments of the verbs that measure how thorough verification is: `prove`, `cover`, `enumerate`, `mutate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{cycles, duration, seed, small};

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
    /// Bits that toggle both ways and branches that are taken in the RTL, under Verilator; what is not reached needs a reason, which is checked. Of a
    /// unit: its presets `tiny` and `paper`.
    #[arg(long, conflicts_with_all = ["no_kernels", "html"])]
    pub rtl: bool,
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
