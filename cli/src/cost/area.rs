//! `heddle cost area` and `heddle cost timing`: area and slowest path of a unit after synthesis,
//! and their growth since they were last accepted.

use std::fs;
use std::path::{Path, PathBuf};

use heddle_synth::sta::Slowest;
use heddle_synth::{Array, Budget, Change, Flow, Goal, LARGE, Macro, Report, Sized, Unfounded, limit};
use heddle_testbench::files::write_whole;
use serde_json::{Value, json};

use super::{confined, flow, gating, placed};
use crate::block::Module;
use crate::cli::Area;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::models::{jobs, side_by_side};
use crate::number::group;
use crate::select::{Selected, beside, select, stands};
use crate::table::{right_from, table};

/// The subject of a cost table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Cells, area and state of the units.
    Area,
    /// The slowest path of the units.
    Timing,
    /// The units' memory macros.
    Macros,
}

/// Presets whose figures are kept: those of every unit if none is named.
const KEPT: [&str; 2] = ["tiny", "paper"];

/// Runs `heddle cost area` or `heddle cost timing`: synthesises presets and prints a table; accepts
/// the figures or gates on them if wanted.
pub fn run(args: &Area, about: About) -> Result<Outcome, Error> {
    let selected = match Module::read(&args.users)? {
        Some(Module { selected, .. }) => vec![selected],
        None => beside(args.dut.as_deref(), args.module.as_deref(), selected(&args.selection)?)?,
    };
    let flow = confined(flow(&args.liberty, args.period)?, &selected);
    if (args.picture.is_some() || args.def.is_some()) && selected.len() != 1 {
        return Err(Error::input(
            "--picture and --def are of one unit",
            "name one unit with its preset, as in slp/tiny",
        ));
    }
    // what is missing is found before minutes of synthesis
    let physical = args.places.placed.then(|| placed::physical(&args.liberty, &args.places)).transpose()?;
    let mut reports = synthesise(&flow, &selected, args.jobs, !args.no_sizing)?;
    let place = |physical| placed::place(&flow, physical, &selected, &args.places, args.jobs, &mut reports);
    let layouts = physical.as_ref().map(place).transpose()?;
    let found: Vec<(&Selected, &Report)> = selected.iter().zip(&reports).collect();
    if args.json {
        objects(&flow, &found)
    } else {
        show(about, &flow, &found)
    }
    if args.places.placed {
        placed::tell(&found, &args.places, args.json);
    }
    if let (Some(physical), [one], Some([layout])) = (&physical, &selected[..], layouts.as_deref()) {
        placed::write(&flow, physical, &one.name(), layout, (args.picture.as_deref(), args.def.as_deref()))?;
    }
    if args.gating {
        gating::areas(&flow, &selected, args.jobs, args.json)?;
    }
    if args.bless {
        bless(&flow, &found)?;
    }
    if args.gate { gate(args, &flow, &found) } else { Ok(Outcome::Equal) }
}

/// Synthesises the selected presets, `at_a_time` in parallel, and returns the cost of each; with
/// `sizing`, that after sizing, too.
pub fn synthesise(
    flow: &Flow,
    selected: &[Selected],
    at_a_time: Option<u16>,
    sizing: bool,
) -> Result<Vec<Report>, Error> {
    if sizing && !flow.library.has_strengths() {
        aside!("{}: no two cells differ in strength alone, so that sizing has only buffers", flow.library.name);
    }
    side_by_side("synthesis", selected, jobs(at_a_time), Selected::name, |one| {
        Ok::<_, Error>(flow.cost(one.unit.top, &one.verilog(flow.resets())?, sizing)?)
    })
}

/// Returns the presets that the words name; without words, presets `tiny` and `paper` of every unit
/// but primitives, or its first.
pub fn selected(words: &[String]) -> Result<Vec<Selected>, Error> {
    let mut selected = select(words)?;
    if words.is_empty() {
        selected.retain(|one| stands(&one.unit, one.preset, &KEPT) && !one.unit.primitive);
    }
    Ok(selected)
}

/// Prints the costs as JSON, one object for each preset.
pub fn objects(flow: &Flow, found: &[(&Selected, &Report)]) {
    let nand2 = flow.library.cells[&flow.library.nand2].area;
    for (one, report) in found {
        let path = report.slowest.as_ref();
        let sized = report.resized.as_ref();
        let sized_path = sized.and_then(|sized| sized.slowest.as_ref());
        let macros: Vec<Value> = report
            .memories
            .iter()
            .map(|memory| {
                let cost = memory.cost;
                json!({ "name": memory.name, "rows": memory.rows, "bits": memory.bits, "um2": cost.map(|cost| cost.area),
                        "access_ns": cost.map(|cost| cost.access), "read_pj": cost.map(|cost| cost.read),
                        "write_pj": cost.map(|cost| cost.write), "leakage_mw": cost.map(|cost| cost.leakage) })
            })
            .collect();
        say!(
            "{}",
            json!({
                "event": "cost", "unit": one.unit.name, "preset": one.preset,
                "dut": one.file(), "mapped_for": report.goal, "cells": report.count(), "um2": report.area,
                "nand2": report.area / nand2, "flip_flops": report.flip_flops, "macro_bits": report.macro_bits(),
                "macro_um2": report.macro_area(),
                "arrays": report.arrays.iter().map(|array| json!({ "array": array.name, "bits": array.bits })).collect::<Vec<_>>(),
                "macro_in_flip_flops_um2": report.in_flip_flops, "macros": macros,
                "path_ns": path.map(|path| path.ns), "mhz": path.map(|path| 1000.0 / path.ns), "levels": path.map(|path| path.levels),
                "sized_cells": sized.map(|sized| sized.cells), "sized_um2": sized.map(|sized| sized.area),
                "sized_path_ns": sized_path.map(|path| path.ns), "sized_levels": sized_path.map(|path| path.levels),
                "from": path.map(|path| &path.ends[0]), "to": path.map(|path| &path.ends[1]), "versions": flow.versions(),
            })
        );
    }
}

