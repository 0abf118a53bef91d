//! Figure 6 of SLP: which branches diverge, of which kind they are, and how far compaction helps.

use heddle_kernel::analysis::Kind::{self, Data, Programmable};
use serde_json::json;

use super::benchmarks::{NEVER, UNTAPPED};
use super::measurements::{KINDS, Measurements, Profiled, letter};
use super::measures::Mechanism::{Ideal, Tbc};
use super::measures::{Sides, names};
use crate::figure::study::checks::{counted, words};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// Returns shares of executed branches, in percent: not divergent; divergent without a side that
/// the ideal mechanism compacts; other divergent ones; and D-branches among the divergent ones.
/// Each path counts as one execution.
fn shares(it: &Profiled) -> [f64; 4] {
    let [p, d] = KINDS.map(|kind| it.instances(kind));
    let (divergent, potential) = (p.divergent + d.divergent, p.potential + d.potential);
    let all = (p.uniform + d.uniform + divergent) as f64;
    let of = |part: u64, all: f64| if all > 0.0 { 100.0 * part as f64 / all } else { 0.0 };
    let kinds = of(d.divergent, divergent as f64);
    [of(p.uniform + d.uniform, all), of(divergent.saturating_sub(potential), all), of(potential, all), kinds]
}

/// Returns the compaction rates of P- and of D-paths, each with the ideal mechanism and with TBC.
fn rates(it: &Profiled, sides: Sides) -> [Option<f64>; 4] {
    let of = |kind, mechanism| it.rate(kind, mechanism, sides);
    [of(Programmable, Ideal), of(Programmable, Tbc(0)), of(Data, Ideal), of(Data, Tbc(0))]
}

/// The value of a benchmark that a bar shows.
type Value = fn(&Profiled) -> f64;

/// Makes figure 6 of SLP.
pub fn sheet(found: &Measurements) -> Sheet {
    let header = [
        "benchmark",
        "ND",
        "D/NC",
        "D/C",
        "P",
        "D",
        "P: ideal",
        "P: TBC",
        "D: ideal",
        "D: TBC",
        "running P: ideal",
        "running P: TBC",
        "running D: ideal",
        "running D: TBC",
    ];
    let row = |it: &Profiled| {
        let [uniform, never, potential, data] = shares(it);
        let kinds = if uniform < 100.0 { [Some(100.0 - data), Some(data)] } else { [None, None] };
        let shares = [Some(uniform), Some(never), Some(potential)].into_iter().chain(kinds);
        let each = shares.chain(rates(it, Sides::Both)).chain(rates(it, Sides::Running)).map(|it| decimals(it, 1));
        [it.benchmark.name.to_string()].into_iter().chain(each).collect()
    };
    let line = |it: &Profiled| {
        let [uniform, never, potential, data] = shares(it);
        json!({
            "figure": "slp/6", "benchmark": it.benchmark.name, "ND": uniform, "D/NC": never, "D/C": potential, "data": data,
            "rates": rates(it, Sides::Both), "running": rates(it, Sides::Running),
        })
    };
    let series: [(&str, Value); 7] = [
        ("a: D/NC", |it| shares(it)[1]),
        ("a: D/C", |it| shares(it)[2]),
        ("b: D of divergent", |it| shares(it)[3]),
        ("c: P, ideal", |it| rates(it, Sides::Both)[0].unwrap_or(0.0)),
        ("c: P, TBC", |it| rates(it, Sides::Both)[1].unwrap_or(0.0)),
        ("c: D, ideal", |it| rates(it, Sides::Both)[2].unwrap_or(0.0)),
        ("c: D, TBC", |it| rates(it, Sides::Both)[3].unwrap_or(0.0)),
    ];
    let title = "divergence and what compaction makes of it";
    Sheet {
        figure: "slp/6",
        title: title.into(),
        tables: vec![
            Rows {
                title: "a: branches executed, % (ND: not divergent, C: compactable); b: divergent ones by kind, %; c: compaction rates, %, of both \
                        sides, then of sides that execute something"
                    .into(),
                words: 1,
                header: header.map(str::to_string).to_vec(),
                rows: found.benchmarks.iter().map(row).collect(),
            },
            branches(found),
        ],
        notes: Vec::new(),
        checks: checks(found),
        lines: found.benchmarks.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: format!("SLP 6: {title}"),
            vertical: "%".into(),
            groups: found.benchmarks.iter().map(|it| it.benchmark.name.to_string()).collect(),
            series: series
                .map(|(name, value)| (name.to_string(), found.benchmarks.iter().map(value).collect()))
                .to_vec(),
            line: None,
            divides: Vec::new(),
        }),
    }
}

