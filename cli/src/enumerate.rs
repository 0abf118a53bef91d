//! `heddle enumerate`: all states of the golden models, within limits, and the invariants in each
//! of them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use heddle_testbench::coverage::Cell;
use heddle_testbench::enumerate::{Enumerated, Found, LEAST, Limits, Planted};
use heddle_testbench::files::could_write_in;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_parallel;
use heddle_testbench::kept;
use heddle_testbench::unit::Unit;
use serde_json::{Value, json};

use crate::cli::Enumerate;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::models::jobs;
use crate::name::command_name;
use crate::number::group;
use crate::output::out_error;
use crate::program::units;
use crate::progress::{Task, Work};
use crate::select::select;
use crate::table::{right_from, table};

/// The result for one configuration whose states are enumerated.
struct Walked {
    unit: &'static str,
    preset: String,
    without: &'static str,
    end: Enumerated,
    planted: Vec<Planted>,
    time: Duration,
    /// Files of the traces that are written.
    kept: Vec<PathBuf>,
}

/// Runs `heddle enumerate`: enumerates the golden models' states and checks the invariants in each
/// of them.
pub fn run(args: &Enumerate) -> Result<Outcome, Error> {
    let selected = selected(&args.selection)?;
    could_write_in(&args.out).map_err(|error| out_error(&args.out, error))?;
    let limits = Limits { transitions: args.transitions, states: args.states as usize };
    let task = Task::start("enumerate", Work::Open);
    let mut walked = in_parallel(jobs(args.jobs), &selected, |(unit, preset)| {
        task.say(format!("{}/{preset}", unit.name));
        walk(args, unit, preset, limits)
    });
    drop(task);
    if interrupt::asked() {
        return Err(Error::Interrupted { what: "the states that were found by then kept the invariants".into() });
    }
    for one in &mut walked {
        one.keep(args)?;
    }
    if args.json {
        walked.iter().for_each(|one| say!("{}", one.json()));
    } else {
        print(&walked);
    }
    let wrong = walked.iter().any(|one| one.wrong());
    Ok(if wrong { Outcome::Mismatch } else { Outcome::Equal })
}

fn walk(args: &Enumerate, unit: &Unit, preset: &str, limits: Limits) -> Walked {
    let started = Instant::now();
    let (without, _) = unit.states.expect("only such are selected");
    let end = unit.enumerate(preset, limits, &|_| ()).expect("the configuration exists");
    let planted = if args.no_plants { Vec::new() } else { unit.plants(preset, limits, &|_| ()) };
    let time = started.elapsed();
    Walked { unit: unit.name, preset: preset.into(), without, end, planted, time, kept: Vec::new() }
}

/// Returns the configurations that the words name; without words the smallest two of each unit
/// whose states are enumerated.
fn selected(words: &[String]) -> Result<Vec<(Unit, String)>, Error> {
    let enumerated: Vec<Unit> = units().iter().filter(|unit| unit.states.is_some()).cloned().collect();
    let has_least = |unit: &Unit| unit.states.is_some_and(|(_, least)| least);
    let small = |unit: &Unit| {
        let presets = [LEAST, "tiny"].into_iter().filter(|preset| *preset != LEAST || has_least(unit));
        presets.map(|preset| (unit.clone(), preset.to_string())).collect::<Vec<_>>()
    };
    let mut wanted = Vec::new();
    for word in words {
        let named = word.split_once('/').unwrap_or((word, ""));
        let unit = enumerated.iter().find(|unit| unit.name == named.0);
        match (unit, named.1) {
            (Some(unit), LEAST) if has_least(unit) => wanted.push((unit.clone(), LEAST.into())),
            (Some(unit), "") => wanted.extend(small(unit)),
            (Some(unit), _) => {
                let chosen = select(std::slice::from_ref(word))?;
                wanted.extend(chosen.into_iter().map(|one| (unit.clone(), one.preset.to_string())));
            }
            (None, _) => {
                select(std::slice::from_ref(word))?;
                let names: Vec<&str> = enumerated.iter().map(|unit| unit.name).collect();
                let help = format!("states are enumerated of: {}", names.join(", "));
                return Err(Error::input(format!("the states of {} are not enumerated", named.0), help));
            }
        }
    }
    Ok(if words.is_empty() { enumerated.iter().flat_map(small).collect() } else { wanted })
}

impl Walked {
    fn wrong(&self) -> bool {
        let missed = self.planted.iter().any(|planted| planted.found.is_none());
        self.end.violation.is_some() || self.end.cells.iter().any(Cell::refuted) || self.end.complete && missed
    }

