//! Figures of VWS that compare runs by program and in the mean of each class: speedups, and fetches
//! a cycle.

use serde_json::{Map, Value, json};

use super::checks;
use super::measurements::{Key, Measurements, WS32};
use super::programs::{Class, Program};
use super::runs::{ONE_FETCH, SUPPLY};
use crate::figure::study::compare::{self, Claim};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// The quantity of a run that a figure shows.
#[derive(Clone, Copy, PartialEq)]
pub enum Measure {
    /// The speedup over warps of 32.
    Speedup,
    /// Instructions fetched a cycle.
    Fetches,
}

/// A column of a figure: its name, and the run.
type Column = (&'static str, Key);

/// A figure that compares runs.
pub struct Comparison {
    /// The name of the figure, as in `vws/7`.
    pub figure: &'static str,
    /// The quantity that the figure shows.
    pub measure: Measure,
    /// The runs.
    pub columns: &'static [Column],
    /// The paper's statements about means of classes.
    pub claims: &'static [Claim<Class>],
    /// Checks of other statements.
    pub checks: fn(&Measurements) -> Vec<Check>,
}

const SIZES: &[Column] = &[("WS 32", WS32), ("WS 16", ("", "ws16")), ("WS 8", ("", "ws8")), ("WS 4", ("", "ws4"))];
const DESIGNS: &[Column] = &[
    ("WS 4", ("", "ws4")),
    ("I-VWS", ("", "ivws")),
    ("E-VWS", ("", "evws")),
    ("E-VWS-ImpatientMem", ("", "evws-impatient")),
    ("I-VWS, one fetch", (ONE_FETCH, "ivws")),
    ("E-VWS, one fetch", (ONE_FETCH, "evws")),
    ("E-VWS-ImpatientMem, one fetch", (ONE_FETCH, "evws-impatient")),
];
const ORDERS: &[Column] = &[
    ("I-VWS", ("", "ivws")),
    ("GTO", ("", "ivws-gto")),
    ("LRR", ("", "ivws-lrr")),
    ("LGTO", ("", "ivws-lgto")),
    ("LPC", ("", "ivws-lpc")),
];
const WAITS: &[Column] = &[
    ("E-VWS", ("", "evws")),
    ("Sync10", ("", "evws-sync10")),
    ("Sync50", ("", "evws-sync50")),
    ("Sync100", ("", "evws-sync100")),
    ("Sync250", ("", "evws-sync250")),
];
const SPLITS: &[Column] =
    &[("I-VWS", ("", "ivws")), ("GroupMem", ("", "ivws-group")), ("ImpatientMem", ("", "ivws-impatient"))];
const ISSUES: &[Column] = &[
    ("one", ("", "ivws-1")),
    ("two", ("", "ivws")),
    ("four", ("", "ivws-4")),
    ("one, one fetch", (ONE_FETCH, "ivws-1")),
    ("two, one fetch", (ONE_FETCH, "ivws")),
    ("four, one fetch", (ONE_FETCH, "ivws-4")),
];
const PORTS: &[Column] = &[
    ("8 ports", ("", "ivws")),
    ("1", (SUPPLY[0].0, "ivws")),
    ("2", (SUPPLY[1].0, "ivws")),
    ("4", (SUPPLY[2].0, "ivws")),
    ("1, L0 256", (SUPPLY[3].0, "ivws")),
    ("2, L0 256", (SUPPLY[4].0, "ivws")),
    ("4, L0 256", (SUPPLY[5].0, "ivws")),
    ("2, L0 512", (SUPPLY[6].0, "ivws")),
    ("2, L0 1024", (SUPPLY[7].0, "ivws")),
];

const fn compare(
    figure: &'static str,
    measure: Measure,
    columns: &'static [Column],
    claims: &'static [Claim<Class>],
    checks: fn(&Measurements) -> Vec<Check>,
) -> Comparison {
    Comparison { figure, measure, columns, claims, checks }
}

use Measure::{Fetches, Speedup};

/// Figure 5 of VWS.
pub const FIGURE_5: Comparison = compare("vws/5", Fetches, SIZES, &[], checks::figure_5);
/// Figure 7 of VWS.
pub const FIGURE_7: Comparison = compare("vws/7", Speedup, DESIGNS, checks::FIGURE_7, |_| vec![]);
/// Figure 9 of VWS.
pub const FIGURE_9: Comparison = compare("vws/9", Fetches, DESIGNS, &[], checks::figure_9);
/// Figure 10 of VWS.
pub const FIGURE_10: Comparison = compare("vws/10", Speedup, PORTS, checks::FIGURE_10, |_| vec![]);
/// Figure 11 of VWS.
pub const FIGURE_11: Comparison = compare("vws/11", Speedup, ORDERS, checks::FIGURE_11, |_| vec![]);
/// Figure 12 of VWS.
pub const FIGURE_12: Comparison = compare("vws/12", Fetches, ORDERS, checks::FIGURE_12, |_| vec![]);
/// Figure 13 of VWS.
pub const FIGURE_13: Comparison = compare("vws/13", Speedup, ISSUES, checks::FIGURE_13, |_| vec![]);
/// Figure 14 of VWS.
pub const FIGURE_14: Comparison = compare("vws/14", Speedup, WAITS, checks::FIGURE_14, |_| vec![]);
/// Figure 15 of VWS.
pub const FIGURE_15: Comparison = compare("vws/15", Fetches, WAITS, &[], checks::figure_15);
/// Figure 16 of VWS.
pub const FIGURE_16: Comparison = compare("vws/16", Speedup, SPLITS, checks::FIGURE_16, checks::figure_16);
/// Figure 17 of VWS.
pub const FIGURE_17: Comparison = compare("vws/17", Fetches, SPLITS, &[], checks::figure_17);

/// Returns a table of the units split off by memory divergence that would stay in their gang if L1
/// gave all lines of an access in one cycle (D216); `None` if no unit was split off so, as in data
/// from before that was counted.
fn torn(found: &Measurements, comparison: &Comparison) -> Option<Rows> {
    let shares = |it: &Program| comparison.columns.iter().map(|(_, run)| found.torn_hits(it, *run)).collect::<Vec<_>>();
    let all: Vec<(&Program, Vec<Option<f64>>)> = found.fifteen().into_iter().map(|it| (it, shares(it))).collect();
    let is_torn = |share: &Option<f64>| share.is_some_and(|share| share > 0.0);
    let counted = all.iter().any(|(_, shares)| shares.iter().any(is_torn));
    let shown = |share: &Option<f64>| decimals(*share, 1);
    let words = |it: &Program| [it.class.name().to_string(), it.name.to_string()];
    let row =
        |(it, shares): &(&Program, Vec<Option<f64>>)| words(it).into_iter().chain(shares.iter().map(shown)).collect();
    counted.then(|| Rows {
        title: "units torn though all lines of their gang were in L1, % of those that memory tore".into(),
        words: 2,
        header: ["class", "program"]
            .into_iter()
            .chain(comparison.columns.iter().map(|(name, _)| *name))
            .map(str::to_string)
            .collect(),
        rows: all.iter().map(row).collect(),
    })
}

/// Makes one of the figures that compare runs.
pub fn sheet(found: &Measurements, comparison: &Comparison) -> Sheet {
    let programs = found.fifteen();
    let (title, vertical) = match comparison.measure {
        Speedup => ("speedup over warps of 32", "speedup"),
        Fetches => ("instructions fetched a cycle", "fetches a cycle"),
    };
    let of = |program: &Program, run: Key| match comparison.measure {
        Speedup => found.speedup(program, run, WS32),
        Fetches => found.fetches(program, run),
    };
    let mean = |class: Class, run: Key| match comparison.measure {
        Speedup => found.mean_speedup(class, run, WS32),
        Fetches => found.mean_fetches(class, run),
    };
    let cells = |words: [String; 2], value: &dyn Fn(Key) -> Option<f64>| -> Vec<String> {
        words.into_iter().chain(comparison.columns.iter().map(|(_, run)| decimals(value(*run), 3))).collect()
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for class in Class::ALL {
        for it in programs.iter().filter(|it| it.class == class) {
            rows.push(cells([class.name().into(), it.name.into()], &|run| of(it, run)));
        }
        rows.push(cells([class.name().into(), "mean".into()], &|run| mean(class, run)));
    }
    let header = ["class", "program"].into_iter().chain(comparison.columns.iter().map(|(name, _)| *name));
    let line = |it: &&Program| {
        let each = comparison.columns.iter().map(|(name, run)| (name.to_string(), json!(of(it, *run))));
        let each: Map<String, Value> = each.collect();
        json!({ "figure": comparison.figure, "program": it.name, "class": it.class.name(), vertical: each })
    };
    let series = |(name, run): &Column| {
        let means = Class::ALL.map(|class| mean(class, *run).unwrap_or(0.0));
        (name.to_string(), programs.iter().map(|it| of(it, *run).unwrap_or(0.0)).chain(means).collect())
    };
    let classes = Class::ALL.map(|class| format!("{}, mean", class.name()));
    // some figures have the runs with one gang fetched a cycle, too
    let twice = comparison.columns.iter().any(|(_, (change, _))| *change == ONE_FETCH);
    let mut checks = compare::checks(comparison.claims, |class, run, over| {
        let [ours, other] = match comparison.measure {
            Speedup => checks::gain(found, class, run, over),
            Fetches => checks::more(found, class, run, over),
        };
        [ours, other.filter(|_| twice)]
    });
    checks.extend((comparison.checks)(found));
    Sheet {
        figure: comparison.figure,
        title: title.into(),
        tables: std::iter::once(Rows {
            title: format!(
                "{title}; means over a class are {}",
                if comparison.measure == Speedup { "harmonic" } else { "arithmetic" }
            ),
            words: 2,
            header: header.map(str::to_string).collect(),
            rows,
        })
        .chain(torn(found, comparison).filter(|_| comparison.measure == Speedup))
        .collect(),
        notes: found.timed.notes().collect(),
        checks,
        lines: programs.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: format!("VWS {}: {title}", comparison.figure.trim_start_matches("vws/")),
            vertical: vertical.into(),
            groups: programs.iter().map(|it| it.name.to_string()).chain(classes).collect(),
            series: comparison.columns.iter().map(series).collect(),
            line: (comparison.measure == Speedup).then_some(1.0),
            divides: vec![programs.len()],
        }),
    }
}
