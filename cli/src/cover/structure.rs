//! `heddle cover --rtl`: structural coverage in lockstep, of toggles and branches, and a check of
//! the reasons for uncovered places.

use std::collections::BTreeMap;
use std::time::Duration;

use heddle_testbench::interrupt;
use heddle_testbench::prove::ProveError;
use heddle_testbench::segment::within;
use heddle_testbench::structure::{
    Extent, Judged, Kind, Place, Reason, ReasonError, StructureError, Why, judge, not_constant, not_filled,
};
use heddle_testbench::target::ModelTools;
use heddle_testbench::unit::Unit;
use serde_json::{Value, json};

use crate::cli::Cover;
use crate::cluster::Share;
use crate::console::{aside, say};
use crate::error::{Error, Outcome};
use crate::models::{jobs, model_tools};
use crate::number::group;
use crate::progress::{Task, Work};
use crate::select::{Selected, select, stands};
use crate::store::Store;
use crate::table::{right_from, table};

/// The presets that are measured when none is named: the smallest and the paper's.
const PRESETS: [&str; 2] = ["tiny", "paper"];
/// Time limit for one query to the solver.
const PROOF: Duration = Duration::from_secs(60);

/// A preset: its unit's name, and its own.
type Key = (&'static str, &'static str);

/// The structural coverage of one preset.
struct Measured {
    unit: Unit,
    preset: &'static str,
    places: Vec<Place>,
    judged: Judged,
    /// Faults in words: unexplained places, and reasons that do not hold.
    wrong: Vec<String>,
}

/// Runs `heddle cover --rtl`: measures toggle and branch coverage, and checks the reasons for what
/// is not covered.
pub fn run(args: &Cover) -> Result<Outcome, Error> {
    let selected = selected(&args.selection)?;
    let all = places(args, &selected)?;
    let mut measured: Vec<Measured> = Vec::new();
    for Selected { unit, preset, .. } in &selected {
        let of_unit = all.iter().filter(|((name, _), _)| *name == unit.name);
        let places = of_unit.map(|((_, preset), places)| (*preset, places.clone())).collect();
        measured.push(judged(unit, preset, &places, &unit.unreached()?)?);
    }
    if args.json {
        measured.iter().for_each(|one| say!("{}", one.json(args)));
    } else {
        print(args, &measured);
    }
    let wrong = measured.iter().any(|one| !one.wrong.is_empty());
    Ok(if wrong { Outcome::Mismatch } else { Outcome::Equal })
}

/// Returns the presets that the words name; a unit's name stands for its presets `tiny` and
/// `paper`, or its first.
fn selected(words: &[String]) -> Result<Vec<Selected>, Error> {
    let mut selected = select(words)?;
    selected.retain(|one| {
        let named = words.iter().any(|word| *word == format!("{}/{}", one.unit.name, one.preset));
        !one.unit.primitive && (named || stands(&one.unit, one.preset, &PRESETS))
    });
    if selected.is_empty() {
        let what = "a primitive, a part of units, has no structural coverage of its own";
        return Err(Error::input(what, "name a unit: `heddle cover --rtl` alone takes all"));
    }
    Ok(selected)
}

