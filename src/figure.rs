//! `heddle figure`: regenerates a paper's figure from new measurements.

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

type Run = fn(&Figure) -> Result<Outcome, Error>;

/// All figures that can be regenerated, by name, each with the function that makes it.
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
    ("stsimt/headline", stsimt::one),
    ("slp", slp::run),
    ("slp/3", slp::run),
    ("slp/6", slp::run),
    ("slp/11", slp::run),
    ("slp/12", slp::run),
    ("slp/13", slp::run),
    ("slp/14", slp::run),
    ("slp/15", slp::run),
    ("slp/6.4", slp::run),
    ("vws", vws::run),
    ("vws/1", vws::run),
    ("vws/2", vws::run),
    ("vws/4", vws::run),
    ("vws/5", vws::run),
    ("vws/7", vws::run),
    ("vws/8", vws::run),
    ("vws/9", vws::run),
    ("vws/10", vws::run),
    ("vws/11", vws::run),
    ("vws/12", vws::run),
    ("vws/13", vws::run),
    ("vws/14", vws::run),
    ("vws/15", vws::run),
    ("vws/16", vws::run),
    ("vws/17", vws::run),
    ("vws/18", vws::run),
    ("vws/19", vws::run),
    ("vws/table2", vws::run),
    ("vt", vt::run),
    ("vt/table1", vt::run),
    ("vt/table2", vt::run),
    ("vt/2", vt::run),
    ("vt/3", vt::run),
    ("vt/4", vt::run),
    ("vt/5", vt::run),
    ("vt/8", vt::run),
    ("vt/9", vt::run),
    ("vt/10", vt::run),
    ("vt/11", vt::run),
    ("vt/12", vt::run),
    ("vt/13", vt::run),
    ("vt/eq2", vt::eq2::run),
    ("simt-simd", simt_simd::run),
    ("simt-simd/4a", simt_simd::run),
    ("simt-simd/4b", simt_simd::run),
    ("simt-simd/4c", simt_simd::run),
    ("simt-simd/emulation", simt_simd::run),
    ("simt-simd/entries", simt_simd::run),
];

/// Runs `heddle figure`: regenerates the figure with the given name.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    match FIGURES.iter().find(|(name, _)| *name == args.figure) {
        Some((name, run)) => {
            refuse_strange_words(args, name)?;
            args.cluster.takes(&[
                ("--afresh", args.afresh),
                ("--keep", args.keep.is_some()),
                ("--from", args.from.is_some()),
            ])?;
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

/// Refuses options that are meant for other figures only.
fn refuse_strange_words(args: &Figure, name: &str) -> Result<(), Error> {
    let (of_vt, of_slp, of_vws) = (vt::is_of_runs(name), slp::is_of_study(name), vws::is_of_runs(name));
    let of_runs = of_vt || stsimt::is_of_runs(name);
    let runs = "the option is for figures that are made of runs on a GPU, as stsimt/8";
    let kept = "the option is for figures whose data can be kept, as vt/8 and slp/11";
    let words = [
        ("--vary", !args.vary.is_empty(), of_runs, runs),
        ("--longest", args.longest.is_some(), of_runs || of_vws || slp::is_of_runs(name), runs),
        ("--slurm", args.cluster.share.is_some(), of_runs || of_slp || of_vws || simt_simd::is_of_runs(name), runs),
        ("--data", args.data.is_some(), of_runs || of_slp || of_vws || simt_simd::is_of_runs(name), kept),
        (
            "--matrix",
            args.matrix.is_some(),
            simt_simd::is_of_runs(name),
            "the option is for figures of matrices, as simt-simd/4b",
        ),
        ("--from", args.from.is_some(), of_vt || of_slp || of_vws || stsimt::is_of_speeds(name), kept),
    ];
    match words.iter().find(|(_, given, taken, _)| *given && !taken) {
        Some((word, _, _, why)) => {
            Err(Error::input(format!("{name} does not take {word}"), format!("leave out {word}: {why}")))
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
