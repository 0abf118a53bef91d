//! Arguments of `heddle run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::values::cycles;

/// `heddle run`
#[derive(Debug, Args)]
pub struct Run {
    /// What the cores do with their warps; the program is run once a policy, and speedups are against the first.
    #[arg(long, value_name = "P[,P...]", value_delimiter = ',', required_unless_present_any = ["functional", "libraries"])]
    pub policy: Vec<String>,
    /// Executes kernels without time.
    #[arg(long, conflicts_with_all = ["policy", "limit", "trace", "html"])]
    pub functional: bool,
    /// The GPU: stsimt, slp, vws, vt, simt-simd, or a TOML file.
    #[arg(long, value_name = "C", default_value = "stsimt")]
    pub config: String,
    /// Changes a value of the configuration, as in core.count=4; as often as wanted.
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// A launch that runs after so many core cycles of the whole program fails.
    #[arg(long, value_name = "CYCLES", allow_hyphen_values = true, value_parser = cycles)]
    pub limit: Option<u64>,
    /// Write what happened when, for ui.perfetto.dev; of one policy.
    #[arg(long, value_name = "OUT.pftrace")]
    pub trace: Option<PathBuf>,
    /// Write a page that shows where the cycles went, over time, by core and by source line, under all policies side by side; it needs nothing else.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Write every statistic, a row a policy.
    #[arg(long, value_name = "OUT.csv")]
    pub stats: Option<PathBuf>,
    /// One JSON object a line on standard output, where the program's own output then goes to standard error.
    #[arg(long)]
    pub json: bool,
    /// Lay out CUDA's libraries in this folder, to link programs with `-L DIR/12 -lcudart` (or 11, 13: the compiler's), and run nothing.
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
