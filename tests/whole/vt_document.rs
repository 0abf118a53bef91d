//! The tables of `docs/vt.md` are those of the data beside it (`docs/vt/*.json`, which
//! `heddle figure vt --data` writes); `document` says how a table is marked.

use crate::document::{holds, list, markdown, renewed, statements, text};
use serde_json::Value;

/// What the paper takes for Type-S, in the order of the tables.
const TYPE_S: [&str; 18] =
    ["2D", "BF", "BP", "CP", "CS", "CT", "DC", "DW", "FD", "FT", "GA", "HI", "ND", "PF", "RD", "SN", "TF", "VA"];

/// What made a data file, and what is missing in it.
fn made(data: &Value) -> String {
    let first = &list(data, "settings")[0];
    let left_out = list(first, "left_out").iter().map(|line| format!("* left out: {}\n", text(line)));
    let (command, gpu) = (text(&data["command"]), text(&data["gpu"]));
    format!("    {command}\n\n{gpu}: {} runs.\n\n{}", list(data, "runs").len(), left_out.collect::<String>())
}

/// A run of the first setting.
fn run<'a>(data: &'a Value, application: &str, change: &str, policy: &str) -> Option<&'a Value> {
    let setting = &list(data, "settings")[0]["setting"];
    list(data, "runs").iter().find(|it| {
        it["setting"] == *setting
            && it["application"] == application
            && it["change"] == change
            && it["policy"] == policy
    })
}

/// Cycles of the one over cycles of the other.
fn speed(data: &Value, application: &str, run_of: (&str, &str), against: (&str, &str)) -> String {
    let cycles = |(change, policy)| run(data, application, change, policy)?["cycles"].as_f64();
    let speed = || Some(cycles(against)? / cycles(run_of)?);
    speed().map_or("-".into(), |speed| format!("{speed:.3}"))
}

/// A row a Type-S application: its speed under every policy of figure 8.
fn speeds(data: &Value) -> String {
    let policies = ["mascar", "vt", "max", "vt-plain", "mascar-queue", "max-plain", "vt-barrier", "vt-load", "vt-free"];
    let row = |of: &&str| {
        let each = policies.iter().map(|policy| speed(data, of, ("", policy), ("", "simt")));
        [of.to_string()].into_iter().chain(each).collect()
    };
    let header: Vec<&str> = ["application"].into_iter().chain(policies).collect();
    markdown(&header, &TYPE_S.iter().map(row).collect::<Vec<_>>())
}

/// A row a Type-S application: what virtual threads gain under the settings of figures 9 to 11.
fn settings(data: &Value) -> String {
    let (gto, two) = ("core.scheduling=gto", "core.scheduling=two-level");
    let (vt, simt) = (("", "vt"), ("", "simt"));
    let row = |of: &&str| {
        let over_vt = ["vt.beat=256", "vt.beat=1024", "vt.depth=8", "vt.depth=16"];
        let over_vt = over_vt.map(|change| speed(data, of, (change, "vt"), vt));
        let schedulers = [gto, two].map(|change| speed(data, of, (change, "vt"), (change, "simt")));
        [of.to_string(), speed(data, of, vt, simt)].into_iter().chain(schedulers).chain(over_vt).collect()
    };
    let header = ["application", "lrr", "gto", "two-level", "256 bits", "1024 bits", "twice", "four times"];
    markdown(&header, &TYPE_S.iter().map(row).collect::<Vec<_>>())
}

/// A row a Type-S application and policy: what its issue slots went to.
fn slots(data: &Value) -> String {
    let classes = ["issued", "pipeline", "long", "short", "fetch", "barrier", "swap", "idle"];
    let mut rows = Vec::new();
    for of in TYPE_S {
        for policy in ["simt", "vt"] {
            let Some(ran) = run(data, of, "", policy) else { continue };
            let count = |class: &&str| ran["statistics"][format!("slots.{class}")].as_f64().unwrap_or(0.0);
            let all: f64 = classes.iter().map(count).sum();
            let parts = classes.iter().map(|class| format!("{:.1}", 100.0 * count(class) / all));
            rows.push([of.to_string(), policy.to_string()].into_iter().chain(parts).collect());
        }
    }
    let header: Vec<&str> = ["application", "policy"].into_iter().chain(classes).collect();
    markdown(&header, &rows)
}

/// A row a shape of CTAs: what it needs, and how many a core holds.
fn limits(data: &Value) -> String {
    let setting = &list(data, "settings")[0]["setting"];
    let number = |value: &Value| value.as_u64().map_or("-".to_string(), |it| it.to_string());
    let row = |it: &Value| {
        let words = [text(&it["application"]), text(&it["kernel"])].map(str::to_string);
        let needs = ["threads", "registers", "shared", "ctas"].map(|key| number(&it[key]));
        let held = ["scheduling", "capacity", "vt", "max"].map(|key| number(&it["fermi"][key]));
        words.into_iter().chain(needs).chain(held).collect()
    };
    let shapes: Vec<Vec<String>> =
        list(data, "shapes").iter().filter(|it| it["setting"] == *setting).map(row).collect();
    let header =
        ["application", "kernel", "threads", "registers", "shared", "grid", "scheduling", "capacity", "vt", "max"];
    markdown(&header, &shapes)
}

/// A table by its name.
fn render(data: &Value, what: &str) -> String {
    match what {
        "made" => made(data),
        "statements" => statements(data, "over Type-S here"),
        "speeds" => speeds(data),
        "settings" => settings(data),
        "slots" => slots(data),
        "limits" => limits(data),
        other => panic!("docs/vt.md: nothing is called `{other}`"),
    }
}

#[test]
fn the_documents_tables_are_the_datas_snapshot() {
    holds("vt.md", render);
}

#[test]
fn tables_are_those_made_by_hand() {
    let none = renewed("a\n<!-- from vt/none.json: made -->\n| 1 |\n<!-- end -->\nb\n", render);
    assert!(none.starts_with("a\n<!-- from vt/none.json: made -->\nThere is no `docs/vt/none.json`"));
    let ran = |policy: &str, cycles: u64| {
        serde_json::json!({
            "setting": "64-bit", "application": "VA", "change": "", "policy": policy, "cycles": cycles,
            "statistics": { "slots.issued": 3, "slots.long": 1 },
        })
    };
    let data = serde_json::json!({
        "command": "heddle figure vt", "gpu": "g", "settings": [{ "setting": "64-bit", "left_out": ["SN (why)"] }],
        "shapes": [{
            "setting": "64-bit", "application": "VA", "kernel": "va", "threads": 256, "registers": 8, "shared": 0, "ctas": 5,
            "fermi": { "scheduling": 6, "capacity": 16, "vt": null, "max": 16 },
        }],
        "runs": [ran("simt", 4), ran("vt", 2)],
        "statements": [{ "figure": "vt/8", "check": "c", "paper": "p", "ours": "o", "all": "a", "agrees": false }],
    });
    assert_eq!(made(&data), "    heddle figure vt\n\ng: 2 runs.\n\n* left out: SN (why)\n");
    assert!(statements(&data, "").ends_with("| 8 | c | p | o | a | no |\n"));
    assert!(speeds(&data).ends_with("| VA | - | 2.000 | - | - | - | - | - | - | - |\n"));
    assert!(settings(&data).ends_with("| VA | 2.000 | - | - | - | - | - | - |\n"));
    assert!(slots(&data).contains("| VA | vt | 75.0 | 0.0 | 25.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 |\n"));
    assert!(limits(&data).ends_with("| VA | va | 256 | 8 | 0 | 5 | 6 | 16 | - | 16 |\n"));
}
