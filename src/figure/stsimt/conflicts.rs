//! Table IV of STSIMT: how often lanes wait for the front end, and how many lanes have warps, or
//! warps that can issue.
//!
//! The table is made twice: with the denominators that the paper's numbers show (D120), and over
//! the cycles in which a core has a warp.

use heddle_gpu::system::Launch;
use serde_json::json;

use super::kernels::{BASE, Compared, Kernels, of};
use super::mean::Group;
use super::paper;
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{named, number, words};
use crate::figure::study::mean::{arithmetic, rank_correlation};
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::number::decimals;
use crate::plot::{Bars, Chart};

/// The policy of the table's runs.
const POLICY: &str = "tsimt";

/// The policies whose runs table IV needs.
pub const POLICIES: &[&str] = &[BASE, POLICY];

/// The table's columns: the title, and the statistic.
const COLUMNS: [(&str, &str); 6] = [
    ("conflicts 1 %", "core.conflicts_1"),
    ("2 %", "core.conflicts_2"),
    (">= 3 %", "core.conflicts_3"),
    ("lanes dynamic", "core.lanes_dynamic"),
    ("static", "core.lanes_static"),
    ("warps", "core.warps"),
];

/// Number of the first columns, which count cycles with conflicts; the others are means.
const CONFLICTS: usize = 3;
/// Indices of columns.
const ONE: usize = 0;
const DYNAMIC: usize = 3;
const STATIC: usize = 4;
const WARPS: usize = 5;

/// A kernel's row of the table, with both kinds of denominators.
struct Values<'a> {
    it: &'a Compared<'a>,
    /// The row with the paper's denominators: conflicts by issue slots used, means over all cycles
    /// of the clusters that the CTAs went to.
    paper: [f64; 6],
    /// The row with the cycles in which a core has a warp as denominator.
    busy: [f64; 6],
}

impl<'a> Values<'a> {
    fn of(it: &'a Compared<'a>) -> Values<'a> {
        let (launch, clusters) = (it.runs[1], it.cluster_cycles[1].max(1) as f64);
        let count = |name: &str| launch.get(name).unwrap_or(0).max(1) as f64;
        let (busy, issued) = (count("core.busy"), count("slots.issued"));
        Values { it, paper: row(launch, issued, clusters), busy: row(launch, busy, busy) }
    }

    /// Returns the row that the paper prints for the kernel; `None` if it prints none.
    fn printed(&self) -> Option<&'static [f64; 6]> {
        paper::row(&self.it.kernel.name).filter(|_| self.it.kernel.paper)
    }
}

/// Makes table IV of STSIMT.
pub fn sheet(kernels: &Kernels) -> Sheet {
    let compared = kernels.under(POLICIES);
    let values: Vec<Values> = compared.iter().map(Values::of).collect();
    let paper = compared.iter().any(|it| it.kernel.paper);
    let shown: Vec<&Values> = values.iter().filter(|it| it.it.kernel.paper || !paper).collect();
    let series = |at: usize| shown.iter().map(|it| it.paper[at]).collect::<Vec<f64>>();
    let tables = vec![
        table(
            &values,
            |it| it.paper,
            "as the paper counts: conflicts a hundred issue slots used, means over all cycles of clusters of three cores",
        ),
        table(&values, |it| it.busy, "over the cycles in which a core has a warp"),
    ];
    Sheet {
        figure: "stsimt/table4",
        title: "issue conflicts and lanes active under tsimt".into(),
        tables,
        notes: kernels.left_out(POLICIES),
        checks: checks(&compared, &values),
        lines: values.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: "STSIMT table IV: lanes with a warp, and with one that can go".into(),
            vertical: "lanes".into(),
            groups: shown.iter().map(|it| it.it.kernel.name.clone()).collect(),
            series: vec![("static".into(), series(STATIC)), ("dynamic".into(), series(DYNAMIC))],
            line: None,
            divides: Vec::new(),
        }),
    }
}

/// Returns a row of the table, from a kernel's counts and two denominators.
fn row(launch: &Launch, conflicts: f64, cycles: f64) -> [f64; 6] {
    let mut row = COLUMNS.map(|(_, name)| launch.get(name).unwrap_or(0) as f64 / cycles);
    row[..CONFLICTS].iter_mut().for_each(|share| *share *= 100.0 * cycles / conflicts);
    row
}