/// Returns a table of every divergent branch, by its line in the PTX.
fn branches(found: &Measurements) -> Rows {
    let mut rows = Vec::new();
    for it in &found.benchmarks {
        for branch in it.profile.branches.values() {
            for (kind, instances) in KINDS.iter().zip(&branch.instances).filter(|(_, of)| of.divergent > 0) {
                rows.push(vec![
                    it.benchmark.name.to_string(),
                    branch.function.clone(),
                    branch.line.to_string(),
                    letter(branch.fixed).to_string(),
                    letter(*kind).to_string(),
                    instances.uniform.to_string(),
                    instances.divergent.to_string(),
                    instances.potential.to_string(),
                ]);
            }
        }
    }
    let header = ["benchmark", "function", "line", "text", "run", "not divergent", "divergent", "compactable"];
    Rows {
        title: "branches that part threads, by their line: kind by the text, kind in the run, executions".into(),
        words: 2,
        header: header.map(str::to_string).to_vec(),
        rows,
    }
}

fn checks(found: &Measurements) -> Vec<Check> {
    let whole = found.benchmarks.len() == 18;
    let rate = |it: &Profiled, kind: Kind, mechanism| it.rate(kind, mechanism, Sides::Both);
    let none = |it: &Profiled, kind: Kind| rate(it, kind, Tbc(0)) == Some(0.0);
    let p = found.those(|it| it.has(Programmable));
    let d = found.those(|it| it.has(Data));
    let paper_d = found.those(|it| it.benchmark.class.0);
    let others: Vec<&str> = found.those(|it| it.has(Data) != it.benchmark.class.0);
    let idle = found.those(|it| none(it, Programmable));
    let hopeless = found.those(|it| it.has(Programmable) && !it.has_potential(Programmable));
    let untapped = found.those(|it| none(it, Programmable) && it.has_potential(Programmable));
    let told: Vec<&str> = found.those(|it| UNTAPPED.contains(&it.benchmark.name));
    let compacted = found.those(|it| it.has(Data) && !none(it, Data));
    let never =
        found.those(|it| NEVER.contains(&it.benchmark.name) && KINDS.iter().any(|kind| it.has_potential(*kind)));
    vec![
        counted(
            "benchmarks with divergent P-branches",
            "15 of 18 (3.3); 11 of 18 (7)",
            15,
            (whole.then_some(p.len()), format!("{} of {}", p.len(), found.benchmarks.len())),
        ),
        words(
            "benchmarks with divergent D-branches",
            format!("{}: {}", paper_d.len(), names(&paper_d)),
            format!("{}; otherwise: {}", d.len(), names(&others)),
            Some(others.is_empty()),
        ),
        counted(
            "P-branches of which TBC compacts nothing",
            "13 of 15 benchmarks (3.3)",
            13,
            (whole.then_some(idle.len()), format!("{} of {}", idle.len(), p.len())),
        ),
        counted(
            "of these, without potential",
            "5 (3.3)",
            5,
            (whole.then_some(hopeless.len()), format!("{}: {}", hopeless.len(), names(&hopeless))),
        ),
        words(
            "of these, with potential",
            format!("{}: {}", told.len(), names(&told)),
            format!("{}: {}", untapped.len(), names(&untapped)),
            Some(told == untapped),
        ),
        words(
            "benchmarks with D-branches of which TBC compacts some",
            "all (3.3)",
            format!("{} of {}", compacted.len(), d.len()),
            Some(compacted.len() == d.len()),
        ),
        counted(
            format!("of {}: those with something to compact", NEVER.join(", ")),
            "none (figure 6c)",
            0,
            (Some(never.len()), names(&never)),
        ),
    ]
}
