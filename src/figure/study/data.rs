//! The data of a paper's study, from which its figures are made: found by runs, or read from a data
//! file.

use serde_json::{Value, json};

use super::output::{self, Report};
use super::statements::{self, Results};
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::figure::plot::Plot;

/// What a study has found.
pub trait Measured: Sized {
    /// Returns other values at the start of the data file.
    fn start(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// Returns the lists of the data file.
    fn lists(&self) -> Vec<(&'static str, Vec<Value>)>;

    /// Reads what a data file has; `None` if this is nothing, or not what is written to one.
    fn read(data: &Value) -> Option<Self>;

    /// Returns the errors of the runs, in words.
    fn wrong(&self) -> Vec<String>;
}

/// The data of a study, and how they were made.
pub struct Data<F> {
    /// The data.
    pub found: F,
    /// The GPU and the scale, in words.
    pub what: String,
    /// The command that makes the same data again.
    pub command: String,
}

impl<F: Measured> Data<F> {
    /// Returns the data of the user's file, or else those that `find` makes.
    pub fn of(args: &Figure, paper: &str, find: impl FnOnce() -> Result<Self, Error>) -> Result<Self, Error> {
        let text = |data: &Value, key: &str| data.get(key)?.as_str().map(str::to_string);
        let read = |data: &Value| {
            Some(Data { found: F::read(data)?, what: text(data, "what")?, command: text(data, "command")? })
        };
        match &args.from {
            Some(path) => output::data_of(path, paper, read),
            None => find(),
        }
    }

    /// Prints the figures made from the data, and writes their files.
    pub fn finish(
        &self,
        args: &Figure,
        paper: &str,
        others: &str,
        results: &[Results],
        plots: &[Plot],
    ) -> Result<Outcome, Error> {
        let mut start = vec![("command", json!(self.command)), ("what", json!(self.what))];
        start.extend(self.found.start());
        let lists = self.found.lists();
        if !args.only.is_empty() && lists.iter().all(|(_, list)| list.is_empty()) {
            let why = format!(
                "--only {}: nothing was run, since no figure that is asked for is about these",
                args.only.join(",")
            );
            return Err(Error::input(why, "name other programs, or leave --only out to see them"));
        }
        let runs = lists.iter().find(|(name, _)| *name == "runs").map_or(0, |(_, runs)| runs.len());
        let statements = statements::of(&results.iter().collect::<Vec<_>>());
        let (what, command) = (self.what.as_str(), self.command.as_str());
        let sheets = results.first().map_or(&[][..], |first| &first.sheets);
        let count = format!("{runs} runs");
        let report = Report { paper, what, command, count, others, sheets, statements: &statements };
        output::finish(args, &report, plots, &start, lists, &self.found.wrong())
    }
}
