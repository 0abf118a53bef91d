//! `heddle kernel`: programs, what is found in them, and what they compute.

mod graph;
mod list;
pub mod program;
mod record;
mod run;
mod show;

pub use record::note;

use crate::cli::Kernel;
use crate::error::{Error, Outcome};

/// Where launch descriptions are explained.
pub const LAUNCH_HELP: &str =
    "CONTRIBUTING.md, \"A kernel\", says what a launch description can say; kernels/*/launch.toml are examples";

/// Runs the verb.
pub fn run(args: &Kernel) -> Result<Outcome, Error> {
    match args {
        Kernel::List(args) => list::run(args),
        Kernel::Run(args) => run::run(args),
        Kernel::Show(args) => show::run(args),
        Kernel::Record(args) => record::run(args),
    }
}
