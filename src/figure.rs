//! `heddle figure`: regenerates a paper's figure from new measurements.

mod paper;
mod simt_simd;
mod slp;
mod stsimt;
mod stsimt_5;
mod stsimt_scalars;
mod study;
mod vt;
mod vws;

use std::path::PathBuf;

use heddle_testbench::files::{could_write, write_whole};

use crate::cli::Figure;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::plot::{Panel, draw};
use paper::{Listed, Word};

/// All papers, each with its figures.
static PAPERS: [&dyn Listed; 5] = [&stsimt::PAPER, &slp::PAPER, &vws::PAPER, &vt::PAPER, &simt_simd::PAPER];

/// Runs `heddle figure`: regenerates the figure with the given name.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let found = PAPERS.iter().find_map(|paper| Some((paper, paper.takes(&args.figure)?)));
    let Some((paper, takes)) = found else {
        let names: Vec<&str> = PAPERS.iter().flat_map(|paper| paper.names()).collect();
        return Err(Error::input(
            format!("there is no figure `{}`", args.figure),
            format!("there are: {}", names.join(", ")),
        ));
    };
    refuse_strange_words(args, takes)?;
    args.cluster.takes(&[
        ("--afresh", args.afresh),
        ("--keep", args.keep.is_some()),
        ("--from", args.from.is_some()),
    ])?;
    paper.run(args)
}

/// Refuses options that are meant for other figures only.
fn refuse_strange_words(args: &Figure, takes: &[Word]) -> Result<(), Error> {
    let runs = "the option is for figures that are made of runs on a GPU, as stsimt/8";
    let kept = "the option is for figures whose data can be kept, as vt/8 and slp/11";
    let matrix = "the option is for figures of matrices, as simt-simd/4b";
    let words = [
        (Word::Vary, "--vary", !args.vary.is_empty(), runs),
        (Word::Longest, "--longest", args.longest.is_some(), runs),
        (Word::Slurm, "--slurm", args.cluster.share.is_some(), runs),
        (Word::Data, "--data", args.data.is_some(), kept),
        (Word::Matrix, "--matrix", args.matrix.is_some(), matrix),
        (Word::From, "--from", args.from.is_some(), kept),
    ];
    match words.iter().find(|(word, _, given, _)| *given && !takes.contains(word)) {
        Some((_, word, _, why)) => {
            Err(Error::input(format!("{} does not take {word}", args.figure), format!("leave out {word}: {why}")))
        }
        None => Ok(()),
    }
}

/// Prints the differences between two measurements of the same thing; returns a mismatch if there
/// are any.
fn verdict(differences: &[String]) -> Outcome {
    for difference in differences {
        aside!("MISMATCH {difference}");
    }
    if differences.is_empty() { Outcome::Equal } else { Outcome::Mismatch }
}

/// The file that a figure is drawn into.
struct Plot(PathBuf);

impl Plot {
    /// Returns the file of one figure's plot: the user's path, or the figure's own name.
    fn of(args: &Figure, figure: &str) -> Result<Self, Error> {
        Plot::wanted(args, &Plot::file(figure))
    }

    /// Returns the files of several figures' plots, in the user's folder or the current one.
    fn each<'a>(args: &Figure, figures: impl Iterator<Item = &'a str>) -> Result<Vec<Self>, Error> {
        let of = |figure| Figure { plot: Some(Plot::in_folder(args, figure)), ..args.clone() };
        figures.map(|figure| Plot::of(&of(figure), figure)).collect()
    }

    /// Returns the file of one of several figures, in the user's folder or the current one.
    fn in_folder(args: &Figure, figure: &str) -> PathBuf {
        args.plot.clone().unwrap_or_else(|| ".".into()).join(Plot::file(figure))
    }

    /// Returns the file name of a figure's plot: `slp-6-4.svg` for `slp/6.4`.
    fn file(figure: &str) -> String {
        format!("{}.svg", figure.replace(['/', '.'], "-"))
    }

    /// Returns the file of a plot: the user's path, or else `name`; an error before any work if the
    /// file cannot be written.
    fn wanted(args: &Figure, name: &str) -> Result<Self, Error> {
        let plot = Plot(args.plot.clone().unwrap_or_else(|| name.into()));
        could_write(&plot.0).map_err(|error| plot.error(error))?;
        Ok(plot)
    }

    /// Draws panels, `columns` of them side by side, into the file, and prints its path.
    fn draw(&self, args: &Figure, panels: &[Panel], columns: usize, horizontal: &str) -> Result<(), Error> {
        let svg =
            draw(panels, columns, horizontal).map_err(|error| Error::input(error, "the plot could not be drawn"))?;
        self.write(args, &svg)
    }

    /// Writes a plot's SVG text into the file, and prints its path.
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
