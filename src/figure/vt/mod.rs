//! The study of the VT paper, section V, on the whole GPU: its figures and tables from runs of all
//! applications.
//!
//! Runs are made and kept by the machinery of `heddle sim`. Figures depend on the study's data
//! alone, so that they can be made again from a data file.

mod applications;
pub mod eq2;
mod found;
mod in_use;
mod limits;
mod machine;
mod means;
mod order;
mod runs;
mod slots;
mod speedup;

use std::path::Path;

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
enum Source {
    /// The figure is made from shapes and runs.
    Found(fn(&Found) -> Sheet),
    /// The figure is made from the GPU's configuration, or from short runs of its own.
    Own(fn(&Figure) -> Result<Sheet, Error>),
}

/// The data of the study, and how they were made.
struct Study {
    /// The data, setting by setting.
    found: Vec<Found>,
    /// The GPU and the scale, in words.
    what: String,
    /// The command that makes the same data again.
    command: String,
    /// The user's changes of the GPU.
    sets: Vec<String>,
}

/// All figures of the study, in the paper's order.
const STUDIES: [(&str, Source); 12] = [
    ("vt/table1", Source::Own(machine::sheet)),
    ("vt/table2", Source::Found(limits::table_2)),
    ("vt/2", Source::Found(limits::figure_2)),
    ("vt/3", Source::Found(limits::figure_3)),
    ("vt/4", Source::Found(slots::sheet)),
    ("vt/5", Source::Own(order::sheet)),
    ("vt/8", Source::Found(|found| speedup::sheet(found, "vt/8"))),
    ("vt/9", Source::Found(|found| speedup::sheet(found, "vt/9"))),
    ("vt/10", Source::Found(|found| speedup::sheet(found, "vt/10"))),
    ("vt/11", Source::Found(|found| speedup::sheet(found, "vt/11"))),
    ("vt/12", Source::Found(in_use::figure_12)),
    ("vt/13", Source::Found(in_use::figure_13)),
];

/// Whether a figure, by its name, is made from runs on a GPU.
pub fn is_of_runs(name: &str) -> bool {
    name == "vt" || STUDIES.iter().any(|(study, _)| *study == name)
}

/// Makes one of VT's figures, or all of them with a table of the paper's statements at the end.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let (wanted, plots) = output::chosen(args, &STUDIES)?;
    make(args, &wanted, &plots)
}

fn make(args: &Figure, wanted: &[&(&'static str, Source)], plots: &[Plot]) -> Result<Outcome, Error> {
    let rtl = "`heddle sim K --policy vt --rtl vtc` puts Verilated controllers into a GPU";
    output::check_words(args, "VT", "controllers", rtl)?;
    output::check_files(args)?;
    let study = match &args.from {
        Some(path) => read(path)?,
        None => find(args, wanted)?,
    };
    // figures that take only a second are made for the same GPU
    let own = Figure { set: study.sets.clone(), ..args.clone() };
    let mut told = Vec::new();
    for (number, found) in study.found.iter().enumerate() {
        let mut sheets = Vec::new();
        for (_, source) in wanted {
            match source {
                Source::Found(sheet) => sheets.push(sheet(found)),
                Source::Own(sheet) if number == 0 => sheets.push(sheet(&own)?),
                Source::Own(_) => {}
            }
        }
        for sheet in &mut sheets {
            sheet.notes.extend(found.left_out.iter().map(|it| format!("left out: {it}")));
        }
        told.push(Told { name: found.name.clone(), varied: found.varied, about: None, sheets });
    }
    let start = [("command", json!(study.command)), ("gpu", json!(study.what)), ("set", json!(study.sets))];
    let mut lists: [Vec<Value>; 3] = Default::default();
    for found in &study.found {
        lists.iter_mut().zip(found.lines()).for_each(|(all, more)| all.extend(more));
    }
    let lists = ["settings", "shapes", "runs"].into_iter().zip(lists).collect();
    let wrong = |found: &Found| found.wrong.iter().map(|wrong| format!("{}: {wrong}", found.name)).collect::<Vec<_>>();
    let wrong: Vec<String> = study.found.iter().flat_map(wrong).collect();
    output::finish(args, ("VT", &study.what, "over Type-S here"), &told, plots, &start, lists, &wrong)
}

/// Makes the data whose runs are not kept: of the study's GPU first, then of each change that the
/// user asks for.
fn find(args: &Figure, wanted: &[&(&'static str, Source)]) -> Result<Study, Error> {
    let figures: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let changes: Vec<Option<&str>> =
        [None].into_iter().chain(args.vary.iter().map(|word| Some(word.as_str()))).collect();
    for change in &changes {
        // a wrong change is refused before any work
        runs::gpu(args, change.iter().copied())?;
    }
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let found = changes.iter().map(|change| runs::find(args, &figures, *change, &store)).collect::<Result<_, _>>()?;
    store.gathered()?;
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("vt, a third of the GPU, scale {}, {} addresses{sets}", args.scale, runs::address(args));
    Ok(Study { found, what, command: output::command(args), sets: args.set.clone() })
}

/// Reads the study of a data file.
fn read(path: &Path) -> Result<Study, Error> {
    output::data_of(path, "vt", |data| {
        let found = Found::read(data).filter(|found| !found.is_empty())?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let sets = data["set"].as_array().map_or(Vec::new(), |sets| sets.iter().map(text).collect());
        Some(Study { found, what: text(&data["gpu"]), command: text(&data["command"]), sets })
    })
}
