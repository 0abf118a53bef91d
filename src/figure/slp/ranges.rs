//! Figures 12 and 13 of SLP: compaction of P- and of D-branches by the fraction of a CTA's threads
//! on a path.

use heddle_golden::slp::permutation::Permutation::{Balanced, OddEven, RevWid};
use heddle_gpu::study::slp_profile::RANGES;
use heddle_kernel::analysis::Kind;
use serde_json::json;

use super::measurements::{Measurements, Profiled};
use super::measures::Mechanism::{self, Ideal, Tbc};
use super::measures::{Sides, names};
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{named, number, words};
use crate::figure::study::mean::arithmetic;
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// Ranges of the fraction of active threads, in percent (D172).
const NAMES: [&str; RANGES] = ["0-25", "25-50", "50-75", "75-100"];

/// Returns shares of the paths that the ideal mechanism compacts, in percent: compacted by a
/// mechanism, and missed by it, each by the fraction of active threads; `None` if there are no such
/// paths.
fn shares(it: &Profiled, kind: Kind, mechanism: Mechanism) -> Option<[[f64; RANGES]; 2]> {
    let paths = it.paths(kind, Sides::Both);
    let (ideal, own) = (Ideal.paths(&paths), mechanism.paths(&paths));
    let all: u64 = ideal.iter().sum();
    let part = |count: u64| 100.0 * count as f64 / all as f64;
    let missed = |range: usize| part(ideal[range].saturating_sub(own[range]));
    (all > 0).then(|| [own.map(part), std::array::from_fn(missed)])
}

/// Returns the share of a range's paths, of those that the ideal mechanism compacts, that a
/// mechanism compacts: the mean over benchmarks that have any.
fn compacted(found: &Measurements, kind: Kind, mechanism: Mechanism, range: usize) -> Option<f64> {
    let of = |it: &Profiled| {
        let paths = it.paths(kind, Sides::Both);
        let ideal = Ideal.paths(&paths)[range];
        (ideal > 0).then(|| 100.0 * mechanism.paths(&paths)[range] as f64 / ideal as f64)
    };
    found.mean(of)
}

/// Makes figure 12 (P-branches) or 13 (D-branches) of SLP.
pub fn sheet(found: &Measurements, figure: &'static str) -> Sheet {
    let kind = if figure == "slp/12" { Kind::Programmable } else { Kind::Data };
    let word = if figure == "slp/12" { "P-branches" } else { "D-branches" };
    let mechanisms: [Mechanism; 3] = [OddEven, RevWid, Balanced].map(Mechanism::with);
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for it in found.benchmarks.iter() {
        for mechanism in mechanisms {
            let Some([own, missed]) = shares(it, kind, mechanism) else { continue };
            let start = [it.benchmark.name.to_string(), mechanism.name().to_string()];
            rows.push(
                start.into_iter().chain(own.into_iter().chain(missed).map(|part| decimals(Some(part), 1))).collect(),
            );
            lines.push(json!({
                "figure": figure, "benchmark": it.benchmark.name, "permutation": mechanism.name(), "compacted": own, "missed": missed,
            }));
        }
    }
    let columns = ["compacted", "missed"].into_iter().flat_map(|what| NAMES.map(|range| format!("{what} {range}")));
    let title = format!("compaction of {word} by the fraction of active threads");
    let series = |mechanism: Mechanism| {
        let each = (0..RANGES).map(|range| compacted(found, kind, mechanism, range).unwrap_or(0.0)).collect();
        (mechanism.name().to_string(), each)
    };
    Sheet {
        figure,
        tables: vec![Rows {
            title: "paths that the ideal mechanism compacts are 100 %; ranges of active threads of the CTA, %".into(),
            words: 2,
            header: ["benchmark", "permutation"].map(str::to_string).into_iter().chain(columns).collect(),
            rows,
        }],
        notes: Vec::new(),
        checks: if kind == Kind::Programmable { checks_p(found) } else { checks_d(found) },
        lines,
        chart: Chart::Bars(Bars {
            title: format!("SLP {}: {title}", figure.trim_start_matches("slp/")),
            vertical: "compacted of what the ideal compacts, mean, %".into(),
            groups: NAMES.map(|range| format!("{range} % active")).to_vec(),
            series: Mechanism::compacting().filter(|it| *it != Ideal).map(series).collect(),
            line: None,
            divides: Vec::new(),
        }),
        title,
    }
}

