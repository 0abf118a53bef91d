//! `heddle cover`: which cover points and crosses of each unit stimulus reaches.

mod pieces;
mod structure;

use heddle_testbench::coverage::{Cell, Coverage, CoverageError, Population};
use heddle_testbench::files::{could_write, write_whole};
use heddle_testbench::interrupt;
use serde_json::json;

use crate::cli::Cover;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::number::group;
use crate::page;
use crate::select::select;
use crate::store::Store;
use crate::table::{right_from, table};

/// The coverage of one preset of a unit.
struct Covered {
    unit: &'static str,
    preset: &'static str,
    coverage: Coverage,
}

/// The cover cells of one kind: the cover points, or one cross.
struct Kind<'a> {
    name: &'a str,
    cells: Vec<&'a Cell>,
}

/// Runs `heddle cover`: counts and prints how often each cover point is reached, and whether any is
/// missed.
pub fn run(args: &Cover) -> Result<Outcome, Error> {
    if args.rtl {
        return structure::run(args);
    }
    let selected = select(&args.selection)?;
    if let Some(path) = &args.html {
        could_write(path).map_err(|error| refuse(path, error))?;
    }
    let store = Store::of_tasks(&args.cluster)?;
    let covered = pieces::measure(args, &store, &selected)?;
    if interrupt::asked() {
        return Err(Error::Interrupted { what: "what stimulus reached until then is not reported".into() });
    }
    store.gathered()?;
    let covered: Vec<Covered> = covered.into_iter().flatten().collect();
    let mut outcome = Outcome::Equal;
    let wrong = |cell: &&Cell| cell.missed() || cell.refuted();
    if covered.iter().flat_map(|one| &one.coverage.cells).any(|cell| wrong(&cell)) {
        outcome = Outcome::Mismatch;
    }
    if args.json {
        covered.iter().for_each(|one| print_json(args, one));
    } else {
        print(args, &covered);
    }
    if let Some(path) = &args.html {
        write_whole(path, html(args, &covered).as_bytes()).map_err(|error| refuse(path, error))?;
    }
    Ok(outcome)
}

impl Covered {
    /// Groups the cells by kind: cover points first, then each cross.
    fn kinds(&self) -> Vec<Kind<'_>> {
        let mut kinds: Vec<Kind> = Vec::new();
        for cell in &self.coverage.cells {
            let name = cell.cross.unwrap_or("points");
            match kinds.last_mut() {
                Some(kind) if kind.name == name => kind.cells.push(cell),
                _ => kinds.push(Kind { name, cells: vec![cell] }),
            }
        }
        kinds
    }
}

impl Kind<'_> {
    fn count(&self, of: impl Fn(&Cell) -> bool) -> usize {
        self.cells.iter().filter(|cell| of(cell)).count()
    }

    fn possible(&self) -> usize {
        self.count(|cell| cell.why_not.is_none())
    }

    /// Counts of the possible cells that are reached: at all, by random stimulus, by kernels.
    fn reached(&self) -> [usize; 3] {
        let possible = |cell: &Cell| cell.why_not.is_none();
        [
            self.count(|cell| possible(cell) && !cell.missed()),
            self.count(|cell| possible(cell) && cell.random != 0),
            self.count(|cell| possible(cell) && cell.kernels != 0),
        ]
    }

    /// The lowest non-zero count that random stimulus reaches in a cell; `None` if it reaches no
    /// cell.
    fn rarest(&self) -> Option<u64> {
        self.cells.iter().map(|cell| cell.random).filter(|hits| *hits != 0).min()
    }

    fn row(&self) -> Vec<String> {
        let [reached, random, kernels] = self.reached();
        let rarest = self.rarest().map_or("-".into(), group);
        let beyond = self.cells.len() - self.possible();
        vec![
            self.name.into(),
            format!("{reached}/{}", self.possible()),
            random.to_string(),
            kernels.to_string(),
            rarest,
            beyond.to_string(),
        ]
    }
}

const HEADER: [&str; 6] = ["", "reached", "random", "kernels", "rarest", "impossible"];

/// Returns the message about a missed cell, or a cell reached though declared impossible; `None`
/// for other cells.
fn remark(cell: &Cell) -> Option<String> {
    let cross = cell.cross.map_or(String::new(), |cross| format!("{cross}: "));
    match cell.why_not {
        _ if cell.missed() => Some(format!("UNREACHED {cross}{}", cell.what)),
        Some(why) if cell.refuted() => {
            Some(format!("REACHED, though declared impossible ({why}): {cross}{}", cell.what))
        }
        _ => None,
    }
}

