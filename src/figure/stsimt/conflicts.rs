//! Table IV: how often lanes wait for the front end, how many have warps, and how many have warps that can go.

use heddle_gpu::system::Launch;
use serde_json::json;

use super::kernels::{BASE, Compared, Kernels, of};
use super::mean::{Group, arithmetic, rank_correlation};
use super::paper;
use super::sheet::{Check, Rows, Sheet};
use crate::plot::{Bars, bars};

/// The policy that the table is of.
const POLICY: &str = "tsimt";

/// What the runs have to be made under.
pub const POLICIES: &[&str] = &[BASE, POLICY];

/// The table's columns: what, and the statistic.
const COLUMNS: [(&str, &str); 6] = [
    ("conflicts 1 %", "core.conflicts_1"),
    ("2 %", "core.conflicts_2"),
    (">= 3 %", "core.conflicts_3"),
    ("lanes dynamic", "core.lanes_dynamic"),
    ("static", "core.lanes_static"),
    ("warps", "core.warps"),
];

/// Makes it.
pub fn sheet(kernels: &Kernels) -> Sheet {
    let compared = kernels.under(POLICIES);
    let values: Vec<(&Compared, [f64; 6])> = compared.iter().map(|it| (it, row(it.runs[1]))).collect();
    let mut rows = Vec::new();
    for (it, ours) in &values {
        let theirs = paper::row(&it.kernel.name).filter(|_| it.kernel.paper);
        let star = if it.kernel.paper { " *" } else { "" };
        let ours = ours.iter().map(|value| format!("{value:.2}"));
        let theirs = (0..6).map(|n| theirs.map_or(String::new(), |row| format!("{:.2}", row[n])));
        rows.push([format!("{}{star}", it.kernel.name)].into_iter().chain(ours).chain(theirs).collect());
    }
    let line = |(it, ours): &(&Compared, [f64; 6])| {
        let theirs = paper::row(&it.kernel.name).filter(|_| it.kernel.paper);
        json!({
            "figure": "stsimt/table4", "kernel": it.kernel.name, "workload": it.kernel.workload, "function": it.kernel.function,
            "paper": it.kernel.paper, "efficiency": it.kernel.efficiency, "conflicts": ours[..3], "lanes_dynamic": ours[3],
            "lanes_static": ours[4], "warps": ours[5], "printed": theirs,
        })
    };
    let header = COLUMNS.iter().map(|(word, _)| word.to_string());
    let header =
        ["kernel".to_string()].into_iter().chain(header.clone()).chain(header.map(|word| format!("p: {word}")));
    let paper = compared.iter().any(|it| it.kernel.paper);
    let shown: Vec<&(&Compared, [f64; 6])> = values.iter().filter(|(it, _)| it.kernel.paper || !paper).collect();
    let series = |at: usize| shown.iter().map(|(_, row)| row[at]).collect::<Vec<f64>>();
    Sheet {
        figure: "stsimt/table4",
        title: "issue conflicts and lanes active under tsimt, over the cycles in which a core has a warp".into(),
        tables: vec![Rows {
            title: "ours, then the paper's (p:) where the kernel has the same name".into(),
            words: 1,
            header: header.collect(),
            rows,
        }],
        notes: kernels.left_out(POLICIES),
        checks: checks(&compared, &values),
        lines: values.iter().map(line).collect(),
        svg: bars(&Bars {
            title: "STSIMT table IV: lanes with a warp, and with one that can go".into(),
            vertical: "lanes".into(),
            groups: shown.iter().map(|(it, _)| it.kernel.name.clone()).collect(),
            series: vec![("static".into(), series(4)), ("dynamic".into(), series(3))],
            line: None,
            divides: Vec::new(),
        }),
    }
}

/// A row of the table, from a kernel's counts.
fn row(launch: &Launch) -> [f64; 6] {
    let busy = launch.get("core.busy").unwrap_or(0).max(1) as f64;
    let mut row = COLUMNS.map(|(_, name)| launch.get(name).unwrap_or(0) as f64 / busy);
    row[..3].iter_mut().for_each(|share| *share *= 100.0);
    row
}

fn checks(compared: &[Compared], values: &[(&Compared, [f64; 6])]) -> Vec<Check> {
    let of_column = |column: usize, paper: bool| {
        values.iter().filter(move |(it, _)| it.kernel.paper || !paper).map(move |(_, row)| row[column])
    };
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
    let [paper, all] = [true, false].map(|paper| of(compared, Group::All, paper).count());
    let share = |column, paper| {
        let over = of_column(column, paper).filter(|lanes| *lanes > 7.0).count();
        (over, over as f64 / of_column(column, paper).count().max(1) as f64)
    };
    let (few, many) = (share(3, true), share(4, true));
    let mut checks = vec![
        Check {
            what: "one lane waits for the front end, mean % of cycles".into(),
            paper: "7.9 (5.6; the mean of the table's first column)".into(),
            ours: shown(arithmetic(of_column(0, true))),
            all: shown(arithmetic(of_column(0, false))),
            agrees: None,
        },
        Check {
            what: "kernels with more than 7 lanes that have a warp; that have one that can go".into(),
            paper: "19; 2 of 37 (5.4)".into(),
            ours: format!("{}; {} of {paper}", many.0, few.0),
            all: format!("{}; {} of {all}", share(4, false).0, share(3, false).0),
            agrees: (paper > 0).then_some(few.1 < many.1),
        },
    ];
    for (column, (name, _)) in COLUMNS.iter().enumerate() {
        let pair = |(it, row): &(&Compared, [f64; 6])| {
            let theirs = paper::row(&it.kernel.name).filter(|_| it.kernel.paper)?;
            Some((row[column], theirs[column]))
        };
        let pairs: Vec<(f64, f64)> = values.iter().filter_map(pair).collect();
        let correlation = rank_correlation(&pairs);
        checks.push(Check {
            what: format!("order of the kernels by {name}: rank correlation"),
            paper: "1 (table IV)".into(),
            ours: correlation.map_or("-".into(), |value| format!("{value:.2} over {} kernels", pairs.len())),
            all: String::new(),
            agrees: correlation.map(|value| value > 0.5),
        });
    }
    checks
}