/// Prints the costs as a table about area, timing or macros.
pub fn show(about: About, flow: &Flow, found: &[(&Selected, &Report)]) {
    let nand2 = flow.library.cells[&flow.library.nand2].area;
    let mut table = table();
    let header: &[&str] = match about {
        About::Area => &[
            "unit/preset",
            "cells",
            "um2",
            "sized um2",
            "NAND2",
            "flip-flops",
            "macro bits",
            "macro um2",
            "in flip-flops um2",
        ],
        About::Timing => &["unit/preset", "um2", "path ns", "MHz", "levels", "sized ns", "MHz", "um2 %", "from", "to"],
        About::Macros => &["memory", "number", "rows", "bits", "um2", "access ns", "read pJ", "write pJ", "leaks mW"],
    };
    table.set_header(header);
    right_from(&mut table, 1);
    for (one, report) in found {
        match about {
            About::Area => {
                table.add_row([
                    one.name(),
                    group(report.count()),
                    group(report.area.round() as u64),
                    report.resized.as_ref().map_or("-".into(), |sized| group(sized.area.round() as u64)),
                    group((report.area / nand2).round() as u64),
                    group(report.flip_flops),
                    group(report.macro_bits()),
                    report.macro_area().map_or("unknown".into(), |area| group(area.round() as u64)),
                    group(report.in_flip_flops.round() as u64),
                ]);
            }
            About::Timing => {
                let path = match &report.slowest {
                    Some(Slowest { ns, levels, ends: [from, to] }) => {
                        let (ns, mhz) = (format!("{ns:.3}"), format!("{:.0}", 1000.0 / ns));
                        let [sized, sized_mhz, more] = sized_path(report);
                        vec![ns, mhz, levels.to_string(), sized, sized_mhz, more, from.clone(), to.clone()]
                    }
                    None => vec!["nothing is timed".into()],
                };
                table.add_row([one.name(), group(report.area.round() as u64)].into_iter().chain(path));
            }
            About::Macros => kinds(report).into_iter().for_each(|(memory, number)| {
                let mut row = vec![
                    format!("{} {}", one.name(), memory.name),
                    number.to_string(),
                    memory.rows.to_string(),
                    memory.bits.to_string(),
                ];
                match memory.cost {
                    Some(Macro { area, access, read, write, leakage }) => {
                        row.push(group(area.round() as u64));
                        row.extend([access, read, write, leakage].map(|value| format!("{value:.3}")));
                    }
                    None => row.push("unknown".into()),
                }
                table.add_row(row);
            }),
        }
    }
    say!("{table}");
    for (one, report) in found.iter().filter(|_| about == About::Area) {
        for Array { name: array, bits } in &report.arrays {
            say!("{}: {array} is an array of {} bits in flip-flops", one.name(), group(*bits));
        }
    }
    if about == About::Macros {
        say!("by CACTI 7 at {} nm, of each one", heddle_synth::PROCESS);
    } else {
        let missed: Vec<String> =
            found.iter().filter(|(_, report)| report.goal == Goal::Delay).map(|(one, _)| one.name()).collect();
        let missed =
            if missed.is_empty() { String::new() } else { format!("; mapped for delay: {}", missed.join(", ")) };
        say!("{}; {} ns aimed at{missed}", flow.versions(), flow.period);
    }
}

/// Returns path and clock after sizing, and by how much the cells' area has grown.
fn sized_path(report: &Report) -> [String; 3] {
    let Some((sized, path)) = report.resized.as_ref().and_then(|sized| Some((sized, sized.slowest.as_ref()?))) else {
        return ["-"; 3].map(String::from);
    };
    let more = 100.0 * (sized.area / report.area - 1.0);
    [format!("{:.3}", path.ns), format!("{:.0}", 1000.0 / path.ns), format!("{more:+.1}")]
}

