//! The study of the VT paper, section V, on the whole GPU: its figures and tables from runs of all applications.
//!
//! Runs are those of `heddle sim`, made and kept by the same machinery. Figures follow from what was found alone, so that a data file is enough.

mod applications;
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

use heddle_testbench::files::{could_write, read_at_most, write_whole};
use serde_json::{Map, Value, json};

use super::Plot;
use super::study::page;
use super::study::sheet::{self, Rows, Sheet};
use super::study::statements::{self, Statement, Told};
use crate::cli::Figure;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::sim::store::Store;

use found::Found;

/// How a figure is made.
enum Source {
    /// From shapes and runs.
    Found(fn(&Found) -> Sheet),
    /// From the GPU alone.
    Own(fn(&Figure) -> Result<Sheet, Error>),
}

/// What figures follow from, and what it was made by.
struct Study {
    /// Setting by setting.
    found: Vec<Found>,
    /// The GPU and the sizes.
    what: String,
    /// The command that makes the same again.
    command: String,
    /// The user's changes of the GPU.
    sets: Vec<String>,
}

/// Every figure, in the paper's order.
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

/// A longer file is no data file.
const MOST_BYTES: u64 = 256 << 20;

/// Whether a figure is made of runs on a GPU.
pub fn is_of_runs(name: &str) -> bool {
    name == "vt" || STUDIES.iter().any(|(study, _)| *study == name)
}

/// One of the figures, by the name asked for.
pub fn one(args: &Figure) -> Result<Outcome, Error> {
    let wanted: Vec<_> = STUDIES.iter().filter(|(name, _)| *name == args.figure).collect();
    let plot = Plot::wanted(args, &format!("{}.svg", args.figure.replace('/', "-")))?;
    make(args, &wanted, &[plot])
}

/// All of the paper's figures, with a table of its statements at the end.
pub fn all(args: &Figure) -> Result<Outcome, Error> {
    let folder = args.plot.clone().unwrap_or_else(|| ".".into());
    let wanted: Vec<_> = STUDIES.iter().collect();
    let plot = |name: &str| {
        let file = folder.join(format!("{}.svg", name.replace('/', "-")));
        Plot::wanted(&Figure { plot: Some(file), ..args.clone() }, name)
    };
    let plots = wanted.iter().map(|(name, _)| plot(name)).collect::<Result<Vec<_>, _>>()?;
    make(args, &wanted, &plots)
}

