//! `heddle kernel`: lists, runs, analyses and records kernels.

mod graph;
mod list;
pub mod program;
mod record;
mod run;
mod show;

pub use record::note;

use crate::cli::Kernel;
use crate::error::{Error, Outcome};

/// Help text that says where launch descriptions are explained.
pub const LAUNCH_HELP: &str =
    "docs/reference/launch-files.md lists what a launch description can contain; kernels/*/launch.toml are examples";

/// Runs `heddle kernel`: lists, runs, shows or records kernels.
pub fn run(args: &Kernel) -> Result<Outcome, Error> {
    match args {
        Kernel::List(args) => list::run(args),
        Kernel::Run(args) => run::run(args),
        Kernel::Show(args) => show::run(args),
        Kernel::Record(args) => record::run(args),
    }
}
