//! Figure 11 of SLP: compaction rates of P- and of D-branches, by permutation.

use heddle_golden::slp::permutation::Permutation::{Balanced, FlipOdd, OddEven, RevWid};
use heddle_kernel::analysis::Kind::{self, Data, Programmable};
use serde_json::{Map, Value, json};

use super::benchmarks::POOR;
use super::measurements::{KINDS, Measurements, Profiled, letter};
use super::measures::Mechanism::{self, Ideal, Tbc};
use super::measures::{Sides, names};
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{counted, named, number, share, words};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

fn rate(it: &Profiled, kind: Kind, mechanism: Mechanism) -> Option<f64> {
    it.rate(kind, mechanism, Sides::Both)
}

/// Returns the mean rate over benchmarks with potential: over both sides, and over sides that
/// execute something alone.
fn means(found: &Measurements, kind: Kind, mechanism: Mechanism) -> [Option<f64>; 2] {
    [Sides::Both, Sides::Running]
        .map(|sides| found.mean(|it| it.rate(kind, mechanism, sides).filter(|_| it.has_potential(kind))))
}

/// Makes figure 11 of SLP.
pub fn sheet(found: &Measurements) -> Sheet {
    let mechanisms: Vec<Mechanism> = Mechanism::compacting().collect();
    let header =
        || ["benchmark"].into_iter().chain(mechanisms.iter().map(|it| it.name())).map(str::to_string).collect();
    let table = |kind: Kind, sides: Sides| {
        let row = |it: &Profiled| {
            let each = mechanisms.iter().map(|mechanism| decimals(it.rate(kind, *mechanism, sides), 1));
            [it.benchmark.name.to_string()].into_iter().chain(each).collect()
        };
        let mut rows: Vec<Vec<String>> = found.benchmarks.iter().filter(|it| it.has(kind)).map(row).collect();
        let mean = |among: fn(&Profiled, Kind) -> bool| {
            let of = |mechanism: &Mechanism| {
                decimals(found.mean(|it| it.rate(kind, *mechanism, sides).filter(|_| among(it, kind))), 1)
            };
            mechanisms.iter().map(of).collect::<Vec<String>>()
        };
        let with = |name: &str, each: Vec<String>| [vec![name.to_string()], each].concat();
        rows.push(with("mean of those with potential", mean(Profiled::has_potential)));
        rows.push(with("mean of all", mean(Profiled::has)));
        let which = if sides == Sides::Both { "" } else { ", sides that execute something alone" };
        Rows {
            title: format!("{}-branches{which}: paths that are compacted, %", letter(kind)),
            words: 1,
            header: header(),
            rows,
        }
    };
    let mut lines = Vec::new();
    for (kind, it) in KINDS.iter().flat_map(|kind| found.benchmarks.iter().map(move |it| (*kind, it))) {
        let of = |sides: Sides| -> Map<String, Value> {
            mechanisms.iter().map(|m| (m.name().to_string(), json!(it.rate(kind, *m, sides)))).collect()
        };
        lines.push(json!({
            "figure": "slp/11", "benchmark": it.benchmark.name, "kind": letter(kind), "rate": of(Sides::Both), "running": of(Sides::Running),
        }));
    }
    let (mut checks, data) = (checks_p(found), checks_d(found));
    checks.extend(data);
    Sheet {
        figure: "slp/11",
        title: "compaction rates by permutation".into(),
        tables: [Sides::Both, Sides::Running]
            .into_iter()
            .flat_map(|sides| KINDS.map(|kind| table(kind, sides)))
            .collect(),
        notes: Vec::new(),
        checks,
        lines,
        chart: plot(found, &mechanisms),
    }
}

fn plot(found: &Measurements, mechanisms: &[Mechanism]) -> Chart {
    let of = |kind: Kind| found.benchmarks.iter().filter(move |it| it.has(kind));
    let (mut groups, mut divides) = (Vec::new(), Vec::new());
    for kind in KINDS {
        groups.extend(of(kind).map(|it| format!("{}: {}", letter(kind), it.benchmark.name)));
        groups.push(format!("{}: mean", letter(kind)));
        divides.push(groups.len());
    }
    divides.pop();
    let series = |mechanism: &Mechanism| {
        let mut values = Vec::new();
        for kind in KINDS {
            values.extend(of(kind).map(|it| rate(it, kind, *mechanism).unwrap_or(0.0)));
            values.push(means(found, kind, *mechanism)[0].unwrap_or(0.0));
        }
        (mechanism.name().to_string(), values)
    };
    Chart::Bars(Bars {
        title: "SLP 11: compaction rate by permutation".into(),
        vertical: "paths that are compacted, %".into(),
        groups,
        series: mechanisms.iter().map(series).collect(),
        line: None,
        divides,
    })
}

/// Returns the profiles of the benchmarks with these names.
fn of<'a>(found: &'a Measurements, names: &'a [&str]) -> impl Iterator<Item = &'a Profiled> {
    found.benchmarks.iter().filter(|it| names.contains(&it.benchmark.name))
}

