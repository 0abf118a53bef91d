//! Arguments of `heddle run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use heddle_kernel::execute::LIVELOCK;

use super::values::launches;
use heddle_command::values::{cycles, some_or_none};

/// Arguments of `heddle run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Policies, which say how the cores execute warps (`heddle policies`); the program is run once
    /// per policy, and speedups are relative to the first.
    #[arg(long, value_name = "P[,P...]", value_delimiter = ',', required_unless_present_any = ["functional", "libraries"])]
    pub policy: Vec<String>,
    /// Execute kernels functionally, without timing.
    #[arg(long, conflicts_with_all = ["policy", "limit", "trace", "html"])]
    pub functional: bool,
    /// The GPU: stsimt, slp, vws, vt, simt-simd, or a TOML file.
    #[arg(long, value_name = "C", default_value = "stsimt")]
    pub config: String,
    /// Changes a value of the configuration, as in core.count=4, or those of one of its corners, as
    /// in low; can be repeated.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// The number of core cycles of the whole program after which a running launch fails.
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true, value_parser = cycles)]
    pub limit: Option<u64>,
    /// Fail when, for this many warp instructions, every warp that executes has repeated the same
    /// states and no memory has changed: a livelock; 0 for never.
    #[arg(long, value_name = "N", default_value_t = LIVELOCK, allow_hyphen_values = true, value_parser = some_or_none)]
    pub livelock: u64,
    /// Threads of the host that simulate the GPU, each some of its cores; the result is the same
    /// for any number.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Time these launches alone, by their numbers from 0, as in `100..110` (which is ten), `100..`
    /// or `100`; the others are executed functionally.
    #[arg(long, value_name = "A..B", conflicts_with = "functional", value_parser = launches)]
    pub launches: Option<(u64, Option<u64>)>,
    /// Time launches of this kernel alone: its name in PTX, or in C++ without parameters; the
    /// others are executed functionally.
    #[arg(long, value_name = "NAME", conflicts_with = "functional")]
    pub kernel: Option<String>,
    /// Time launches until they have executed this many warp instructions together; the launches
    /// behind them are executed functionally.
    #[arg(long, value_name = "N", conflicts_with = "functional", allow_hyphen_values = true, value_parser = cycles)]
    pub instructions: Option<u64>,
    /// Time some launches of each kernel, and of large grids some CTAs, execute the others
    /// functionally, and estimate the cycles of all, with an interval.
    #[arg(long, conflicts_with_all = [
        "functional", "launches", "kernel", "instructions", "limit", "checkpoint", "trace", "html", "stats", "by_launch",
    ])]
    pub sample: bool,
    /// Keep the run's state in this file, before the first timed launch and as --checkpoint-every
    /// and --checkpoint-ctas say, and continue from the file if it is there: after an interruption,
    /// give the same command again.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "html", "limit"])]
    pub checkpoint: Option<PathBuf>,
    /// Launches from one checkpoint to the next; behind each, timed launches begin with empty
    /// caches.
    #[arg(long, value_name = "N", requires = "checkpoint", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint_every: Option<u64>,
    /// CTAs of a timed launch from one checkpoint within it to the next; at each, CTAs that have
    /// started end before further ones start, with empty caches.
    #[arg(long, value_name = "N", requires = "checkpoint", conflicts_with = "functional")]
    #[arg(allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub checkpoint_ctas: Option<u64>,
    /// Show how far the run is, on standard error: launches, instructions, the estimated end, and
    /// with several threads the part of their time in which they wait for each other.
    #[arg(long)]
    pub progress: bool,
    /// Write a timeline of the run under one policy, for ui.perfetto.dev.
    #[arg(long, value_name = "OUT.pftrace")]
    pub trace: Option<PathBuf>,
    /// Write a page that shows where the cycles went, over time, by core and by source line, under
    /// all policies side by side; the page is a single file.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Write every statistic, one row per policy.
    #[arg(long, value_name = "OUT.csv")]
    pub stats: Option<PathBuf>,
    /// Count each launch alone, too: `--stats` has a row for each launch in place of each run,
    /// `--json` a list of launches, and the text a table of them.
    #[arg(long, conflicts_with = "functional")]
    pub by_launch: bool,
    /// Print one JSON object per line on standard output; the program's own output then goes to
    /// standard error.
    #[arg(long)]
    pub json: bool,
    /// Write CUDA's libraries into this folder, to link programs with `-L DIR -lcudart`, and run
    /// nothing.
    #[arg(long, value_name = "DIR", conflicts_with = "program")]
    pub libraries: Option<PathBuf>,
    /// The program and its arguments.
    #[arg(
        value_name = "PROGRAM",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required_unless_present = "libraries"
    )]
    pub program: Vec<OsString>,
}
