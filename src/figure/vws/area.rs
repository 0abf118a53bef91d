//! Table 2 of VWS: the area of I-VWS, recomputed from the areas that the paper prints for its
//! parts.

use serde_json::json;

use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::number;
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::plot::{Bars, Chart};

/// Area of a bit with its surroundings, in square micrometres: of a latch, and of a scoreboard's
/// flip-flop (6.7).
const LATCH: f64 = 2.1 * 1.5;
const FLIP_FLOP: f64 = 3.6 * 3.0;
/// Area of L1 I-caches with one and two ports, in mm2, as CACTI gives it (table 2).
const L1I: [f64; 2] = [0.087, 0.194];
/// Area of an SM, and of a GPU of 15 SMs, in mm2 (6.7).
const SM: f64 = 16.0;
const GPU: f64 = 529.0;
const SMS: f64 = 15.0;
/// Area of the replicated control in each slice, in mm2 (6.7).
const CONTROL: f64 = 0.01 * SM;

/// A part of I-VWS: its name, the mm2 of one, its number with slices of 4 and of 8 lanes, and the
/// paper's area of both.
struct Part {
    name: &'static str,
    one: f64,
    count: [f64; 2],
    paper: [f64; 2],
}

fn parts() -> [Part; 6] {
    let bits = |bits: f64, cell: f64| bits * cell / 1e6;
    let slices = [8.0, 4.0];
    [
        Part { name: "second port of the L1 I-cache", one: L1I[1] - L1I[0], count: [1.0, 1.0], paper: [0.108, 0.108] },
        Part { name: "L0 I-cache of 256 bytes", one: bits(2048.0, LATCH), count: slices, paper: [0.052, 0.026] },
        Part { name: "instruction buffers of 4 Kbit", one: bits(4096.0, LATCH), count: slices, paper: [0.103, 0.052] },
        Part {
            name: "gang table of 128 entries of 64 bits",
            one: bits(128.0 * 64.0, LATCH),
            count: [1.0, 1.0],
            paper: [0.026, 0.026],
        },
        Part { name: "scoreboard of 1800 bits", one: bits(1800.0, FLIP_FLOP), count: slices, paper: [0.154, 0.077] },
        Part { name: "control", one: CONTROL, count: slices, paper: [1.28, 0.64] },
    ]
}

/// Makes table 2 of VWS: the area of I-VWS' parts.
pub fn sheet() -> Sheet {
    let parts = parts();
    let sum = |n: usize| parts.iter().map(|part| part.one * part.count[n]).sum::<f64>();
    let row = |part: &Part| {
        let each = [0, 1].map(|n| format!("{:.3}", part.one * part.count[n]));
        let paper = part.paper.map(|area| format!("{area:.3}"));
        [part.name.to_string()].into_iter().chain(each).chain(paper).collect::<Vec<_>>()
    };
    let shares = |n: usize| [100.0 * sum(n) / SM, 100.0 * SMS * sum(n) / GPU];
    let mut rows: Vec<Vec<String>> = parts.iter().map(row).collect();
    let totals: [(&str, [f64; 2], [&str; 2]); 3] = [
        ("an SM, mm2", [sum(0), sum(1)], ["1.7", "0.93"]),
        ("more of an SM, %", [shares(0)[0], shares(1)[0]], ["11", "6"]),
        ("more of a GPU, %", [shares(0)[1], shares(1)[1]], ["5", "2.5"]),
    ];
    for (name, ours, paper) in totals {
        rows.push(vec![
            name.into(),
            format!("{:.2}", ours[0]),
            format!("{:.2}", ours[1]),
            paper[0].into(),
            paper[1].into(),
        ]);
    }
    let check = |what: &str, ours: f64, paper: f64, text: &str| -> Check {
        let check = number(what, format!("{text} (table 2)"), [Some(ours), None], Stated::Amount(paper));
        Check { ours: format!("{ours:.2}"), ..check }
    };
    Sheet {
        figure: "vws/table2",
        title: "area of I-VWS, from the paper's own cells".into(),
        tables: vec![Rows {
            title: "mm2 at 40 nm".into(),
            words: 1,
            header: ["", "4 lanes a slice", "8", "paper: 4", "paper: 8"].map(str::to_string).into(),
            rows,
        }],
        notes: vec!["the gang table from synthesis: `heddle cost gang`; control is the paper's estimate, 1 % of an SM in each slice".into()],
        checks: vec![
            check("slices of 4 lanes: area of an SM, mm2", sum(0), 1.7, "1.7"),
            check("slices of 8 lanes: area of an SM, mm2", sum(1), 0.93, "0.93"),
        ],
        lines: parts.iter().map(|part| json!({ "figure": "vws/table2", "part": part.name, "mm2": part.one, "count": part.count })).collect(),
        chart: Chart::Bars(Bars {
            title: "VWS table 2: area of an SM's parts, mm2".into(),
            vertical: "mm2".into(),
            groups: parts.iter().map(|part| part.name.to_string()).collect(),
            series: vec![
                ("4 lanes a slice".into(), parts.iter().map(|part| part.one * part.count[0]).collect()),
                ("8".into(), parts.iter().map(|part| part.one * part.count[1]).collect()),
            ],
            line: None,
            divides: vec![],
        }),
    }
}