/// Groups memories of the same size and cost under the name of the first; returns each group with
/// its number.
fn kinds(report: &Report) -> Vec<(&Sized, usize)> {
    let mut kinds: Vec<(&Sized, usize)> = Vec::new();
    for memory in &report.memories {
        let same = |one: &&mut (&Sized, usize)| {
            (one.0.rows, one.0.bits, one.0.cost) == (memory.rows, memory.bits, memory.cost)
        };
        match kinds.iter_mut().find(same) {
            Some((_, number)) => *number += 1,
            None => kinds.push((memory, 1)),
        }
    }
    kinds
}

fn budget_file(unit: &str) -> PathBuf {
    Path::new("synth").join(unit).join("budget.json")
}

/// Accepts the measured figures as the new budget; presets that were not measured keep their
/// figures if the tools are the same.
fn bless(flow: &Flow, found: &[(&Selected, &Report)]) -> Result<(), Error> {
    for unit in units(found) {
        let path = budget_file(unit);
        let mut budget = Budget::of(flow.versions(), of(found, unit));
        if let Some(before) = fs::read_to_string(&path).ok().and_then(|text| Budget::parse(&text).ok()) {
            budget.keep(before);
        }
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = written.and_then(|()| write_whole(&path, budget.text().as_bytes()));
        written.map_err(|error| {
            Error::input(
                format!("{}: {error}", path.display()),
                "run the command in the project's folder, and make sure that the folder can be written",
            )
        })?;
        aside!("{} is what is accepted now", path.display());
        for (preset, report) in of(found, unit) {
            for unfounded in budget.unfounded(preset, report) {
                aside!("{unit}/{preset}: {}", wanting(&unfounded, &path));
            }
        }
    }
    Ok(())
}

/// Compares the measured figures with the accepted ones. With other tools the figures differ
/// anyway: then a note is printed, and nothing is compared.
fn gate(args: &Area, flow: &Flow, found: &[(&Selected, &Report)]) -> Result<Outcome, Error> {
    let mut outcome = Outcome::Equal;
    for unit in units(found) {
        let path = budget_file(unit);
        let text = fs::read_to_string(&path).map_err(|error| {
            Error::input(
                format!("{}: {error}", path.display()),
                "run the command in the project's folder; --bless writes the file",
            )
        })?;
        let budget = Budget::parse(&text)
            .map_err(|what| Error::input(format!("{}: {what}", path.display()), "--bless writes the file anew"))?;
        if budget.versions != flow.versions() {
            aside!(
                "{unit}: the accepted figures were made with {}, and the tools here are {}: nothing is compared",
                budget.versions,
                flow.versions()
            );
            continue;
        }
        for (preset, report) in of(found, unit) {
            for Change { figure, accepted, found } in budget.exceeded(preset, report) {
                outcome = Outcome::Mismatch;
                let was = accepted.map_or("was never accepted".to_string(), |was| format!("was {was}"));
                if args.json {
                    let event = json!({
                        "event": "growth", "unit": unit, "preset": preset, "figure": figure, "accepted": accepted, "found": found,
                    });
                    say!("{event}");
                } else {
                    say!(
                        "GREW {unit}/{preset}: {figure} is {found}, {was}; {:.0} % is tolerated",
                        100.0 * limit(&figure)
                    );
                }
            }
            for unfounded in budget.unfounded(preset, report) {
                outcome = Outcome::Mismatch;
                if args.json {
                    let (array, bits) = match &unfounded {
                        Unfounded::NoReason(array) => (&array.name, Some(array.bits)),
                        Unfounded::NoArray(name) => (name, None),
                    };
                    say!(
                        "{}",
                        json!({ "event": "array", "unit": unit, "preset": preset, "array": array, "bits": bits })
                    );
                } else {
                    say!("ARRAY {unit}/{preset}: {}", wanting(&unfounded, &path));
                }
            }
            for Change { figure, accepted, found } in budget.undercut(preset, report) {
                let was = accepted.unwrap_or_default();
                aside!(
                    "{unit}/{preset}: {figure} is {found}, was {was}; until --bless accepts that, it may grow back unseen"
                );
            }
        }
    }
    Ok(outcome)
}

/// Says what is wrong with an array or its reason, and what to do.
fn wanting(unfounded: &Unfounded, path: &Path) -> String {
    let path = path.display();
    match unfounded {
        Unfounded::NoReason(Array { name, bits }) => format!(
            "{name} has {bits} bits in flip-flops, {LARGE} or more, and no reason: move it to a memory, or give its `reason` in `arrays` of {path} \
             (--bless makes the entry)"
        ),
        Unfounded::NoArray(name) => {
            format!(
                "{name} has a reason in `arrays` of {path}, and is no array of {LARGE} bits or more in flip-flops: --bless removes the entry"
            )
        }
    }
}

fn units<'a>(found: &[(&'a Selected, &Report)]) -> Vec<&'a str> {
    let mut units: Vec<&str> = found.iter().map(|(one, _)| one.unit.name).collect();
    units.dedup();
    units
}

fn of<'a>(found: &'a [(&'a Selected, &'a Report)], unit: &'a str) -> impl Iterator<Item = (&'a str, &'a Report)> {
    found.iter().filter(move |(one, _)| one.unit.name == unit).map(|(one, report)| (one.preset, *report))
}