/// Measures the selected presets, and those that the reasons for them refer to.
fn places(args: &Cover, selected: &[Selected]) -> Result<BTreeMap<Key, Vec<Place>>, Error> {
    let mut wanted: Vec<(&Unit, &'static str)> = Vec::new();
    for Selected { unit, preset, .. } in selected {
        let others = narrower(unit, preset, &unit.unreached()?)?;
        for preset in [*preset].into_iter().chain(others) {
            if wanted.iter().all(|known| (known.0.name, known.1) != (unit.name, preset)) {
                wanted.push((unit, preset));
            }
        }
    }
    let store = Store::of_tasks(&args.cluster)?;
    let tools = if store.share().is_none_or(Share::works) { Some(model_tools()?) } else { None };
    let name = |(unit, preset): &(&Unit, &str)| {
        let matters = [unit.name, preset, &args.seed.to_string(), &args.cycles.to_string()].map(str::to_string);
        store.name(&["structure", unit.name, preset], matters.iter().map(String::as_bytes))
    };
    // each is measured on all threads
    let made = store.each(
        1,
        &wanted,
        name,
        |_, kept| read(kept),
        |(unit, preset)| {
            let Some(tools) = &tools else { return Err(Error::Unfinished) };
            Ok(write(&measure(args, tools, unit, preset)?))
        },
    )?;
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    store.gathered()?;
    let made = wanted.iter().zip(made);
    Ok(made.filter_map(|((unit, preset), places)| Some(((unit.name, *preset), places?))).collect())
}

/// Returns places as they are kept.
fn write(places: &[Place]) -> Value {
    let place = |Place { name, kind, reached, bit }: &Place| json!([name, *kind == Kind::Branch, reached, bit]);
    places.iter().map(place).collect()
}

/// Reads places; `None` if the value is not what [`write()`] makes.
fn read(kept: &Value) -> Option<Vec<Place>> {
    let place = |place: &Value| {
        let text = |at: usize| place.get(at)?.as_str().map(str::to_string);
        let kind = if place.get(1)?.as_bool()? { Kind::Branch } else { Kind::Bit };
        Some(Place { name: text(0)?, kind, reached: place.get(2)?.as_bool()?, bit: text(3)? })
    };
    kept.as_array()?.iter().map(place).collect()
}

fn measure(args: &Cover, tools: &ModelTools, unit: &Unit, preset: &'static str) -> Result<Vec<Place>, Error> {
    let task = Task::start("structure", Work::Cycles(within(args.cycles).map(|(_, length)| length).sum()));
    task.say(format!("{}/{preset}", unit.name));
    let extent = Extent { seed: args.seed, cycles: args.cycles, jobs: jobs(args.jobs) };
    let places = unit.structure(tools, preset, extent, &|cycles| task.add(cycles));
    drop(task);
    if interrupt::asked() {
        return Err(Error::Interrupted { what: format!("{}/{preset} was being run", unit.name) });
    }
    Ok(places?)
}

/// Returns the presets that the reasons for this preset refer to.
fn narrower(unit: &Unit, preset: &str, reasons: &[Reason]) -> Result<Vec<&'static str>, Error> {
    let here = reasons.iter().filter(|reason| reason.presets.iter().any(|name| name == preset));
    let filled = here.filter_map(|reason| reason.filled.as_deref());
    filled
        .map(|name| {
            let known = unit.presets.iter().map(|(known, _)| *known).find(|known| *known == name);
            known.ok_or_else(|| {
                let what = format!("{}: a reason names the preset `{name}`, which does not exist", unit.name);
                Error::input(what, format!("correct testbench/src/{}/structure.toml", unit.name))
            })
        })
        .collect()
}

/// Checks a preset's places against the reasons.
fn judged(
    unit: &Unit,
    preset: &'static str,
    places: &BTreeMap<&'static str, Vec<Place>>,
    reasons: &[Reason],
) -> Result<Measured, Error> {
    let own = &places[preset];
    let mut judged = judge(preset, own, reasons);
    let task = Task::start("proofs", Work::Open);
    task.say(format!("{}/{preset}", unit.name));
    let open = if judged.constant.is_empty() && !unit.written {
        Vec::new()
    } else {
        match not_constant(unit, preset, &judged.unreached(), PROOF) {
            Ok(open) => open,
            Err(ProveError::Flat(error)) if judged.constant.is_empty() => {
                aside!("{}/{preset}: which bits are constant is not known: {error}", unit.name);
                judged.unreached()
            }
            Err(error) => return Err(Error::tool(error, "`heddle doctor` shows the tools that are needed")),
        }
    };
    drop(task);
    if unit.written {
        // a bit that is proved constant needs no written reason
        let (unexplained, constant) = judged.unexplained.into_iter().partition(|place| open.contains(place));
        judged.unexplained = unexplained;
        judged.constant.extend::<Vec<Place>>(constant);
    }
    if interrupt::asked() {
        return Err(Error::Interrupted { what: format!("{}/{preset}: proofs were being run", unit.name) });
    }
    let mut wrong: Vec<String> = judged.unexplained.iter().map(|place| format!("UNREACHED {}", place.name)).collect();
    wrong.extend(judged.stale.iter().map(|stale| format!("NO REASON {stale}")));
    let unproved = judged.constant.iter().filter(|place| open.contains(place));
    wrong.extend(unproved.map(|place| format!("NOT PROVED to be constant: {}", place.name)));
    let wide = not_filled(&judged.slow, own, |other| &places[other]);
    wrong.extend(wide.iter().map(|place| format!("NOT FILLED in the preset that its reason names: {}", place.name)));
    Ok(Measured { unit: unit.clone(), preset, places: own.clone(), judged, wrong })
}

