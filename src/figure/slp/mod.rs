//! The study of the SLP paper. Figures without time are made from a profile of each benchmark, in
//! which one functional pass counts warps under every permutation; figure 15 and section 6.4 are
//! made from runs on the whole GPU.
//!
//! Figures depend on these data alone, so that they can be made again from a data file.

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

/// The kind of data that a figure is made from, and the function that makes it.
#[derive(Clone, Copy)]
enum Source {
    /// The figure is made from profiles.
    Profiles(fn(&Found) -> Sheet),
    /// The figure is made from timed runs.
    Runs(fn(&Found) -> Sheet),
}

/// All figures of the study, in the paper's order.
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

/// The data of the study, and how they were made.
struct Study {
    found: Found,
    /// The GPU, the scale and the program, in words.
    what: String,
    /// The command that makes the same data again.
    command: String,
}

/// Whether a figure, by its name, belongs to the SLP study, whose data can be kept.
pub fn is_of_study(name: &str) -> bool {
    name == "slp" || STUDIES.iter().any(|(study, _)| *study == name)
}

/// Whether a figure, by its name, is made from runs on a GPU, or includes such figures.
pub fn is_of_runs(name: &str) -> bool {
    name == "slp" || STUDIES.iter().any(|(study, source)| *study == name && matches!(source, Source::Runs(_)))
}

/// Makes one of SLP's figures, or all of them with a table of the paper's statements at the end.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let (wanted, plots) = output::chosen(args, &STUDIES)?;
    make(args, &wanted, &plots)
}

fn make(args: &Figure, wanted: &[&(&'static str, Source)], plots: &[Plot]) -> Result<Outcome, Error> {
    let rtl = "`heddle sim K --policy tbc --rtl slp` has the Verilated unit in a GPU";
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

/// Makes the profiles, and those runs whose results are not kept.
fn find(args: &Figure, wanted: &[&(&'static str, Source)]) -> Result<Study, Error> {
    let timed = wanted.iter().any(|(_, source)| matches!(source, Source::Runs(_)));
    if timed {
        // a wrong change is refused before any work
        runs::gpu(args, runs::LARGE)?;
    }
    let mut found = profiles::make(args)?;
    if timed {
        let store = Store::open(args.keep.as_deref(), &args.cluster)?;
        runs::make(args, &store, &mut found)?;
        store.gathered()?;
    }
    crate::store::Store::of_tasks(&args.cluster)?.gathered()?;
    let address = args.addresses().first().copied().unwrap_or_default();
    let how = if timed { "profiles and the whole GPU" } else { "functional" };
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("slp, {how}, scale {}, {address} addresses{sets}", args.scale);
    Ok(Study { found, what, command: output::command(args) })
}

/// Reads the study of a data file; `None` if the file holds no such data.
fn read(data: &Value) -> Option<Study> {
    let found = Found::read(data).filter(|found| !found.benchmarks.is_empty())?;
    let text = |key: &str| data.get(key)?.as_str().map(str::to_string);
    Some(Study { found, what: text("what")?, command: text("command")? })
}
