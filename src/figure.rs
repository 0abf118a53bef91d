//! `heddle figure`: a paper's figure, measured anew.

mod slp_compaction;
mod stsimt;
mod stsimt_5;
mod stsimt_scalars;
mod vt_eq2;
mod vws_gangs;

use std::path::PathBuf;

use heddle_testbench::files::{could_write, write_whole};

use crate::cli::Figure;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::plot::{Panel, draw};

type Run = fn(&Figure) -> Result<Outcome, Error>;

/// Every figure that can be made.
const FIGURES: &[(&str, Run)] = &[
    ("stsimt", stsimt::all),
    ("stsimt/4", stsimt::one),
    ("stsimt/5", stsimt_5::run),
    ("stsimt/5.6", stsimt::one),
    ("stsimt/6", stsimt::one),
    ("stsimt/7", stsimt::one),
    ("stsimt/8", stsimt::one),
    ("stsimt/table4", stsimt::one),
    ("stsimt/9", stsimt_scalars::registers),
    ("stsimt/10", stsimt_scalars::instructions),
    ("stsimt/11", stsimt::one),
    ("stsimt/12", stsimt::one),
    ("slp/compaction", slp_compaction::run),
    ("vws/gangs", vws_gangs::run),
    ("vt/eq2", vt_eq2::run),
];

/// Runs the verb.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    match FIGURES.iter().find(|(name, _)| *name == args.figure) {
        Some((name, run)) => {
            stsimt::refuse_strange_words(args, name)?;
            run(args)
        }
        None => {
            let names: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
            Err(Error::input(
                format!("there is no figure `{}`", args.figure),
                format!("there are: {}", names.join(", ")),
            ))
        }
    }
}

/// Tells what differs between two ways to measure the same, and the outcome that follows.
fn verdict(differences: &[String]) -> Outcome {
    for difference in differences {
        aside!("MISMATCH {difference}");
    }
    if differences.is_empty() { Outcome::Equal } else { Outcome::Mismatch }
}

/// The file that a figure is drawn into.
struct Plot(PathBuf);

impl Plot {
    /// Where the user wants it, or under the figure's own name; refused before any work when nothing can be written there.
    fn wanted(args: &Figure, name: &str) -> Result<Self, Error> {
        let plot = Plot(args.plot.clone().unwrap_or_else(|| name.into()));
        could_write(&plot.0).map_err(|error| plot.error(error))?;
        Ok(plot)
    }

    /// Draws it, so many panels side by side, and says where it is.
    fn draw(&self, args: &Figure, panels: &[Panel], columns: usize, horizontal: &str) -> Result<(), Error> {
        let svg =
            draw(panels, columns, horizontal).map_err(|error| Error::input(error, "the plot could not be drawn"))?;
        self.write(args, &svg)
    }

    /// Writes what was drawn, and says where it is.
    fn write(&self, args: &Figure, svg: &str) -> Result<(), Error> {
        write_whole(&self.0, svg.as_bytes()).map_err(|error| self.error(error))?;
        if !args.json {
            say!("plot: {}", self.0.display());
        }
        Ok(())
    }

    fn error(&self, error: std::io::Error) -> Error {
        Error::input(
            format!("{}: {error}", self.0.display()),
            "name a file in a folder that can be written with --plot",
        )
    }
}