impl Measured {
    fn count(&self, kind: Kind) -> [usize; 2] {
        let of = || self.places.iter().filter(|place| place.kind == kind);
        [of().filter(|place| place.reached).count(), of().count()]
    }

    fn row(&self) -> Vec<String> {
        let [[bits, all_bits], [branches, all_branches]] = [Kind::Bit, Kind::Branch].map(|kind| self.count(kind));
        let Judged { constant, slow, gaps, .. } = &self.judged;
        let mut row = vec![
            format!("{}/{}", self.unit.name, self.preset),
            format!("{}/{}", group(bits as u64), group(all_bits as u64)),
            format!("{}/{}", group(branches as u64), group(all_branches as u64)),
        ];
        row.extend([constant.len(), slow.len(), gaps.len(), self.wrong.len()].map(|count| count.to_string()));
        row
    }

    fn json(&self, args: &Cover) -> serde_json::Value {
        let names = |places: &[Place]| places.iter().map(|place| place.name.clone()).collect::<Vec<_>>();
        let Judged { constant, slow, gaps, .. } = &self.judged;
        let slow: Vec<Place> = slow.iter().map(|(place, _)| place.clone()).collect();
        json!({
            "event": "structure", "unit": self.unit.name, "preset": self.preset, "seed": args.seed, "cycles": args.cycles,
            "result": if self.wrong.is_empty() { "equal" } else { "mismatch" },
            "bits": self.count(Kind::Bit), "branches": self.count(Kind::Branch),
            "constant": names(constant), "slow": names(&slow), "gaps": names(gaps), "wrong": self.wrong,
        })
    }
}

fn print(args: &Cover, measured: &[Measured]) {
    let mut table = table();
    table.set_header(["", "bits", "branches", "constant", "slow", "gaps", "wrong"]);
    table.add_rows(measured.iter().map(Measured::row));
    right_from(&mut table, 1);
    say!("{} cycles of random stimulus, seed {}", group(args.cycles), args.seed);
    say!("{table}");
    if measured.iter().any(|one| one.unit.written) {
        say!("of SystemVerilog in files, branches are not counted, and constant bits need no reason");
    }
    for one in measured {
        one.wrong.iter().for_each(|wrong| say!("{}/{}  {wrong}", one.unit.name, one.preset));
        if args.all {
            let named =
                |what: &'static str, place: &Place| say!("{}/{}  {what}: {}", one.unit.name, one.preset, place.name);
            one.judged.constant.iter().for_each(|place| named("constant", place));
            one.judged.slow.iter().for_each(|(place, _)| named("slow", place));
            one.judged.gaps.iter().for_each(|place| named("gap", place));
        }
    }
}

impl From<ReasonError> for Error {
    fn from(error: ReasonError) -> Self {
        let kinds = [Why::Constant, Why::Slow, Why::Gap].map(|why| format!("{why:?}").to_lowercase()).join(", ");
        Error::input(error, format!("a reason has presets, places, why and a kind: one of {kinds}"))
    }
}

impl From<StructureError> for Error {
    fn from(error: StructureError) -> Self {
        match error {
            StructureError::Build(error) => error.into(),
            StructureError::Stopped(error) => {
                Error::input(error, "the emitted RTL must not stop a simulation: correct the RTL")
            }
            StructureError::Counts { .. } => {
                Error::tool(error, "set TMPDIR to a folder that can be written and has room")
            }
            StructureError::Differs { .. } => {
                Error::input(error, "`heddle check` shrinks the mismatch; correct the fault first")
            }
        }
    }
}
