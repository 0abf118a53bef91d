//! `heddle cost UNIT --sweep`: area, timing and throughput of a unit over values of its parameters,
//! and the Pareto-optimal points.

mod front;

use heddle_synth::{Flow, Papers, Report, SynthError};
use heddle_testbench::files::{could_write, write_whole};
use heddle_testbench::unit::Unit;
use heddle_testbench::variant::{Variant, VaryError};
use serde_json::{Map, json};

use self::front::best;
use super::{exact, flow};
use crate::cli::AllCosts;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::models::{jobs, side_by_side};
use crate::number::group;
use crate::plot::{Form, Panel, draw};
use crate::program::variants;
use crate::progress::{Task, Work};
use crate::select::{Selected, select, suggest};
use crate::table::{right_from, table};

/// Most points of a sweep: more take longer than a night.
const MOST: usize = 1000;

/// One point of a sweep: a configuration whose cost is measured.
pub struct Point {
    changes: Vec<(String, u32)>,
    variant: Variant,
    verilog: Option<String>,
}

impl Point {
    fn name(&self) -> String {
        words(&self.changes).join(" ")
    }
}

/// Returns changes of parameters as the user writes them: `width=2`.
fn words(changes: &[(String, u32)]) -> Vec<String> {
    changes.iter().map(|(name, value)| format!("{name}={value}")).collect()
}

/// The measured cost of a point.
struct Found {
    report: Report,
    /// Area of cells and macros, in square micrometres of the library's process.
    area: f64,
    throughput: Option<f64>,
}

impl Found {
    /// Returns area, path and negative throughput of the point; smaller is better in each.
    fn figures(&self) -> [f64; 3] {
        let ns = self.report.slowest.as_ref().map_or(0.0, |path| path.ns);
        [self.area, ns, -self.throughput.unwrap_or(0.0)]
    }
}

/// Runs a sweep of a unit's parameters: prints the cost of each point, and draws the plot.
pub fn run(args: &AllCosts) -> Result<Outcome, Error> {
    let Selected { unit, preset, .. } = one(&args.selection)?;
    let axes = args.sweep.iter().map(|word| axis(word)).collect::<Result<Vec<_>, _>>()?;
    let mut points = points(&unit, preset, &axes)?;
    let plot = args.plot.clone().unwrap_or_else(|| format!("cost-{}.svg", unit.name).into());
    let unwritten = |error: std::io::Error| {
        Error::input(format!("{}: {error}", plot.display()), "name a file in a folder that can be written with --plot")
    };
    could_write(&plot).map_err(unwritten)?;
    if args.liberty.len() > 1 {
        return Err(Error::input("--sweep takes one cell library", "leave out all --liberty but one"));
    }
    let flow = flow(args.liberty.get(..1).unwrap_or_default(), args.period)?;
    let task = Task::start("compiling the RTL", Work::Open);
    emit(&unit, preset, &mut points)?;
    drop(task);
    let found = cost(&flow, unit.top, &points, args.jobs)?;
    let best = best(&found.iter().map(Found::figures).collect::<Vec<_>>());
    if args.json {
        objects(&flow, &unit, preset, &points, &found, &best);
    } else {
        show(&flow, &unit, preset, &points, &found, &best);
    }
    let svg = draw(&panels(&unit, &points, &found, &best), 2, "area, 1000 um2")
        .map_err(|error| Error::input(error, "the plot could not be drawn"))?;
    write_whole(&plot, svg.as_bytes()).map_err(unwritten)?;
    if !args.json {
        say!("plot: {}", plot.display());
    }
    Ok(Outcome::Equal)
}

