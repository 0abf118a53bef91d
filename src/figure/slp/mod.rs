//! SLP's figures of compaction without time: from a profile of each benchmark, in which one functional pass counts warps under every permutation.
//!
//! Figures follow from what was found alone, so that a data file is enough.

mod benchmarks;
mod divergence;
mod found;
mod measures;
mod profiles;
mod ranges;
mod rates;
mod utilisation;

use serde_json::{Value, json};

use super::Plot;
use super::study::output;
use super::study::sheet::Sheet;
use super::study::statements::{self, Statement, Told};
use crate::cli::Figure;
use crate::console::aside;
use crate::error::{Error, Outcome};

use found::Found;

/// How a figure is made of what was found.
type Make = fn(&Found) -> Sheet;

/// Every figure, in the paper's order.
const STUDIES: [(&str, Make); 6] = [
    ("slp/3", utilisation::figure_3),
    ("slp/6", divergence::sheet),
    ("slp/11", rates::sheet),
    ("slp/12", |found| ranges::sheet(found, "slp/12")),
    ("slp/13", |found| ranges::sheet(found, "slp/13")),
    ("slp/14", utilisation::figure_14),
];

/// What figures follow from, and what it was made by.
struct Study {
    found: Found,
    /// The sizes and the program.
    what: String,
    /// The command that makes the same again.
    command: String,
}

/// Whether a figure is made of profiles.
pub fn is_of_profiles(name: &str) -> bool {
    name == "slp" || STUDIES.iter().any(|(study, _)| *study == name)
}

/// One of the figures, by the name asked for.
pub fn one(args: &Figure) -> Result<Outcome, Error> {
    let wanted: Vec<_> = STUDIES.iter().filter(|(name, _)| *name == args.figure).collect();
    let plot = Plot::wanted(args, &file(&args.figure))?;
    make(args, &wanted, &[plot])
}

/// All of the paper's figures, with a table of its statements at the end.
pub fn all(args: &Figure) -> Result<Outcome, Error> {
    let folder = args.plot.clone().unwrap_or_else(|| ".".into());
    let wanted: Vec<_> = STUDIES.iter().collect();
    let plot = |name: &str| Plot::wanted(&Figure { plot: Some(folder.join(file(name))), ..args.clone() }, name);
    let plots = wanted.iter().map(|(name, _)| plot(name)).collect::<Result<Vec<_>, _>>()?;
    make(args, &wanted, &plots)
}

fn file(figure: &str) -> String {
    format!("{}.svg", figure.replace('/', "-"))
}

fn make(args: &Figure, wanted: &[&(&'static str, Make)], plots: &[Plot]) -> Result<Outcome, Error> {
    if args.rtl {
        let help = "leave out --rtl; `heddle figure slp/compaction --rtl` has the Verilated unit";
        return Err(Error::input(format!("{} is counted by golden functions", args.figure), help));
    }
    if args.address.len() > 1 {
        return Err(Error::input("the figures of SLP take one size of addresses", "say --address 64, or --address 32"));
    }
    if !args.set.is_empty() {
        let help = "leave out --set: what is counted depends on no value of a GPU";
        return Err(Error::input(format!("{} is made without a GPU", args.figure), help));
    }
    output::check_files(args)?;
    let study = match &args.from {
        Some(path) => output::data_of(path, "slp", read)?,
        None => {
            let address = args.addresses().first().copied().unwrap_or_default();
            let what = format!("slp, functional, scale {}, {address} addresses", args.scale);
            Study { found: profiles::make(args)?, what, command: output::command(args) }
        }
    };
    let sheets = wanted.iter().map(|(_, make)| make(&study.found)).collect();
    tell(args, &study, Told { name: "ours".into(), varied: false, about: None, sheets }, plots)
}

/// What a data file holds.
fn read(data: &Value) -> Option<Study> {
    let found = Found::read(data).filter(|found| !found.benchmarks.is_empty())?;
    let text = |key: &str| data.get(key)?.as_str().map(str::to_string);
    Some(Study { found, what: text("what")?, command: text("command")? })
}

/// Tells figures and statements, and writes what is asked for.
fn tell(args: &Figure, study: &Study, told: Told, plots: &[Plot]) -> Result<Outcome, Error> {
    let told = [told];
    let statements = statements::of(&told.iter().collect::<Vec<_>>());
    output::tell(args, ("SLP", &study.what, "running sides alone"), &told, &statements, plots)?;
    if let Some(path) = &args.data {
        let [benchmarks, branches] = study.found.lines();
        let wrong = study.found.wrong.iter().map(|wrong| json!(wrong)).collect();
        let statements = statements.iter().map(Statement::json).collect();
        let start = [("command", json!(study.command)), ("what", json!(study.what))];
        let lists = [("benchmarks", benchmarks), ("branches", branches), ("wrong", wrong), ("statements", statements)];
        output::write(path, &output::data(&start, &lists))?;
    }
    study.found.wrong.iter().for_each(|wrong| aside!("WRONG {wrong}"));
    Ok(if study.found.wrong.is_empty() { Outcome::Equal } else { Outcome::Mismatch })
}