fn checks_p(found: &Measurements) -> Vec<Check> {
    let kind = Programmable;
    let [odd_even, rev_wid, balanced] = [OddEven, RevWid, Balanced].map(Mechanism::with);
    let papers = [(Tbc(0), 3.2), (odd_even, 28.9), (rev_wid, 52.8), (balanced, 71.5), (Ideal, 72.7)];
    let mut checks: Vec<Check> = papers
        .map(|(mechanism, paper)| {
            let what = format!("P-branches, {}: mean rate, %", mechanism.name());
            share(what, paper, "6.1", means(found, kind, mechanism))
        })
        .into();
    let [part, running] = [0, 1].map(|sides: usize| {
        let [ours, most] = [balanced, Ideal].map(|mechanism| means(found, kind, mechanism)[sides]);
        ours.zip(most).map(|(ours, most)| 100.0 * ours / most)
    });
    checks.push(share("P-branches: Balanced of the ideal mean rate, %", 98.0, "6.1", [part, running]));
    let potential = found.those(|it| it.has_potential(kind));
    let [both, running] = [Sides::Both, Sides::Running].map(|sides| {
        let is = |it: &Profiled| it.rate(kind, balanced, sides) == it.rate(kind, Ideal, sides);
        found.those(|it| it.has_potential(kind) && is(it))
    });
    checks.push(Check {
        all: format!("{}: {}", running.len(), names(&running)),
        ..counted(
            "P-branches: benchmarks in which Balanced compacts what the ideal does",
            "7 of 10; not FDTD3D, MDBROT, SOBFLT (6.1)",
            7,
            (Some(both.len()), format!("{} of {}: {}", both.len(), potential.len(), names(&both))),
        )
    });
    for it in of(found, &["FDTD3D", "3DFD"]) {
        let zero = |mechanism: &Mechanism| rate(it, kind, *mechanism) == Some(0.0);
        let none: Vec<&str> = Mechanism::permuting().filter(zero).map(Mechanism::name).collect();
        checks.push(words(
            format!("{}, P-branches: permutations that compact nothing", it.benchmark.name),
            "Odd_Even alone (6.1)",
            names(&none),
            Some(none == ["Odd_Even"]),
        ));
    }
    for it in of(found, &["REDUCT", "AOSSORT"]) {
        let [reverse, neighbours] = [rev_wid, odd_even].map(|mechanism| rate(it, kind, mechanism).unwrap_or(0.0));
        checks.push(words(
            format!("{}, P-branches: Rev_WID, Odd_Even, %", it.benchmark.name),
            "Rev_WID below Odd_Even (6.1)",
            format!("{reverse:.1}, {neighbours:.1}"),
            Some(reverse < neighbours),
        ));
    }
    if let Some(it) = found.named("SOBFLT") {
        let [ours, flip, most] = [balanced, Mechanism::with(FlipOdd), Ideal].map(|m| rate(it, kind, m).unwrap_or(0.0));
        checks.push(words(
            "SOBFLT, P-branches: Balanced, Flip_odd, ideal, %",
            "38.7, up to 1 % more, 50.9 (6.1)",
            format!("{ours:.1}, {flip:.1}, {most:.1}"),
            Some((ours - 38.7).abs() <= 5.0 && (most - 50.9).abs() <= 5.0 && flip >= ours),
        ));
    }
    checks
}

fn checks_d(found: &Measurements) -> Vec<Check> {
    let kind = Data;
    let [odd_even, balanced] = [OddEven, Balanced].map(Mechanism::with);
    let mut checks: Vec<Check> = [(Tbc(0), 42.5), (Ideal, 64.4)]
        .map(|(mechanism, paper)| {
            share(
                format!("D-branches, {}: mean rate, %", mechanism.name()),
                paper,
                "6.1",
                means(found, kind, mechanism),
            )
        })
        .into();
    for (mechanism, paper) in [(Tbc(0), 35.3), (balanced, 59.3), (Ideal, 68.5)] {
        let poor = |it: &Profiled| rate(it, kind, mechanism).filter(|_| POOR.contains(&it.benchmark.name));
        let what = format!("D-branches of {}, {}: mean rate, %", POOR.join(", "), mechanism.name());
        checks.push(share(what, paper, "6.1", [found.mean(poor), None]));
    }
    let [worst, base] = [odd_even, Tbc(0)].map(|mechanism| means(found, kind, mechanism)[0]);
    let least = Mechanism::permuting().filter_map(|mechanism| Some((mechanism, means(found, kind, mechanism)[0]?)));
    let least = least.min_by(|a, b| a.1.total_cmp(&b.1)).map_or("-", |(mechanism, _)| mechanism.name());
    let below = worst.zip(base).map(|(worst, base)| worst - base);
    let what = "D-branches: Odd_Even's mean rate above TBC's, points";
    let check = number(what, "below 0; the worst permutation (6.1)", [below, None], Stated::Below(0.0));
    checks.push(named(check, format!("{}; the worst is {least}", decimals(below, 1))));
    let best = |it: &Profiled| {
        let each = Mechanism::compacting().filter(|it| *it != Ideal).filter_map(|mechanism| rate(it, kind, mechanism));
        each.fold(0.0, f64::max)
    };
    let part = |it: &Profiled| Some(rate(it, kind, balanced)? / best(it)).filter(|part| part.is_finite());
    let trails: Vec<String> = found
        .benchmarks
        .iter()
        .filter_map(|it| Some((it.benchmark.name, 100.0 * part(it)?)))
        .filter(|(_, part)| *part < 97.9)
        .map(|(name, part)| format!("{name} {part:.1}"))
        .collect();
    let shown_trails = if trails.is_empty() { "none".to_string() } else { trails.join(", ") };
    checks.push(words(
        "D-branches: benchmarks in which Balanced has less than 97.9 % of the best permutation's rate",
        "DXTC alone (6.1)",
        shown_trails,
        Some(trails.iter().all(|it| it.starts_with("DXTC"))),
    ));
    if let Some(it) = found.named("DXTC").filter(|it| it.has_potential(kind)) {
        let [none, most] = [rate(it, kind, Tbc(0)).unwrap_or(0.0), best(it)];
        checks.push(words(
            "DXTC, D-branches: TBC without a permutation, the best, %",
            "none is the best (6.1)",
            format!("{none:.1}, {most:.1}"),
            Some(none >= most),
        ));
    }
    checks
}
