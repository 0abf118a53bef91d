//! `heddle figure`: a paper's figure, measured anew.

mod stsimt_5;

use crate::cli::Figure;
use crate::error::{Error, Outcome};

type Run = fn(&Figure) -> Result<Outcome, Error>;

/// Every figure that can be made.
const FIGURES: &[(&str, Run)] = &[("stsimt/5", stsimt_5::run)];

/// Runs the verb.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    match FIGURES.iter().find(|(name, _)| *name == args.figure) {
        Some((_, run)) => run(args),
        None => {
            let names: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
            Err(Error::input(
                format!("there is no figure `{}`", args.figure),
                format!("there are: {}", names.join(", ")),
            ))
        }
    }
}
