//! `heddle kernel`: programs, what is found in them, and what they compute.

mod list;

use crate::cli::Kernel;
use crate::error::{Error, Outcome};

/// Runs the verb.
pub fn run(args: &Kernel) -> Result<Outcome, Error> {
    match args {
        Kernel::List(args) => list::run(args),
        Kernel::Run(_) => todo!(),
        Kernel::Show(_) => todo!(),
        Kernel::Record(_) => todo!(),
    }
}