    fn keep(&mut self, args: &Enumerate) -> Result<(), Error> {
        let mut found: Vec<(String, &Found)> = Vec::new();
        found.extend(self.end.violation.iter().map(|found| ("violation".to_string(), found)));
        if args.keep_plants {
            let plants = self.planted.iter().enumerate();
            found.extend(plants.filter_map(|(n, plant)| Some((format!("plant{n}"), plant.found.as_ref()?))));
        }
        for (name, found) in found {
            let path = args.out.join(format!("{}-{}-{name}.trace", self.unit, self.preset));
            kept::write(&path, found.trace.as_bytes()).map_err(|error| out_error(&path, error))?;
            self.kept.push(path);
        }
        Ok(())
    }

    fn reached(&self) -> String {
        if self.end.complete { "all".into() } else { format!("to depth {}", self.end.depth) }
    }

    fn verdict(&self) -> &'static str {
        if self.end.violation.is_some() { "VIOLATED" } else { "hold" }
    }

    fn found(&self) -> String {
        let found = self.planted.iter().filter(|planted| planted.found.is_some()).count();
        format!("{found}/{}", self.planted.len())
    }

    fn json(&self) -> Value {
        let Enumerated { states, transitions, depth, complete, violation, cells, .. } = &self.end;
        let found = |found: &Found| json!({ "what": found.what, "cycles": found.cycles });
        let plants = self.planted.iter().map(|p| json!({ "plant": p.what, "found": p.found.as_ref().map(found) }));
        let (possible, reached) = counts(cells);
        let refuted: Vec<&str> = cells.iter().filter(|cell| cell.refuted()).map(|cell| cell.what.as_str()).collect();
        json!({
            "event": "enumerate", "unit": self.unit, "preset": self.preset, "without": self.without,
            "states": states, "transitions": transitions, "depth": depth, "complete": complete,
            "result": if self.wrong() { "mismatch" } else { "equal" },
            "violation": violation.as_ref().map(found), "planted": plants.collect::<Vec<_>>(),
            "cover_possible": possible, "cover_reached": reached, "impossible_reached": refuted,
            "seconds": self.time.as_secs_f64(), "traces": self.kept,
        })
    }
}

/// Returns how many cover points and crosses are possible, and how many of those are reached.
fn counts(cells: &[Cell]) -> (usize, usize) {
    let possible: Vec<&Cell> = cells.iter().filter(|cell| cell.why_not.is_none()).collect();
    (possible.len(), possible.iter().filter(|cell| !cell.missed()).count())
}

fn print(walked: &[Walked]) {
    if walked.is_empty() {
        return say!("no unit here says how its states are enumerated (`Bench::STATES`)");
    }
    let mut table = table();
    table.set_header(["unit/preset", "states", "transitions", "reached", "invariants", "planted", "cover", "time"]);
    for one in walked {
        let (possible, reached) = counts(&one.end.cells);
        table.add_row([
            format!("{}/{}", one.unit, one.preset),
            group(one.end.states as u64),
            group(one.end.transitions),
            one.reached(),
            one.verdict().into(),
            one.found(),
            format!("{reached}/{possible}"),
            format!("{:.1} s", one.time.as_secs_f64()),
        ]);
    }
    right_from(&mut table, 1);
    say!("{table}");
    let mut said = Vec::new();
    for one in walked {
        let name = format!("{}/{}", one.unit, one.preset);
        if let Some(found) = &one.end.violation {
            say!("VIOLATED {name}: {} (after {} cycles)", found.what, found.cycles);
        }
        for cell in one.end.cells.iter().filter(|cell| cell.refuted()) {
            say!("REACHED {name}, though declared impossible: {} ({})", cell.what, cell.why_not.unwrap_or_default());
        }
        for planted in &one.planted {
            match &planted.found {
                Some(found) => {
                    say!("planted {name}: {}: found in {} cycles: {}", planted.what, found.cycles, found.what)
                }
                None if one.end.complete => say!("MISSED {name}: {}", planted.what),
                None => say!("planted {name}: {}: not found within these limits", planted.what),
            }
        }
        one.kept.iter().for_each(|path| say!("  again    {} replay {}", command_name(), path.display()));
        if !said.contains(&one.unit) {
            said.push(one.unit);
            say!("inputs of {}: all, except: {}", one.unit, one.without);
        }
    }
}
