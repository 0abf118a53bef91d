//! `heddle area` and `heddle timing`: what synthesis makes of a unit, and whether it has grown since it was last accepted.

use std::fs;
use std::path::{Path, PathBuf};

use heddle_synth::{Budget, Flow, Growth, LIMIT, Report, SynthError};
use heddle_testbench::files::write_whole;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_parallel;
use serde_json::json;

use super::flow;
use crate::check::group;
use crate::cli::Area;
use crate::error::{Error, Outcome};
use crate::progress::{Task, Work};
use crate::say::{aside, say};
use crate::select::{Selected, select};
use crate::table::{right_from, table};
use crate::workshop::jobs;

/// What a table is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Cells, area, state.
    Area,
    /// The slowest path.
    Timing,
}

/// Presets whose figures are kept, if none is named.
const KEPT: [&str; 2] = ["tiny", "paper"];

/// Runs the verb.
pub fn run(args: &Area, about: About) -> Result<Outcome, Error> {
    let selected = selected(args)?;
    let flow = flow(args.liberty.as_deref(), args.period)?;
    let task = Task::start("synthesis", Work::Pieces(selected.len() as u64));
    let reports = in_parallel(jobs(args.jobs), &selected, |one| {
        if interrupt::asked() {
            return None;
        }
        task.say(name(one));
        let report = flow.cost(one.unit.name, &one.unit.emit(one.preset));
        task.add(1);
        Some(report)
    });
    drop(task);
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    let reports = reports.into_iter().flatten().collect::<Result<Vec<Report>, SynthError>>()?;
    let found: Vec<(&Selected, &Report)> = selected.iter().zip(&reports).collect();
    show(args, about, &flow, &found);
    if args.bless {
        bless(&flow, &found)?;
    }
    if args.gate { gate(args, &flow, &found) } else { Ok(Outcome::Equal) }
}

fn name(one: &Selected) -> String {
    format!("{}/{}", one.unit.name, one.preset)
}

/// What the words name; without any, what is kept of every unit.
fn selected(args: &Area) -> Result<Vec<Selected>, Error> {
    let mut selected = select(&args.selection)?;
    if args.selection.is_empty() {
        selected.retain(|one| KEPT.contains(&one.preset) && !one.unit.primitive);
    }
    Ok(selected)
}

fn show(args: &Area, about: About, flow: &Flow, found: &[(&Selected, &Report)]) {
    let nand2 = flow.library.cells[&flow.library.nand2].area;
    if args.json {
        for (one, report) in found {
            let path = report.slowest.as_ref();
            say!(
                "{}",
                json!({
                    "event": "cost", "unit": one.unit.name, "preset": one.preset, "cells": report.count(), "um2": report.area,
                    "nand2": report.area / nand2, "flip_flops": report.flip_flops, "macro_bits": report.macro_bits(),
                    "macro_um2": report.macro_area(), "macro_in_flip_flops_um2": report.in_flip_flops,
                    "path_ns": path.map(|path| path.ns), "mhz": path.map(|path| 1000.0 / path.ns), "levels": path.map(|path| path.levels),
                    "from": path.map(|path| &path.ends[0]), "to": path.map(|path| &path.ends[1]), "versions": flow.versions(),
                })
            );
        }
        return;
    }
    let mut table = table();
    match about {
        About::Area => {
            let header =
                ["unit/preset", "cells", "um2", "NAND2", "flip-flops", "macro bits", "macro um2", "in flip-flops um2"];
            table.set_header(header);
        }
        About::Timing => {
            table.set_header(["unit/preset", "path ns", "MHz", "levels", "from", "to"]);
        }
    }
    right_from(&mut table, 1);
    for (one, report) in found {
        let mut row = vec![name(one)];
        match (about, &report.slowest) {
            (About::Area, _) => row.extend([
                group(report.count()),
                group(report.area.round() as u64),
                group((report.area / nand2).round() as u64),
                group(report.flip_flops),
                group(report.macro_bits()),
                report.macro_area().map_or("unknown".into(), |area| group(area.round() as u64)),
                group(report.in_flip_flops.round() as u64),
            ]),
            (About::Timing, Some(path)) => {
                let [from, to] = path.ends.clone();
                row.extend([
                    format!("{:.3}", path.ns),
                    format!("{:.0}", 1000.0 / path.ns),
                    path.levels.to_string(),
                    from,
                    to,
                ]);
            }
            (About::Timing, None) => row.push("nothing is timed".into()),
        }
        table.add_row(row);
    }
    say!("{table}");
    say!("{}; {} ns aimed at", flow.versions(), flow.period);
}

fn budget_file(unit: &str) -> PathBuf {
    Path::new("synth").join(unit).join("budget.json")
}

/// Accepts what was found.
fn bless(flow: &Flow, found: &[(&Selected, &Report)]) -> Result<(), Error> {
    for unit in units(found) {
        let path = budget_file(unit);
        let budget = Budget::of(flow.versions(), of(found, unit));
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = written.and_then(|()| write_whole(&path, budget.text().as_bytes()));
        written.map_err(|error| {
            Error::input(format!("{}: {error}", path.display()), "run it in the project's folder, or see to its rights")
        })?;
        aside!("{} is what is accepted now", path.display());
    }
    Ok(())
}

/// Holds what was found to what was accepted. Other tools give other figures: then it says so, and compares nothing.
fn gate(args: &Area, flow: &Flow, found: &[(&Selected, &Report)]) -> Result<Outcome, Error> {
    let mut outcome = Outcome::Equal;
    for unit in units(found) {
        let path = budget_file(unit);
        let text = fs::read_to_string(&path).map_err(|error| {
            Error::input(format!("{}: {error}", path.display()), "run it in the project's folder; --bless writes it")
        })?;
        let budget = Budget::parse(&text)
            .map_err(|what| Error::input(format!("{}: {what}", path.display()), "--bless writes it anew"))?;
        if budget.versions != flow.versions() {
            aside!("{unit}: accepted with {}, and here are {}: nothing is compared", budget.versions, flow.versions());
            continue;
        }
        for (preset, report) in of(found, unit) {
            for Growth { figure, accepted, found } in budget.exceeded(preset, report) {
                outcome = Outcome::Mismatch;
                let was = accepted.map_or("was never accepted".to_string(), |was| format!("was {was}"));
                if args.json {
                    let event = json!({
                        "event": "growth", "unit": unit, "preset": preset, "figure": figure, "accepted": accepted, "found": found,
                    });
                    say!("{event}");
                } else {
                    say!("GREW {unit}/{preset}: {figure} is {found}, {was}; {:.0} % is let pass", LIMIT * 100.0);
                }
            }
        }
    }
    Ok(outcome)
}

fn units<'a>(found: &[(&'a Selected, &Report)]) -> Vec<&'a str> {
    let mut units: Vec<&str> = found.iter().map(|(one, _)| one.unit.name).collect();
    units.dedup();
    units
}

fn of<'a>(found: &'a [(&'a Selected, &'a Report)], unit: &'a str) -> impl Iterator<Item = (&'a str, &'a Report)> {
    found.iter().filter(move |(one, _)| one.unit.name == unit).map(|(one, report)| (one.preset, *report))
}