/// Returns the compacted share of paths with less than half of the threads, and with half or more,
/// each the mean over its two ranges.
fn halves(found: &Measurements, kind: Kind, mechanism: Mechanism) -> [Option<f64>; 2] {
    let of =
        |ranges: [usize; 2]| arithmetic(ranges.iter().filter_map(|range| compacted(found, kind, mechanism, *range)));
    [of([0, 1]), of([2, 3])]
}

fn told([low, high]: [Option<f64>; 2]) -> String {
    format!("{}, {}", decimals(low, 1), decimals(high, 1))
}

fn checks_p(found: &Measurements) -> Vec<Check> {
    let kind = Kind::Programmable;
    let [reverse, balanced] = [RevWid, Balanced].map(Mechanism::with);
    let of_reverse = halves(found, kind, reverse);
    let of_balanced = halves(found, kind, balanced);
    let high = |it: &Profiled, mechanism: Mechanism| {
        let paths = it.paths(kind, Sides::Both);
        let sum = |counts: [u64; RANGES]| counts[2] + counts[3];
        (sum(Ideal.paths(&paths)) > 0).then(|| sum(Ideal.paths(&paths)).saturating_sub(sum(mechanism.paths(&paths))))
    };
    let misses = found.those(|it| high(it, reverse).is_some_and(|missed| missed > 0));
    let paper = ["BITONIC", "REDUCT", "MDBROT", "AOSSORT", "QSRDM"];
    let asked = found.those(|it| paper.contains(&it.benchmark.name));
    vec![
        words(
            "P-branches, Rev_WID: compacted of the ideal's paths below half of the threads, from half on, %",
            "misses significantly more from half on (6.1)",
            told(of_reverse),
            of_reverse[0].zip(of_reverse[1]).map(|(low, high)| high + 10.0 <= low),
        ),
        words(
            "P-branches: benchmarks in which Rev_WID misses paths with half of the threads or more",
            format!("e.g. {} (6.1)", paper.join(", ")),
            names(&misses),
            Some(asked.iter().all(|name| misses.contains(name))),
        ),
        words(
            "P-branches, Balanced: compacted of the ideal's paths below half of the threads, from half on, %",
            "misses few or none (6.1)",
            told(of_balanced),
            of_balanced[0].zip(of_balanced[1]).map(|(low, high)| low >= 90.0 && high >= 90.0),
        ),
    ]
}

fn checks_d(found: &Measurements) -> Vec<Check> {
    let kind = Kind::Data;
    let highest: Vec<(Mechanism, f64)> =
        Mechanism::permuting().filter_map(|mechanism| Some((mechanism, halves(found, kind, mechanism)[1]?))).collect();
    let best = highest.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let all: Vec<String> = highest.iter().map(|(mechanism, part)| format!("{} {part:.1}", mechanism.name())).collect();
    let loss = |it: &Profiled| {
        let rate = |mechanism| it.rate(kind, mechanism, Sides::Both);
        let base = rate(Tbc(0))?;
        Mechanism::permuting().filter_map(|mechanism| Some(base - rate(mechanism)?)).max_by(f64::total_cmp)
    };
    let most = found.greatest(loss);
    vec![
        words(
            "D-branches: the permutation that compacts most of the ideal's paths from half of the threads on",
            "Balanced (6.1)",
            format!("{}: {}", best.map_or("-", |(mechanism, _)| mechanism.name()), all.join(", ")),
            best.map(|(mechanism, _)| *mechanism == Mechanism::with(Balanced)),
        ),
        named(
            number(
                "D-branches: rate that a permutation loses against TBC at most, points",
                "within 1 % (6.1)",
                [most.map(|it| it.0), None],
                Stated::Within(1.0),
            ),
            most.map_or("-".into(), |(most, name)| format!("{most:.1} ({name})")),
        ),
    ]
}
