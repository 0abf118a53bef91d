//! The study of the VWS paper, sections 3 and 6, on one SM: its figures from runs of fifteen
//! programs, and of all others for figures 1a, 8 and 19.
//!
//! Figures depend on the study's data alone, so that they can be made again from a data file.

mod area;
mod checks;
mod columns;
mod found;
mod over_time;
mod programs;
mod runs;
mod sizes;

use serde_json::{Value, json};

use super::Plot;
use super::study::output;
use super::study::sheet::Sheet;
use super::study::statements::Told;
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use found::Found;

/// A function that makes a figure from the study's data.
type Make = fn(&Found) -> Sheet;

/// All figures of the study, in the paper's order.
const STUDIES: [(&str, Make); 18] = [
    ("vws/1", sizes::figure_1),
    ("vws/2", sizes::figure_2),
    ("vws/4", sizes::figure_4),
    ("vws/5", |found| columns::sheet(found, "vws/5")),
    ("vws/7", |found| columns::sheet(found, "vws/7")),
    ("vws/8", sizes::figure_8),
    ("vws/9", |found| columns::sheet(found, "vws/9")),
    ("vws/10", |found| columns::sheet(found, "vws/10")),
    ("vws/11", |found| columns::sheet(found, "vws/11")),
    ("vws/12", |found| columns::sheet(found, "vws/12")),
    ("vws/13", |found| columns::sheet(found, "vws/13")),
    ("vws/14", |found| columns::sheet(found, "vws/14")),
    ("vws/15", |found| columns::sheet(found, "vws/15")),
    ("vws/16", |found| columns::sheet(found, "vws/16")),
    ("vws/17", |found| columns::sheet(found, "vws/17")),
    ("vws/18", over_time::figure_18),
    ("vws/19", sizes::figure_19),
    ("vws/table2", |_| area::sheet()),
];

/// The data of the study, and how they were made.
struct Study {
    found: Found,
    /// The GPU and the scale, in words.
    what: String,
    /// The command that makes the same data again.
    command: String,
}

/// Whether a figure, by its name, is made from runs on a GPU.
pub fn is_of_runs(name: &str) -> bool {
    name == "vws" || STUDIES.iter().any(|(study, _)| *study == name)
}

/// Makes one of VWS's figures, or all of them with a table of the paper's statements at the end.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let (wanted, plots) = output::chosen(args, &STUDIES)?;
    make(args, &wanted, &plots)
}

fn make(args: &Figure, wanted: &[&(&'static str, Make)], plots: &[Plot]) -> Result<Outcome, Error> {
    let rtl = "`heddle sim K --config vws --policy ivws --rtl gang` puts a Verilated unit into a GPU";
    output::check_words(args, "VWS", "units", rtl)?;
    output::check_files(args)?;
    let study = match &args.from {
        Some(path) => output::data_of(path, "vws", read)?,
        None => find(args, wanted)?,
    };
    let sheets = wanted.iter().map(|(_, make)| make(&study.found)).collect();
    let told = [Told { name: "ours".into(), varied: false, about: None, sheets }];
    let start = [("command", json!(study.command)), ("what", json!(study.what))];
    let names = ("VWS", study.what.as_str(), "one gang fetched");
    output::finish(args, names, &told, plots, &start, study.found.lines().into(), &study.found.wrong)
}

/// Makes those runs of the figures whose results are not kept.
fn find(args: &Figure, wanted: &[&(&'static str, Make)]) -> Result<Study, Error> {
    // a wrong change is refused before any work
    runs::gpu(args, "")?;
    let figures: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let found = runs::make(args, &figures, &store)?;
    store.gathered()?;
    let address = args.addresses().first().copied().unwrap_or_default();
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("vws, one SM, scale {}, {address} addresses{sets}", args.scale);
    Ok(Study { found, what, command: output::command(args) })
}

/// Reads the study of a data file; `None` if the file holds no such data.
fn read(data: &Value) -> Option<Study> {
    let found = Found::read(data).filter(|found| !found.runs.is_empty())?;
    let text = |key: &str| data.get(key)?.as_str().map(str::to_string);
    Some(Study { found, what: text("what")?, command: text("command")? })
}
