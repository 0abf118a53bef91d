//! SLP's figures. Those of compaction without time are made of a profile of each benchmark, in which one functional pass counts warps under every
//! permutation; figure 15 and section 6.4 of runs on the whole GPU.
//!
//! Figures follow from what was found alone, so that a data file is enough.

mod benchmarks;
mod divergence;
mod found;
mod measures;
mod performance;
mod profiles;
mod ranges;
mod rates;
mod runs;
mod utilisation;

use serde_json::{Value, json};

use super::Plot;
use super::study::output;
use super::study::sheet::Sheet;
use super::study::statements::Told;
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use found::Found;

/// How a figure is made.
#[derive(Clone, Copy)]
enum Source {
    /// From profiles.
    Profiles(fn(&Found) -> Sheet),
    /// From runs.
    Runs(fn(&Found) -> Sheet),
}

/// Every figure, in the paper's order.
const STUDIES: [(&str, Source); 8] = [
    ("slp/3", Source::Profiles(utilisation::figure_3)),
    ("slp/6", Source::Profiles(divergence::sheet)),
    ("slp/11", Source::Profiles(rates::sheet)),
    ("slp/12", Source::Profiles(|found| ranges::sheet(found, "slp/12"))),
    ("slp/13", Source::Profiles(|found| ranges::sheet(found, "slp/13"))),
    ("slp/14", Source::Profiles(utilisation::figure_14)),
    ("slp/15", Source::Runs(performance::figure_15)),
    ("slp/6.4", Source::Runs(performance::section_6_4)),
];

/// What figures follow from, and what it was made by.
struct Study {
    found: Found,
    /// The GPU, the sizes and the program.
    what: String,
    /// The command that makes the same again.
    command: String,
}

/// Whether a figure is one of these, which can be kept as data.
pub fn is_of_study(name: &str) -> bool {
    name == "slp" || STUDIES.iter().any(|(study, _)| *study == name)
}

/// Whether a figure is made of runs on a GPU, or has such figures in it.
pub fn is_of_runs(name: &str) -> bool {
    name == "slp" || STUDIES.iter().any(|(study, source)| *study == name && matches!(source, Source::Runs(_)))
}

/// Makes one of the figures, or all of them with a table of the paper's statements at the end.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let (wanted, plots) = output::chosen(args, &STUDIES)?;
    make(args, &wanted, &plots)
}

fn make(args: &Figure, wanted: &[&(&'static str, Source)], plots: &[Plot]) -> Result<Outcome, Error> {
    let rtl = "`heddle figure slp/compaction --rtl` has the Verilated unit, and `heddle sim K --policy tbc --rtl slp` a GPU with it";
    output::check_words(args, "SLP", "compactors", rtl)?;
    if !args.set.is_empty() && !is_of_runs(&args.figure) {
        let help = "leave out --set: what is counted depends on no value of a GPU";
        return Err(Error::input(format!("{} is made without a GPU", args.figure), help));
    }
    output::check_files(args)?;
    let study = match &args.from {
        Some(path) => output::data_of(path, "slp", read)?,
        None => find(args, wanted)?,
    };
    let sheets = wanted.iter().map(|(_, Source::Profiles(make) | Source::Runs(make))| make(&study.found)).collect();
    let told = [Told { name: "ours".into(), varied: false, about: None, sheets }];
    let start = [("command", json!(study.command)), ("what", json!(study.what))];
    let names = ("SLP", study.what.as_str(), "read otherwise");
    output::finish(args, names, &told, plots, &start, study.found.lines().into(), &study.found.wrong)
}

/// Makes profiles, and what is not kept of the runs.
fn find(args: &Figure, wanted: &[&(&'static str, Source)]) -> Result<Study, Error> {
    let timed = wanted.iter().any(|(_, source)| matches!(source, Source::Runs(_)));
    if timed {
        // a wrong change is refused before any work
        runs::gpu(args, runs::LARGE)?;
    }
    let mut found = profiles::make(args)?;
    if timed {
        runs::make(args, &Store::open(args.keep.as_deref())?, &mut found)?;
    }
    let address = args.addresses().first().copied().unwrap_or_default();
    let how = if timed { "profiles and the whole GPU" } else { "functional" };
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("slp, {how}, scale {}, {address} addresses{sets}", args.scale);
    Ok(Study { found, what, command: output::command(args) })
}

/// What a data file holds.
fn read(data: &Value) -> Option<Study> {
    let found = Found::read(data).filter(|found| !found.benchmarks.is_empty())?;
    let text = |key: &str| data.get(key)?.as_str().map(str::to_string);
    Some(Study { found, what: text("what")?, command: text("command")? })
}
