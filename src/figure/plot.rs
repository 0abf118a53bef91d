//! The file that a figure is drawn into.

use std::path::PathBuf;

use heddle_testbench::files::{could_write, write_whole};
use serde_json::json;

use crate::cli::Figure;
use crate::console::say;
use crate::error::Error;
use crate::plot::Chart;

/// Returns a chart as the text of an SVG.
pub fn svg(chart: &Chart) -> Result<String, Error> {
    chart.svg().map_err(|error| Error::input(error, "the plot could not be drawn"))
}

/// The file that a figure is drawn into.
pub struct Plot(PathBuf);

impl Plot {
    /// Returns the file of one figure's plot: the user's path, or the figure's own name.
    pub fn of(args: &Figure, figure: &str) -> Result<Self, Error> {
        Plot::wanted(args, &Plot::file(figure))
    }

    /// Returns the files of several figures' plots, in the user's folder or the current one.
    pub fn each<'a>(args: &Figure, figures: impl Iterator<Item = &'a str>) -> Result<Vec<Self>, Error> {
        let of = |figure| Figure { plot: Some(Plot::in_folder(args, figure)), ..args.clone() };
        figures.map(|figure| Plot::of(&of(figure), figure)).collect()
    }

    /// Returns the file of one of several figures, in the user's folder or the current one.
    pub fn in_folder(args: &Figure, figure: &str) -> PathBuf {
        args.plot.clone().unwrap_or_else(|| ".".into()).join(Plot::file(figure))
    }

    /// Returns the file name of a figure's plot: `slp-6-4.svg` for `slp/6.4`.
    fn file(figure: &str) -> String {
        format!("{}.svg", figure.replace(['/', '.'], "-"))
    }

    /// Returns the file of a plot: the user's path, or else `name`; an error before any work if the
    /// file cannot be written.
    pub fn wanted(args: &Figure, name: &str) -> Result<Self, Error> {
        let plot = Plot(args.plot.clone().unwrap_or_else(|| name.into()));
        could_write(&plot.0).map_err(|error| plot.error(error))?;
        Ok(plot)
    }

    /// Draws a chart into the file, and prints its path.
    pub fn draw(&self, args: &Figure, chart: &Chart) -> Result<(), Error> {
        self.write(args, &svg(chart)?)
    }

    /// Draws the chart of a figure that has no sheet, and prints the path of the file, or the chart
    /// as JSON.
    pub fn show(&self, args: &Figure, chart: &Chart) -> Result<(), Error> {
        if args.json {
            say!("{}", json!({ "figure": args.figure, "chart": chart }));
        }
        self.draw(args, chart)
    }

    /// Writes a plot's SVG text into the file, and prints its path.
    pub fn write(&self, args: &Figure, svg: &str) -> Result<(), Error> {
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
