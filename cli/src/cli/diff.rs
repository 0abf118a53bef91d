//! The arguments of `heddle diff`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{cycles, duration, module, seed};
use super::{Hunt, Reading, Tested};

/// `heddle diff`
#[derive(Debug, Args)]
pub struct Diff {
    /// Both designs, where each is one file.
    #[arg(value_name = "FILE.v", num_args = 2, conflicts_with = "a", required_unless_present = "a")]
    pub files: Vec<PathBuf>,
    /// The files of the first design, which says what is expected.
    #[arg(long, value_name = "FILE.v", num_args = 1.., requires = "b")]
    pub a: Vec<PathBuf>,
    /// The files of the second design.
    #[arg(long, value_name = "FILE.v", num_args = 1.., requires = "a")]
    pub b: Vec<PathBuf>,
    /// The top module.
    #[arg(long, value_name = "NAME", value_parser = module)]
    pub top: String,
    /// The top module of the second design, where it has another name.
    #[arg(long, value_name = "NAME", value_parser = module)]
    pub top_b: Option<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// Number of cycles.
    #[arg(long, value_name = "N", default_value = "1M", allow_hyphen_values = true, value_parser = cycles)]
    pub cycles: u64,
    /// Replays a trace in place of random stimulus.
    #[arg(long, value_name = "FILE.trace", conflicts_with_all = ["cycles", "seed"])]
    pub replay: Option<PathBuf>,
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

impl Diff {
    /// Returns how a mismatch is hunted and saved.
    pub fn hunt(&self) -> Hunt {
        Hunt {
            selection: Vec::new(),
            seed: self.seed,
            jobs: self.jobs,
            tested: Tested::default(),
            out: self.out.clone(),
            shrink: self.shrink,
            no_shrink: self.no_shrink,
            no_wave: self.no_wave,
            json: self.json,
        }
    }
}