/// Gives their Verilog to the points that are no preset.
fn emit(unit: &Unit, preset: &'static str, points: &mut [Point]) -> Result<(), Error> {
    let mut lacking: Vec<&mut Point> = points.iter_mut().filter(|point| point.verilog.is_none()).collect();
    let Some(first) = lacking.first() else { return Ok(()) };
    let variants = variants().ok_or_else(|| {
        let what = format!("{}/{preset} with {}: no preset has these numbers", unit.name, first.name());
        Error::input(what, "this program has RTL for its presets alone")
    })?;
    let changes: Vec<&[(String, u32)]> = lacking.iter().map(|point| &point.changes[..]).collect();
    let texts = variants(unit, preset, &changes)?;
    lacking.iter_mut().zip(texts).for_each(|(point, text)| point.verilog = Some(text));
    Ok(())
}

/// Returns the preset whose parameters are changed.
fn one(words: &[String]) -> Result<Selected, Error> {
    let help = "name the unit, as in `heddle cost lane --sweep width=1,2,4 banks=4,8,16`";
    let [word] = words else {
        return Err(Error::input(format!("--sweep takes one unit, and {} are named", words.len()), help));
    };
    let one = select(&[exact(word)])?.pop().ok_or_else(|| Error::input(format!("there is no `{word}`"), help))?;
    if one.unit.primitive {
        return Err(Error::input(format!("{} is a primitive, a part of units", one.unit.name), help));
    }
    Ok(one)
}

/// Returns the parameter's name and the values that a word of `--sweep` gives to it.
fn axis(word: &str) -> Result<(String, Vec<u32>), Error> {
    let refuse =
        |what: String| Error::input(what, "write a number of the configuration and its values, as in width=1,2,4");
    let (name, values) =
        word.split_once('=').ok_or_else(|| refuse(format!("--sweep {word}: there is no `=` in it")))?;
    let value =
        |text: &str| text.parse().map_err(|_| refuse(format!("--sweep {word}: `{text}` is not a whole number")));
    let values = values.split(',').map(value).collect::<Result<Vec<u32>, Error>>()?;
    if let Some(twice) = values.iter().enumerate().find_map(|(k, value)| values[..k].contains(value).then_some(value)) {
        return Err(refuse(format!("--sweep {word}: the value {twice} is given twice")));
    }
    Ok((name.to_string(), values))
}

