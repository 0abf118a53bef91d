//! Arguments of `heddle nightly`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use heddle_command::Cluster;
use heddle_command::values::duration;

/// Arguments of `heddle attend`, a part of `heddle nightly`.
#[derive(Debug, Args)]
pub struct Attend {
    /// The process of the night.
    pub night: u32,
    /// The step's command.
    #[arg(last = true, required = true)]
    pub words: Vec<OsString>,
}

/// Arguments of `heddle nightly`.
#[derive(Debug, Args)]
pub struct Nightly {
    /// A file of steps, one line `NAME: COMMAND` for each step (default: the whole night).
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// The time after which no further step starts, as in 30s, 10m, 8h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Where the results and the page, index.html, are kept. Steps that have passed there are not
    /// repeated.
    #[arg(long, value_name = "DIR", default_value = "nightly")]
    pub out: PathBuf,
    /// Repeat the steps that have passed.
    #[arg(long)]
    pub afresh: bool,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub cluster: Cluster,
}
