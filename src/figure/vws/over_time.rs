//! Figure 18 of VWS: warps in gangs of each size over time; and the mean share of each size over a
//! run, of all fifteen programs.

use serde_json::json;

use super::measurements::{EVWS, IVWS, Key, Measurements};
use super::programs::{Class, Program};
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{number, words};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Chart, Form, Panel};

/// A point over time: a cycle, and the number of warps by the size of their unit.
type Point = (u64, Vec<u64>);

/// Ranges of sizes that are shown as one: the name, the least and the greatest size.
const BANDS: [(&str, usize, usize); 4] = [("gangs of 8", 8, 8), ("5 to 7", 5, 7), ("2 to 4", 2, 4), ("alone", 1, 1)];
/// The panels of the plot: the paper's two programs and a convergent one under I-VWS, and the first
/// under E-VWS.
const DRAWN: [(&str, Key, &str); 4] = [
    ("Lighting", IVWS, "I-VWS"),
    ("Lighting", EVWS, "E-VWS"),
    ("GamePhysics", IVWS, "I-VWS"),
    ("Game 1", IVWS, "I-VWS"),
];

/// Returns the number of warps in units of `least` to `most` warps.
fn within(warps: &[u64], least: usize, most: usize) -> u64 {
    warps.iter().take(most).skip(least - 1).sum()
}

/// Returns the share of warps at these points in units of `least` to `most` warps, in percent;
/// `None` if there are no warps.
fn share(points: &[Point], least: usize, most: usize) -> Option<f64> {
    let (some, all) = points.iter().fold((0, 0), |(some, all), (_, warps)| {
        (some + within(warps, least, most), all + within(warps, 1, warps.len()))
    });
    (all > 0).then(|| 100.0 * some as f64 / all as f64)
}

fn points<'f>(found: &'f Measurements, of: &Program, run: Key) -> &'f [Point] {
    found.ran(of, run).map_or(&[], |ran| &ran.units)
}

/// Checks the statements of section 6.6.
fn checks(found: &Measurements) -> Vec<Check> {
    let named = |name: &str| found.fifteen().into_iter().find(|it| it.name == name);
    let of =
        |name: &str, least: usize, most: usize| named(name).and_then(|it| share(points(found, it, IVWS), least, most));
    let whole = found.values(Class::Convergent, |it| share(points(found, it, IVWS), 8, 8));
    let events = named("Lighting").and_then(|it| found.ran(it, EVWS));
    let [splits, merges] = ["gang.splits", "gang.merges"].map(|name| events.map(|ran| ran.get(name)));
    vec![
        number(
            "Lighting, I-VWS: warps alone, % of all over time",
            "most, in the end (6.6)",
            [of("Lighting", 1, 1), None],
            Stated::Above(50.0),
        ),
        number(
            "GamePhysics, I-VWS: warps in gangs of 4, % of all over time",
            "half a gang goes on in lock step (6.6)",
            [of("GamePhysics", 4, 4), None],
            Stated::Above(25.0),
        ),
        words(
            "Lighting, E-VWS: gangs part, and form again",
            "both (6.6)",
            splits.zip(merges).map_or("-".into(), |(splits, merges)| format!("{splits} and {merges} times")),
            splits.zip(merges).map(|(splits, merges)| splits > 0.0 && merges > 0.0),
        ),
        number(
            "convergent, I-VWS: warps in gangs of 8, least % of a program",
            "all (6.6)",
            [whole.reduce(f64::min), None],
            Stated::Share(100.0),
        ),
    ]
}

/// Makes figure 18 of VWS: gang sizes over time.
pub fn figure_18(found: &Measurements) -> Sheet {
    let programs = found.fifteen();
    let mut rows = Vec::new();
    for (run, name) in [(IVWS, "I-VWS"), (EVWS, "E-VWS")] {
        for it in programs.iter().filter(|it| run == IVWS || it.class == Class::Divergent) {
            let shares = BANDS.map(|(_, least, most)| share(points(found, it, run), least, most));
            let cells = shares.map(|share| decimals(share, 1));
            rows.push([it.class.name().into(), it.name.into(), name.to_string()].into_iter().chain(cells).collect());
        }
    }
    let drawn = DRAWN.map(|(name, run, policy)| {
        let of = programs.iter().find(|it| it.name == name);
        (name, policy, of.map_or(&[][..], |it| points(found, it, run)))
    });
    let panel = |&(name, policy, points): &(&str, &str, &[Point])| Panel {
        title: format!("VWS 18: {name}, {policy}"),
        vertical: "warps".into(),
        form: Form::Bands,
        curves: BANDS
            .map(|(band, least, most)| {
                let curve = points.iter().map(|(cycle, warps)| (*cycle as f64, within(warps, least, most) as f64));
                (band.to_string(), curve.collect())
            })
            .into(),
    };
    let panels: Vec<Panel> = drawn.iter().filter(|(.., points)| !points.is_empty()).map(panel).collect();
    let header = ["class", "program", "policy"].into_iter().chain(BANDS.map(|(name, ..)| name));
    let lines = drawn.iter().flat_map(|(name, policy, points)| {
        points.iter().map(move |(cycle, warps)| {
            json!({ "figure": "vws/18", "program": name, "policy": policy, "cycle": cycle, "warps": warps })
        })
    });
    Sheet {
        figure: "vws/18",
        title: "gang sizes over time".into(),
        tables: vec![Rows {
            title: "warps by the size of their gang, % of all over time, read at the unit's port, one set a cycle"
                .into(),
            words: 3,
            header: header.map(str::to_string).collect(),
            rows,
        }],
        notes: found.timed.notes().collect(),
        checks: checks(found),
        lines: lines.collect(),
        chart: if panels.is_empty() { Chart::None } else { Chart::panels(panels, 2, "core cycle") },
    }
}