/// Returns a table of our values and the paper's, with the means of both.
fn table(values: &[Values], ours: fn(&Values) -> [f64; 6], title: &str) -> Rows {
    let cells = |row: &[f64; 6]| row.map(|value| format!("{value:.2}"));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for it in values {
        let star = if it.it.kernel.paper { " *" } else { "" };
        let name = format!("{}{star}", it.it.kernel.name);
        let theirs = it.printed().map_or(Default::default(), cells);
        rows.push([name].into_iter().chain(cells(&ours(it))).chain(theirs).collect());
    }
    let mean = |column: usize, row: &dyn Fn(&Values) -> Option<f64>| {
        let both = values.iter().filter_map(row);
        decimals(arithmetic(both), if column < CONFLICTS { 1 } else { 2 })
    };
    let of_ours = (0..6).map(|n| mean(n, &|it| it.printed().map(|_| ours(it)[n])));
    let of_paper = (0..6).map(|n| mean(n, &|it| Some(it.printed()?[n])));
    let name = "mean of the kernels that the paper has".to_string();
    rows.push([name].into_iter().chain(of_ours).chain(of_paper).collect());
    let header = COLUMNS.iter().map(|(word, _)| word.to_string());
    let theirs = header.clone().map(|word| format!("p: {word}"));
    Rows {
        title: format!("{title}; then the paper's (p:) where the kernel has the same name"),
        words: 1,
        header: ["kernel".to_string()].into_iter().chain(header).chain(theirs).collect(),
        rows,
    }
}

fn line(it: &Values) -> serde_json::Value {
    let kernel = it.it.kernel;
    let counted = |row: &[f64; 6]| {
        json!({
            "conflicts": row[..CONFLICTS], "lanes_dynamic": row[DYNAMIC], "lanes_static": row[STATIC], "warps": row[WARPS],
        })
    };
    json!({
        "figure": "stsimt/table4", "kernel": kernel.name, "workload": kernel.workload, "function": kernel.function,
        "paper": kernel.paper, "efficiency": kernel.efficiency, "counted": counted(&it.paper), "busy": counted(&it.busy),
        "printed": it.printed(),
    })
}

fn checks(compared: &[Compared], values: &[Values]) -> Vec<Check> {
    let mean = |paper: bool, value: &dyn Fn(&Values) -> f64| {
        arithmetic(values.iter().filter(|it| it.it.kernel.paper || !paper).map(value))
    };
    let check = |what: &str, paper: String, value: &dyn Fn(&Values) -> f64, digits: usize, stated: Option<Stated>| {
        let (ours, all) = (mean(true, value), mean(false, value));
        Check {
            what: what.into(),
            paper,
            stated,
            ours: decimals(ours, digits),
            all: decimals(all, digits),
            value: ours,
        }
    };
    let printed = |column: usize| arithmetic(values.iter().filter_map(|it| Some(it.printed()?[column])));
    let theirs = |column, digits| format!("{} (table IV, the same kernels)", decimals(printed(column), digits));
    let one = || "7.9 (5.6; the mean of the table's first column)".to_string();
    let waits =
        ["issue slots used", "busy cycles"].map(|of| format!("one lane waits for the front end, mean % of {of}"));
    let mut checks = vec![
        check(&waits[0], one(), &|it| it.paper[ONE], 1, Some(Stated::Share(7.9))),
        check(&waits[1], one(), &|it| it.busy[ONE], 1, None),
    ];
    for (name, column, digits) in [("lanes dynamic", DYNAMIC, 2), ("lanes static", STATIC, 2), ("warps", WARPS, 1)] {
        let what = format!("{name}, mean over all cycles of a cluster");
        let stated = printed(column).map(Stated::Amount);
        checks.push(check(&what, theirs(column, digits), &|it| it.paper[column], digits, stated));
    }
    let [paper, all] = [true, false].map(|paper| of(compared, Group::All, paper).count());
    let share = |column: usize, paper: bool| {
        let over = |it: &&Values| (it.it.kernel.paper || !paper) && it.paper[column] > 7.0;
        values.iter().filter(over).count()
    };
    let lanes = |paper: bool, of: usize| format!("{}; {} of {of}", share(STATIC, paper), share(DYNAMIC, paper));
    checks.push(Check {
        all: lanes(false, all),
        ..words(
            "kernels with more than 7 lanes that have a warp; that have one that can go",
            "19; 2 of 37 (5.4)",
            lanes(true, paper),
            (paper > 0).then_some(share(DYNAMIC, true) < share(STATIC, true)),
        )
    });
    for (column, (name, _)) in COLUMNS.iter().enumerate() {
        let pairs: Vec<(f64, f64)> =
            values.iter().filter_map(|it| Some((it.paper[column], it.printed()?[column]))).collect();
        let correlation = rank_correlation(&pairs);
        let what = format!("order of the kernels by {name}: rank correlation");
        let text = correlation.map_or("-".into(), |value| format!("{value:.2} over {} kernels", pairs.len()));
        let check = number(what, "1 (table IV)", [correlation, None], Stated::Ranks);
        checks.push(named(check, text));
    }
    checks
}
