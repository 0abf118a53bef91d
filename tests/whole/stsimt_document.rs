//! The tables of `docs/stsimt.md` are those of the data beside it (`docs/stsimt/*.json`, which
//! `heddle figure stsimt --data` writes).
//!
//! `document` says how a table is marked.

use crate::document::{holds, list, markdown, paragraph, renewed, text};
use serde_json::Value;

/// The statements that attributions are told by: how `stsimt/8` and `/7` call them, and a short
/// word.
const MEANS: [(&str, &str); 9] = [
    ("tsimt against simt, all, %", "TSIMT"),
    ("tsimt against simt, divergent, %", "divergent"),
    ("tsimt against simt, coherent, %", "coherent"),
    ("stsimt4 against simt, all, %", "STSIMT4"),
    ("stsimt4 against simt, divergent, %", "divergent"),
    ("stsimt4 against simt, coherent, %", "coherent"),
    ("stsimt4-late against simt, all, %", "STSIMT4 late"),
    ("stsimt4-late against simt, divergent, %", "divergent"),
    ("stsimt4-late against simt, coherent, %", "coherent"),
];

/// Every statement: the paper's value, ours by size of addresses, the range over what the paper
/// leaves open.
fn statements(data: &Value) -> String {
    let bits: Vec<&str> =
        list(data, "settings").iter().map(text).filter(|name| ["64-bit", "32-bit"].contains(name)).collect();
    let end = |end: &Value, ours: &str| match text(&end["setting"]) {
        setting if bits.contains(&setting) || text(&end["ours"]) == ours => text(&end["ours"]).to_string(),
        setting => format!("{} (`{setting}`)", text(&end["ours"])),
    };
    let row = |it: &Value| {
        let figure = text(&it["figure"]).trim_start_matches("stsimt/").to_string();
        let mut row = vec![figure, text(&it["check"]).to_string(), text(&it["paper"]).to_string()];
        row.extend(bits.iter().map(|name| text(&it["settings"][*name]).to_string()));
        row.extend([0, 1].map(|n| it["range"].get(n).map_or(String::new(), |it_end| end(it_end, text(&it["ours"])))));
        row.push(it["agrees"].as_bool().map_or("-", |agrees| if agrees { "yes" } else { "no" }).into());
        row
    };
    let rows: Vec<Vec<String>> = list(data, "statements").iter().map(row).collect();
    let header = ["figure", "statement", "paper"].iter().chain(&bits).chain(&["from", "to", "agrees"]);
    markdown(&header.copied().collect::<Vec<_>>(), &rows)
}

/// A row a setting: the geometric means of speed against `simt`, in percent.
fn settings(data: &Value) -> String {
    let found = |what: &str| list(data, "statements").iter().find(|it| it["check"] == what);
    let there: Vec<(&Value, &str)> = MEANS.iter().filter_map(|(what, word)| Some((found(what)?, *word))).collect();
    let row = |setting: &str| {
        let cells = there.iter().map(|(it, _)| text(&it["settings"][setting]).to_string());
        [format!("`{setting}`")].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = list(data, "settings").iter().map(|setting| row(text(setting))).collect();
    let header: Vec<&str> = ["setting"].into_iter().chain(there.iter().map(|(_, word)| *word)).collect();
    markdown(&header, &rows)
}

/// A row a kernel: its speed against `simt` under every policy that ran it.
fn speeds(data: &Value) -> String {
    let of_paper: Vec<&Value> = list(data, "kernels").iter().filter(|kernel| kernel["paper"] == true).collect();
    let names = |kernel: &Value| kernel["cycles"].as_object().map_or(Vec::new(), |it| it.keys().cloned().collect());
    let policies: Vec<String> = of_paper.first().map_or(Vec::new(), |kernel| names(kernel));
    let row = |kernel: &&Value| {
        let cycles = |policy: &str| kernel["cycles"][policy].as_f64();
        let speed = |policy: &String| Some(format!("{:.3}", cycles("simt")? / cycles(policy)?));
        let name = format!("{}, {}-bit", text(&kernel["kernel"]), kernel["address"]);
        [name].into_iter().chain(policies.iter().map(|policy| speed(policy).unwrap_or("-".into()))).collect()
    };
    let rows: Vec<Vec<String>> = of_paper.iter().map(row).collect();
    let header: Vec<&str> = ["kernel"].into_iter().chain(policies.iter().map(String::as_str)).collect();
    markdown(&header, &rows)
}

/// What made a data file, and what is missing in it.
fn made(data: &Value) -> String {
    let left_out: String = list(data, "left_out").iter().map(|line| paragraph(&format!("* {}", text(line)))).collect();
    let what = paragraph(&format!("{}: {} kernels.", text(&data["gpu"]), kernels(data)));
    format!("    {}\n\n{what}\n{left_out}", text(&data["command"]))
}

/// The paper's kernels, as many as there are for one size of addresses.
fn kernels(data: &Value) -> usize {
    let first = list(data, "kernels").first().map(|kernel| &kernel["address"]);
    list(data, "kernels").iter().filter(|kernel| Some(&kernel["address"]) == first && kernel["paper"] == true).count()
}

/// A table by its name.
fn render(data: &Value, what: &str) -> String {
    match what {
        "statements" => statements(data),
        "settings" => settings(data),
        "speeds" => speeds(data),
        "made" => made(data),
        other => panic!("docs/stsimt.md: nothing is called `{other}`; there are: statements, settings, speeds, made"),
    }
}

#[test]
fn the_documents_tables_are_the_datas_snapshot() {
    holds("stsimt.md", render);
}

#[test]
fn a_table_that_was_changed_by_hand_is_seen() {
    let document = "a\n<!-- from stsimt/none.json: statements -->\n| 1 |\n<!-- end -->\nb\n";
    let renewed = renewed(document, render);
    assert!(renewed.starts_with("a\n<!-- from stsimt/none.json: statements -->\nThere is no `docs/stsimt/none.json`"));
    assert!(renewed.ends_with("<!-- end -->\nb\n") && renewed != document);
    let data = serde_json::json!({
        "command": "heddle figure", "gpu": "g", "settings": ["64-bit", "x=1"], "left_out": [],
        "kernels": [{ "kernel": "K_0", "address": 64, "paper": true, "cycles": { "simt": 3, "tsimt": 4 } }],
        "statements": [{
            "figure": "stsimt/7", "check": "tsimt against simt, all, %", "paper": "-7.3", "ours": "-1.0", "agrees": true,
            "settings": { "64-bit": "-1.0", "x=1": "+2.0" },
            "range": [{ "ours": "-1.0", "setting": "64-bit" }, { "ours": "+2.0", "setting": "x=1" }],
        }],
    });
    assert!(
        statements(&data).ends_with("| 7 | tsimt against simt, all, % | -7.3 | -1.0 | -1.0 | +2.0 (`x=1`) | yes |\n")
    );
    assert!(settings(&data).ends_with("| `64-bit` | -1.0 |\n| `x=1` | +2.0 |\n"));
    assert!(speeds(&data).ends_with("| K_0, 64-bit | 1.000 | 0.750 |\n"));
    assert_eq!(made(&data), "    heddle figure\n\ng: 1 kernels.\n\n");
}
