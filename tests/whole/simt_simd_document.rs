//! The tables of `docs/simt-simd.md` are those of the data beside it (`docs/simt-simd/*.json`,
//! which `heddle figure simt-simd --data` writes); `document` says how a table is marked.

use crate::document::{holds, list, markdown, renewed, statements, text};
use serde_json::{Value, json};

const PARTITIONS: [u64; 4] = [1, 2, 4, 8];

/// What made a data file.
fn made(data: &Value) -> String {
    let orders: usize = list(data, "orders").iter().map(|line| list(line, "cycles").len()).sum();
    format!("    {}\n\n{}: {} runs.\n", text(&data["command"]), text(&data["what"]), list(data, "runs").len() + orders)
}

/// Values of a key, each once, in the order in which they come.
fn each<'a>(data: &'a Value, key: &str) -> Vec<&'a str> {
    let mut all = Vec::new();
    for value in list(data, "runs").iter().map(|run| text(&run[key])) {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

/// The run with these values, whose buffer has so many entries.
fn run<'a>(
    data: &'a Value,
    [matrix, timing, packing]: [&str; 3],
    partitions: u64,
    entries: u64,
    masked: bool,
) -> Option<&'a Value> {
    list(data, "runs").iter().find(|run| {
        run["matrix"] == matrix
            && run["timing"] == timing
            && run["packing"] == packing
            && run["partitions"] == partitions
            && run["entries"] == entries
            && run["masked"] == masked
    })
}

/// A row a matrix, timing and packing: a value for any number of partitions, and cycles over the
/// orders of rows.
fn points(data: &Value, value: impl Fn(&Value) -> String, orders: bool) -> String {
    let mut rows = Vec::new();
    for matrix in each(data, "matrix") {
        for timing in each(data, "timing") {
            for packing in each(data, "packing") {
                let of = [matrix, timing, packing];
                let values = PARTITIONS.map(|t| run(data, of, t, 0, false).map_or("-".into(), &value));
                let same =
                    |line: &&Value| ["matrix", "timing", "packing"].iter().zip(of).all(|(key, it)| line[*key] == it);
                let line = list(data, "orders").iter().find(same);
                let cycles: Vec<f64> =
                    line.iter().flat_map(|line| list(line, "cycles")).filter_map(Value::as_f64).collect();
                let mean = cycles.iter().sum::<f64>() / cycles.len().max(1) as f64;
                let (least, most) =
                    cycles.iter().fold((f64::MAX, 0.0f64), |(least, most), it| (least.min(*it), most.max(*it)));
                let bars = match cycles.is_empty() {
                    true => ["-".into(), "-".into()],
                    false => [format!("{:.0}", mean / 1e3), format!("{:.0} to {:.0}", least / 1e3, most / 1e3)],
                };
                rows.push(
                    of.iter()
                        .map(|it| it.to_string())
                        .chain(values)
                        .chain(bars.into_iter().filter(|_| orders))
                        .collect(),
                );
            }
        }
    }
    let bars = ["mean of orders, t = 4", "least to most"].into_iter().filter(|_| orders);
    let header: Vec<&str> =
        ["matrix", "timing", "packing", "t = 1", "t = 2", "t = 4", "t = 8"].into_iter().chain(bars).collect();
    markdown(&header, &rows)
}

fn cycles(run: &Value) -> f64 {
    run["cycles"].as_f64().unwrap_or(0.0)
}

/// A row a matrix and timing: sizes of their own beside those of the greatest.
fn emulation(data: &Value) -> String {
    let mut rows = Vec::new();
    for matrix in each(data, "matrix") {
        for timing in each(data, "timing") {
            let of = |masked| run(data, [matrix, timing, "none"], 4, 0, masked);
            let (Some(own), Some(masked)) = (of(false), of(true)) else { continue };
            let length = |run: &Value| format!("{:.0}", run["length"].as_f64().unwrap_or(0.0));
            rows.push(vec![
                matrix.into(),
                timing.into(),
                format!("{}", cycles(own)),
                format!("{}", cycles(masked)),
                format!("{:.2}", cycles(masked) / cycles(own)),
                length(own),
                length(masked),
            ]);
        }
    }
    markdown(&["matrix", "timing", "cycles", "cycles, masked", "ratio", "vector length", "masked"], &rows)
}

/// A row a matrix, timing and size of the buffer.
fn entries(data: &Value) -> String {
    let mut rows = Vec::new();
    for matrix in each(data, "matrix") {
        for timing in each(data, "timing") {
            for (entries, name) in [(0, "4 a partition"), (16, "16")] {
                let values = PARTITIONS.map(|t| run(data, [matrix, timing, "0"], t, entries, false));
                let values = values.map(|run| run.map_or("-".into(), |run| format!("{:.0}", cycles(run) / 1e3)));
                rows.push([matrix, timing, name].map(str::to_string).into_iter().chain(values).collect());
            }
        }
    }
    markdown(&["matrix", "timing", "entries", "t = 1", "t = 2", "t = 4", "t = 8"], &rows)
}

/// A table by its name.
fn render(data: &Value, what: &str) -> String {
    match what {
        "made" => made(data),
        "statements" => statements(data, ""),
        "cycles" => points(data, |run| format!("{:.0}", cycles(run) / 1e3), true),
        "utilization" => {
            points(data, |run| format!("{:.1}", 100.0 * run["utilization"].as_f64().unwrap_or(0.0)), false)
        }
        "emulation" => emulation(data),
        "entries" => entries(data),
        other => panic!("docs/simt-simd.md: nothing is called `{other}`"),
    }
}

#[test]
fn the_documents_tables_are_the_datas_snapshot() {
    holds("simt-simd.md", render);
}

#[test]
fn tables_are_those_made_by_hand() {
    let none = renewed("a\n<!-- from simt-simd/none.json: made -->\n| 1 |\n<!-- end -->\nb\n", render);
    assert!(none.starts_with("a\n<!-- from simt-simd/none.json: made -->\nThere is no `docs/simt-simd/none.json`"));
    let ran = |partitions: u64, entries: u64, masked: bool, cycles: u64| {
        json!({
            "matrix": "m", "timing": "unit", "packing": if entries == 0 { "none" } else { "0" }, "partitions": partitions,
            "entries": entries, "order": 0, "masked": masked, "cycles": cycles, "utilization": 0.25, "length": 8.0,
        })
    };
    let data = json!({
        "command": "heddle figure simt-simd", "what": "w",
        "runs": [ran(1, 0, false, 4000), ran(4, 0, false, 2000), ran(4, 0, true, 3000), ran(8, 16, false, 5000)],
        "orders": [{ "matrix": "m", "timing": "unit", "packing": "none", "partitions": 4, "cycles": [1000, 4000] }],
        "statements": [{ "figure": "simt-simd/4b", "check": "c", "paper": "p", "ours": "o", "all": "", "agrees": true }],
    });
    assert_eq!(made(&data), "    heddle figure simt-simd\n\nw: 6 runs.\n");
    assert!(statements(&data, "").ends_with("| 4b | c | p | o |  | yes |\n"));
    assert!(render(&data, "cycles").contains("| m | unit | none | 4 | - | 2 | - | 2 | 1 to 4 |\n"));
    assert!(render(&data, "utilization").contains("| m | unit | none | 25.0 | - | 25.0 | - |\n"));
    assert!(emulation(&data).ends_with("| m | unit | 2000 | 3000 | 1.50 | 8 | 8 |\n"));
    assert!(entries(&data).ends_with("| m | unit | 16 | - | - | - | 5 |\n"));
}
