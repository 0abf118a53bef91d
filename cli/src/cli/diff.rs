//! The arguments of `heddle diff`.

use std::path::PathBuf;

use clap::Args;

use super::values::{cycles, module};
use super::{Hunt, Reading};

/// Arguments of `heddle diff`.
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
    #[command(flatten)]
    pub hunt: Hunt,
}
