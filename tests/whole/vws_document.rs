//! The tables of `docs/vws.md` are those of the data beside it (`docs/vws/study.json`, which
//! `heddle figure vws --data` writes); `document` says how a table is marked.

use crate::document::{holds, list, markdown, statements, text};
use serde_json::Value;

/// The fifteen programs, class by class.
const PROGRAMS: [(&str, [&str; 5]); 3] = [
    ("divergent", ["CoMD", "Lighting", "GamePhysics", "ObjClassifier", "Raytracing"]),
    ("convergent", ["Game 1", "Game 2", "Radix Sort", "CONV2D", "KMEANS"]),
    ("insensitive", ["BS", "CP", "AES", "FT", "IDCT"]),
];
/// One gang fetched a cycle.
const ONE: &str = "slices.fetches=1";

/// What made a data file, and what is missing in it.
fn made(data: &Value) -> String {
    let left_out = |it: &Value| {
        let change = text(&it[1]);
        let with = if change.is_empty() { String::new() } else { format!(" with `{change}`") };
        format!("* left out: {}{with} ({})\n", text(&it[0]), text(&it[2]))
    };
    let left_out: String = list(data, "left_out").iter().map(left_out).collect();
    format!(
        "    {}\n\n{}: {} runs.\n\n{left_out}",
        text(&data["command"]),
        text(&data["what"]),
        list(data, "runs").len()
    )
}

fn run<'a>(data: &'a Value, program: &str, change: &str, policy: &str) -> Option<&'a Value> {
    let is = |it: &&Value| it["program"] == program && it["change"] == change && it["policy"] == policy;
    list(data, "runs").iter().find(is)
}

/// A table of a value of runs: a row a program, a column a policy with a change.
fn table(columns: &[(&str, &str, &str)], value: impl Fn(&str, &str, &str) -> Option<f64>) -> String {
    let mut rows = Vec::new();
    for (class, programs) in PROGRAMS {
        for program in programs {
            let each = columns.iter().map(|(_, change, policy)| value(program, change, policy));
            let each = each.map(|value| value.map_or("-".into(), |value| format!("{value:.3}")));
            rows.push([class.to_string(), program.to_string()].into_iter().chain(each).collect());
        }
    }
    let header: Vec<&str> = ["class", "program"].into_iter().chain(columns.iter().map(|it| it.0)).collect();
    markdown(&header, &rows)
}

/// Speed of every design over warps of 32.
fn speeds(data: &Value) -> String {
    const COLUMNS: [(&str, &str, &str); 10] = [
        ("ws16", "", "ws16"),
        ("ws8", "", "ws8"),
        ("ws4", "", "ws4"),
        ("ivws", "", "ivws"),
        ("evws", "", "evws"),
        ("evws-impatient", "", "evws-impatient"),
        ("ivws-group", "", "ivws-group"),
        ("ivws-impatient", "", "ivws-impatient"),
        ("ivws, one fetch", ONE, "ivws"),
        ("evws, one fetch", ONE, "evws"),
    ];
    table(&COLUMNS, |program, change, policy| {
        let cycles = |change, policy| run(data, program, change, policy)?["cycles"].as_f64();
        Some(cycles("", "ws32")? / cycles(change, policy)?)
    })
}

/// Instructions fetched a cycle.
fn fetches(data: &Value) -> String {
    const COLUMNS: [(&str, &str, &str); 6] = [
        ("ws32", "", "ws32"),
        ("ws4", "", "ws4"),
        ("ivws", "", "ivws"),
        ("evws", "", "evws"),
        ("evws-impatient", "", "evws-impatient"),
        ("ivws, one fetch", ONE, "ivws"),
    ];
    table(&COLUMNS, |program, change, policy| {
        let run = run(data, program, change, policy)?;
        let all =
            ["supply.gang", "supply.slice", "supply.local"].map(|name| run["statistics"][name].as_f64().unwrap_or(0.0));
        Some(all.iter().sum::<f64>() / run["cycles"].as_f64()?)
    })
}

/// Warps by the size of their gang, in percent of all over time.
fn sizes(data: &Value) -> String {
    const BANDS: [(&str, usize, usize); 4] =
        [("gangs of 8", 8, 8), ("5 to 7", 5, 7), ("2 to 4", 2, 4), ("alone", 1, 1)];
    let columns: Vec<(String, &str, usize, usize)> = [("I-VWS", "ivws"), ("E-VWS", "evws")]
        .into_iter()
        .flat_map(|(name, policy)| BANDS.map(|(band, least, most)| (format!("{name}: {band}"), policy, least, most)))
        .collect();
    let share = |program: &str, policy: &str, least: usize, most: usize| {
        let points = list(run(data, program, "", policy)?, "units");
        let warps = |from: usize, to: usize| -> f64 {
            points.iter().flat_map(|point| (from..=to).filter_map(|size| point[1][size - 1].as_f64())).sum()
        };
        Some(100.0 * warps(least, most) / warps(1, 8)).filter(|share| share.is_finite())
    };
    let mut rows = Vec::new();
    for (class, programs) in PROGRAMS {
        for program in programs {
            let each = columns.iter().map(|(_, policy, least, most)| share(program, policy, *least, *most));
            let each = each.map(|value| value.map_or("-".into(), |value| format!("{value:.1}")));
            rows.push([class.to_string(), program.to_string()].into_iter().chain(each).collect());
        }
    }
    let header: Vec<&str> = ["class", "program"].into_iter().chain(columns.iter().map(|it| it.0.as_str())).collect();
    markdown(&header, &rows)
}

/// A table by its name.
fn render(data: &Value, what: &str) -> String {
    match what {
        "made" => made(data),
        "statements" => statements(data, "one gang fetched"),
        "speeds" => speeds(data),
        "fetches" => fetches(data),
        "sizes" => sizes(data),
        other => panic!("docs/vws.md: nothing is called `{other}`"),
    }
}

#[test]
fn the_documents_tables_are_the_datas_snapshot() {
    holds("vws.md", render);
}

#[test]
fn tables_are_those_made_by_hand() {
    let run = |policy: &str, cycles: u64| {
        let statistics = serde_json::json!({ "supply.gang": 30, "supply.local": 30 });
        let units = serde_json::json!([[100, [0, 4, 0, 0, 0, 0, 0, 8]], [200, [2, 2, 0, 0, 0, 0, 0, 0]]]);
        serde_json::json!({
            "program": "KMEANS", "change": "", "policy": policy, "cycles": cycles, "statistics": statistics, "units": units
        })
    };
    let data = serde_json::json!({
        "command": "c", "what": "w", "left_out": [["BS", ONE, "why"]], "runs": [run("ws32", 300), run("ws4", 200), run("evws", 200)],
    });
    assert_eq!(made(&data), "    c\n\nw: 3 runs.\n\n* left out: BS with `slices.fetches=1` (why)\n");
    assert!(speeds(&data).contains("| convergent | KMEANS | - | - | 1.500 | - | 1.500 | - | - | - | - | - |\n"));
    assert!(sizes(&data).contains("| convergent | KMEANS | - | - | - | - | 50.0 | 0.0 | 37.5 | 12.5 |\n"));
    assert!(fetches(&data).contains("| convergent | KMEANS | 0.200 | 0.300 | - | 0.300 | - | - |\n"));
}
