//! Arguments of `heddle sim`.

use std::path::PathBuf;

use clap::Args;
use heddle_kernel::execute::LIVELOCK;
use heddle_workloads::Address;

use super::values::address;
use heddle_command::Limited;
use heddle_command::values::{cycles, some_or_none};

/// Arguments of `heddle sim`.
#[derive(Debug, Args)]
pub struct Sim {
    /// Workloads by name, `all` of them, or PTX files with a launch description beside them.
    #[arg(value_name = "K", required_unless_present_any = ["print_config", "list_statistics"])]
    pub kernels: Vec<String>,
    /// The GPU: stsimt, slp, vws, vt, simt-simd, or a TOML file.
    #[arg(long, value_name = "C", default_value = "stsimt")]
    pub config: String,
    /// Policies, which say how the cores execute warps (`heddle policies`); speedups are relative
    /// to the first, in the first configuration of a sweep.
    #[arg(long, value_name = "P[,P...]", value_delimiter = ',', required_unless_present_any = ["print_config", "list_statistics"])]
    pub policy: Vec<String>,
    /// The sizes of the launch description: `test` takes seconds, `study` has the paper's grids
    /// with little work each, where there is such a scale (else `test`), `paper` is what the papers
    /// ran.
    #[arg(long, value_name = "SCALE", default_value = "test")]
    pub scale: String,
    /// The launch description of the only kernel (default for a PTX file: FILE.toml beside it).
    #[arg(long, value_name = "L.toml")]
    pub launch: Option<PathBuf>,
    /// A Matrix Market file in place of the matrix that the launch description names.
    #[arg(long, value_name = "FILE.mtx")]
    pub matrix: Option<PathBuf>,
    /// For workloads: the address size that they are compiled for, 32 or 64 bits (default: 64).
    #[arg(long, value_name = "BITS", value_parser = address)]
    pub address: Option<Address>,
    /// Number of runs at a time (default: as many as the machine has processors, divided by
    /// `--threads`); the result is the same for any number.
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Threads of the host that simulate one run, each some of its cores; the result is the same
    /// for any number.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Changes a value of the configuration, as in core.count=4, or those of one of its corners, as
    /// in low; can be repeated. A list, as in core.count=1,2,4, is a sweep: a run with each value,
    /// and with each combination of several lists.
    #[arg(long, value_name = "SECTION.KEY=VALUE[,VALUE...]")]
    pub set: Vec<String>,
    /// Ends each run after this many core cycles; the results of a run that is cut short are marked
    /// partial.
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true, value_parser = cycles)]
    pub limit: Option<u64>,
    /// Fail when, for this many warp instructions, every warp that executes has repeated the same
    /// states and no memory has changed: a livelock; 0 for never.
    #[arg(long, value_name = "N", default_value_t = LIVELOCK, allow_hyphen_values = true, value_parser = some_or_none)]
    pub livelock: u64,
    /// Time some launches of each kernel, and of large grids some CTAs, execute the others
    /// functionally, and estimate the cycles of all, with an interval.
    #[arg(long, conflicts_with_all = ["limit", "rtl", "trace", "html", "stats", "by_launch"])]
    pub sample: bool,
    /// Use this Verilated unit in place of its golden model: `lane`, `slp`, `gang`, `prt` or `vtc`.
    #[arg(long, value_name = "UNIT")]
    pub rtl: Option<String>,
    /// Write a timeline of one run, for ui.perfetto.dev.
    #[arg(long, value_name = "OUT.pftrace")]
    pub trace: Option<PathBuf>,
    /// Write a page that shows where the cycles went, over time, by core and by source line, of all
    /// runs side by side; the page is a single file. A file that ends in `.json` gets the page's
    /// data alone.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Write every statistic, one row per run, with the settings and the version that made it.
    #[arg(long, value_name = "OUT.csv")]
    pub stats: Option<PathBuf>,
    /// Count each launch alone, too: `--stats` has a row for each launch in place of each run,
    /// `--json` a list of launches, and the text a table of them.
    #[arg(long)]
    pub by_launch: bool,
    /// Where finished runs are kept, so that no run is repeated (default: `runs` in the cache).
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Repeat the runs that are kept.
    #[arg(long)]
    pub afresh: bool,
    /// Show the configuration, every value with its unit, its meaning and its source, and run
    /// nothing.
    #[arg(long)]
    pub print_config: bool,
    /// Show every statistic with its unit and its meaning, and run nothing.
    #[arg(long)]
    pub list_statistics: bool,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cluster: Limited,
}