fn print(args: &Cover, covered: &[Covered]) {
    for one in covered {
        let Coverage { random, kernels, cells, populations } = &one.coverage;
        say!("{}/{}  {} random cycles, {} of kernels", one.unit, one.preset, group(*random), group(*kernels));
        let mut table = table();
        table.set_header(HEADER);
        table.add_rows(one.kinds().iter().map(Kind::row));
        right_from(&mut table, 1);
        say!("{table}");
        cells.iter().filter_map(remark).for_each(|remark| say!("  {remark}"));
        print_populations(populations);
        if args.all {
            for cell in cells {
                let cross = cell.cross.map_or(String::new(), |cross| format!("{cross}: "));
                let why = cell.why_not.map_or(String::new(), |why| format!("  impossible: {why}"));
                say!("  {:>9} {:>7}  {cross}{}{why}", group(cell.random), group(cell.kernels), cell.what);
            }
        }
        say!("");
    }
    let all = |of: fn(&Cell) -> bool| covered.iter().flat_map(|one| &one.coverage.cells).filter(|c| of(c)).count();
    let (possible, missed) = (all(|cell| cell.why_not.is_none()), all(Cell::missed));
    let (impossible, refuted) = (all(|cell| cell.why_not.is_some()), all(Cell::refuted));
    say!(
        "{} of {possible} reached; of {impossible} impossible ones {refuted} reached; seed {}",
        possible - missed,
        args.seed
    );
}

/// Prints how far tables, queues and sets of outstanding things were filled.
fn print_populations(populations: &[Population]) {
    if populations.is_empty() {
        return;
    }
    let mut table = table();
    table.set_header(["", "size", "most", "after cycles"]);
    table.add_rows(
        populations
            .iter()
            .map(|one| [one.name.to_string(), one.size.to_string(), one.most.to_string(), group(one.cycles)]),
    );
    right_from(&mut table, 1);
    say!("{table}");
}

fn print_json(args: &Cover, one: &Covered) {
    let cells = one.coverage.cells.iter().map(|cell| {
        json!({ "cross": cell.cross, "what": cell.what, "random": cell.random, "kernels": cell.kernels, "impossible": cell.why_not })
    });
    let missed: Vec<String> = one.coverage.cells.iter().filter_map(remark).collect();
    let kinds = one
        .kinds()
        .iter()
        .map(|kind| json!({ "kind": kind.name, "possible": kind.possible(), "reached": kind.reached()[0] }))
        .collect::<Vec<_>>();
    let populations: Vec<_> = one
        .coverage
        .populations
        .iter()
        .map(|one| json!({ "what": one.name, "size": one.size, "most": one.most, "cycles": one.cycles }))
        .collect();
    let event = json!({
        "event": "cover", "unit": one.unit, "preset": one.preset, "seed": args.seed,
        "random_cycles": one.coverage.random, "kernel_cycles": one.coverage.kernels,
        "result": if missed.is_empty() { "equal" } else { "mismatch" },
        "populations": populations, "kinds": kinds, "wrong": missed, "cells": cells.collect::<Vec<_>>(),
    });
    say!("{event}");
}

fn html(args: &Cover, covered: &[Covered]) -> String {
    let words = |row: &[&str]| row.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let mut header = words(&["preset"]);
    header.extend(words(&HEADER));
    header[1] = "what".into();
    let summary: Vec<Vec<String>> = covered
        .iter()
        .flat_map(|one| {
            let name = format!("{}/{}", one.unit, one.preset);
            one.kinds().iter().map(|kind| [vec![name.clone()], kind.row()].concat()).collect::<Vec<_>>()
        })
        .collect();
    let mut body = format!(
        "<p>Cycles in which random stimulus (seed {}, {} cycles a preset) and recorded kernels reached each thing. \
         Impossible combinations stand with their reason.</p>\n{}",
        args.seed,
        group(args.cycles),
        page::table(&header, &summary, 2)
    );
    for one in covered {
        body += &format!("<h2>{}/{}</h2>\n", one.unit, one.preset);
        for kind in one.kinds() {
            let rows: Vec<Vec<String>> = kind
                .cells
                .iter()
                .map(|cell| {
                    let state = if cell.missed() { "unreached" } else { cell.why_not.unwrap_or_default() };
                    vec![cell.what.clone(), state.into(), group(cell.random), group(cell.kernels)]
                })
                .collect();
            let [reached, ..] = kind.reached();
            let summary = format!("{}: {reached} of {}", kind.name, kind.possible());
            body += &page::details(&summary, &page::table(&words(&["what", "", "random", "kernels"]), &rows, 2));
        }
    }
    page::page("What stimulus reaches", &body)
}

fn refuse(path: &std::path::Path, error: std::io::Error) -> Error {
    Error::input(format!("{}: {error}", path.display()), "name a file in a folder that can be written with --html")
}

impl From<CoverageError> for Error {
    fn from(error: CoverageError) -> Self {
        match error {
            CoverageError::Trace(error) => error.into(),
            CoverageError::Illegal { .. } => Error::input(error, "a core around the unit breaks its protocol"),
        }
    }
}