fn make(args: &Figure, wanted: &[&(&'static str, Source)], plots: &[Plot]) -> Result<Outcome, Error> {
    if args.rtl {
        let help = "leave out --rtl; `heddle sim K --policy vt --rtl vtc` puts Verilated controllers into a GPU";
        return Err(Error::input(format!("{} is made of golden controllers", args.figure), help));
    }
    if args.address.len() > 1 {
        return Err(Error::input("the figures of VT take one size of addresses", "say --address 64, or --address 32"));
    }
    for path in args.html.iter().chain(&args.data) {
        could_write(path).map_err(|error| refuse(path, error))?;
    }
    let study = match &args.from {
        Some(path) => read(path)?,
        None => find(args, wanted)?,
    };
    // what is made in a second is of the same GPU
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
    tell(args, &study, &told, plots)
}

/// Makes what is not kept: the study's GPU first, then each change that the user asks for.
fn find(args: &Figure, wanted: &[&(&'static str, Source)]) -> Result<Study, Error> {
    let figures: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let changes: Vec<Option<&str>> =
        [None].into_iter().chain(args.vary.iter().map(|word| Some(word.as_str()))).collect();
    for change in &changes {
        // a wrong change is refused before any work
        runs::gpu(args, change.iter().copied())?;
    }
    let store = Store::open(args.keep.as_deref())?;
    let found = changes.iter().map(|change| runs::find(args, &figures, *change, &store)).collect::<Result<_, _>>()?;
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("vt, a third of the GPU, scale {}, {} addresses{sets}", args.scale, runs::address(args));
    Ok(Study { found, what, command: command(args), sets: args.set.clone() })
}

/// What a data file holds.
fn read(path: &Path) -> Result<Study, Error> {
    let refuse = |why: String| {
        let help = "name a file that `heddle figure vt --data` has written";
        Error::input(format!("{}: {why}", path.display()), help)
    };
    let bytes = read_at_most(path, MOST_BYTES).map_err(|error| refuse(error.to_string()))?;
    let data: Value = serde_json::from_slice(&bytes).map_err(|error| refuse(error.to_string()))?;
    let found = Found::read(&data).filter(|found| !found.is_empty());
    let found = found.ok_or_else(|| refuse("this is no data of VT's figures".into()))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let sets = data["set"].as_array().map_or(Vec::new(), |sets| sets.iter().map(text).collect());
    Ok(Study { found, what: text(&data["gpu"]), command: text(&data["command"]), sets })
}

/// Tells figures and statements, and writes what is asked for.
fn tell(args: &Figure, study: &Study, told: &[Told], plots: &[Plot]) -> Result<Outcome, Error> {
    let under: Vec<&Told> = told.iter().collect();
    let statements = statements::of(&under);
    let all = statements::table(&under, &statements, "over Type-S here");
    let what = study.what.as_str();
    let Some(first) = told.first() else { return Ok(Outcome::Equal) };
    if args.json {
        sheet::print_json(&first.sheets, &Map::from_iter([("study".to_string(), json!(what))]));
        statements.iter().for_each(|statement| say!("{}", statement.json()));
    } else {
        say!("{what}");
        sheet::print(&first.sheets);
        if !all.rows.is_empty() {
            all.print();
        }
        statements::by_setting(&under, &statements).iter().for_each(Rows::print);
    }
    for (sheet, plot) in first.sheets.iter().zip(plots) {
        plot.write(args, &sheet.svg)?;
    }
    if let Some(path) = &args.html {
        let page = page::page("VT", &first.sheets, &all, what);
        write_whole(path, page.as_bytes()).map_err(|error| refuse(path, error))?;
    }
    if let Some(path) = &args.data {
        let text = data(study, &statements);
        write_whole(path, text.as_bytes()).map_err(|error| refuse(path, error))?;
    }
    for found in &study.found {
        found.wrong.iter().for_each(|wrong| aside!("WRONG {}: {wrong}", found.name));
    }
    Ok(if study.found.iter().any(|found| !found.wrong.is_empty()) { Outcome::Mismatch } else { Outcome::Equal })
}

/// The data file: JSON, a shape, a run or a statement a line, so that a difference between two files can be read.
fn data(study: &Study, statements: &[Statement]) -> String {
    let mut lists: [Vec<Value>; 3] = Default::default();
    for found in &study.found {
        lists.iter_mut().zip(found.lines()).for_each(|(all, more)| all.extend(more));
    }
    let [settings, shapes, runs] = lists;
    let statements: Vec<Value> = statements.iter().map(Statement::json).collect();
    let lists = [("settings", settings), ("shapes", shapes), ("runs", runs), ("statements", statements)];
    let lists = lists.map(|(name, list)| {
        let lines: Vec<String> = list.iter().map(Value::to_string).collect();
        format!("\"{name}\": [\n{}\n]", lines.join(",\n"))
    });
    let Study { what, command, sets, .. } = study;
    let start = format!("\"command\": {},\n\"gpu\": {},\n\"set\": {}", json!(command), json!(what), json!(sets));
    format!("{{\n{start},\n{}\n}}\n", lists.join(",\n"))
}

/// The command that makes the same again: what matters to the result, and no paths.
fn command(args: &Figure) -> String {
    let mut words = vec!["heddle figure".to_string(), args.figure.clone(), format!("--scale {}", args.scale)];
    words.push(format!("--address {}", runs::address(args).bits()));
    if !args.only.is_empty() {
        words.push(format!("--only {}", args.only.join(",")));
    }
    words.extend(args.set.iter().map(|change| format!("--set {change}")));
    words.extend(args.vary.iter().map(|change| format!("--vary {change}")));
    words.extend(args.longest.iter().map(|longest| format!("--longest {}", humantime::format_duration(*longest))));
    words.join(" ")
}

fn refuse(path: &Path, error: std::io::Error) -> Error {
    let help = "name a file in a folder that can be written with --html, --data";
    Error::input(format!("{}: {error}", path.display()), help)
}