/// Returns the points of all combinations, the last parameter changing fastest.
fn points(unit: &Unit, preset: &'static str, axes: &[(String, Vec<u32>)]) -> Result<Vec<Point>, Error> {
    let twice = axes.iter().enumerate().find(|(k, (name, _))| axes[..*k].iter().any(|axis| axis.0 == *name));
    if let Some((_, (name, _))) = twice {
        return Err(Error::input(
            format!("--sweep: the number `{name}` is given twice"),
            "give a number all its values at once",
        ));
    }
    let count = axes.iter().try_fold(1usize, |count, axis| count.checked_mul(axis.1.len()));
    if count.is_none_or(|count| count > MOST) {
        return Err(Error::input(
            format!("--sweep: the values make more than {MOST} combinations"),
            "give fewer values",
        ));
    }
    let mut all: Vec<Vec<(String, u32)>> = vec![Vec::new()];
    for (name, values) in axes {
        let more = |changes: &Vec<(String, u32)>| {
            values
                .iter()
                .map(|value| changes.iter().cloned().chain([(name.clone(), *value)]).collect())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    let point = |changes: Vec<(String, u32)>| {
        let mut variant = unit.vary(preset, &changes).map_err(|error| refused(unit, preset, &changes, &error))?;
        Ok(Point { verilog: variant.verilog.take(), variant, changes })
    };
    all.into_iter().map(point).collect()
}

fn refused(unit: &Unit, preset: &str, changes: &[(String, u32)], error: &VaryError) -> Error {
    match error {
        VaryError::Name { name, known, .. } => Error::input(error, suggest(name, known.iter().copied())),
        VaryError::Config(_) => {
            let what = format!("{}/{preset} with {}: {error}", unit.name, words(changes).join(" "));
            Error::input(what, "leave out the value, or sweep what it depends on with it")
        }
    }
}

fn cost(flow: &Flow, unit: &str, points: &[Point], at_a_time: Option<u16>) -> Result<Vec<Found>, Error> {
    let scale = Papers::ours().process(&flow.library.name).map(|process| (process / heddle_synth::PROCESS).powi(2));
    side_by_side("sweep", points, jobs(at_a_time), Point::name, |point| {
        let report = flow.cost(unit, point.verilog.as_deref().expect("it was compiled"), false)?;
        // area in flip-flops, where CACTI or the process to scale its macros to is not known
        let macros = report.macro_area().zip(scale).map(|(area, scale)| area * scale);
        let area = report.area + macros.unwrap_or(report.in_flip_flops);
        Ok::<_, SynthError>(Found { report, area, throughput: point.variant.throughput() })
    })
}

fn objects(flow: &Flow, unit: &Unit, preset: &str, points: &[Point], found: &[Found], best: &[bool]) {
    for ((point, found), best) in points.iter().zip(found).zip(best) {
        let changes: Map<_, _> = point.changes.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let path = found.report.slowest.as_ref();
        say!(
            "{}",
            json!({ "event": "point", "unit": unit.name, "preset": preset, "parameters": changes, "cells_um2": found.report.area,
                    "macro_bits": found.report.macro_bits(), "um2": found.area, "path_ns": path.map(|path| path.ns),
                    "mhz": path.map(|path| 1000.0 / path.ns), "throughput": found.throughput, "undominated": best,
                    "versions": flow.versions() })
        );
    }
}

fn show(flow: &Flow, unit: &Unit, preset: &str, points: &[Point], found: &[Found], best: &[bool]) {
    let mut table = table();
    table.set_header(["", "", "cells um2", "macro bits", "um2 in all", "path ns", "MHz", "work/cycle"]);
    right_from(&mut table, 2);
    for ((point, found), best) in points.iter().zip(found).zip(best) {
        let path = found.report.slowest.as_ref();
        table.add_row([
            if *best { "*" } else { "" }.to_string(),
            point.name(),
            group(found.report.area.round() as u64),
            group(found.report.macro_bits()),
            group(found.area.round() as u64),
            path.map_or("none".into(), |path| format!("{:.3}", path.ns)),
            path.map_or("none".into(), |path| format!("{:.0}", 1000.0 / path.ns)),
            found.throughput.map_or("not run".into(), |work| format!("{work:.3}")),
        ]);
    }
    say!("{table}");
    say!("{}/{preset} but for these; * no other point is as good in area, path and work, and better in one", unit.name);
    say!("{}; {} ns aimed at", flow.versions(), flow.period);
}

/// Returns the panels of the plot, with a curve for each value of the first parameter.
fn panels(unit: &Unit, points: &[Point], found: &[Found], best: &[bool]) -> Vec<Panel> {
    type Value = fn(&Found) -> f64;
    let sheets: [(&str, &str, Value); 2] = [
        ("throughput", "work a cycle", |found| found.throughput.unwrap_or(0.0)),
        ("slowest path", "ns", |found| found.figures()[1]),
    ];
    let panel = |(title, vertical, value): (&str, &str, Value)| {
        let at = |found: &Found| (found.area / 1e3, value(found));
        let mut curves: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
        for (point, found) in points.iter().zip(found) {
            let (name, of) = &point.changes[0];
            let name = format!("{name}={of}");
            match curves.iter_mut().find(|(curve, _)| *curve == name) {
                Some((_, curve)) => curve.push(at(found)),
                None => curves.push((name, vec![at(found)])),
            }
        }
        let front = found.iter().zip(best).filter(|(_, best)| **best).map(|(found, _)| at(found)).collect();
        curves.push(("undominated".into(), front));
        Panel { title: format!("{}: {title}", unit.name), vertical: vertical.into(), form: Form::Points, curves }
    };
    sheets.map(panel).into()
}
