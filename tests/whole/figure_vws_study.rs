//! `heddle figure vws` as its users meet it: figures of a file made by hand, figures of runs, data
//! files good and bad.

use std::fs;

use crate::desk::Desk;
use serde_json::{Value, json};

fn run(program: &str, change: &str, policy: &str, cycles: u64, fetches: u64) -> Value {
    let statistics = json!({
        "supply.gang": fetches, "supply.slice": fetches, "supply.local": 2 * fetches, "core.thread_instructions": 8000,
        "core.thread_steps": 8000, "core.issue_cycles": cycles / 2, "l1.hits": fetches, "l1.misses": 80, "l1.merged": 8,
    });
    json!({ "program": program, "change": change, "policy": policy, "cycles": cycles, "statistics": statistics })
}

/// A divergent program and two convergent ones.
fn made() -> Value {
    json!({
        "command": "c", "what": "w", "wrong": [], "statements": [],
        "left_out": [{ "of": "BS", "varied": "", "change": "", "why": "it does not fit" }],
        "runs": [
            run("CoMD", "", "ws32", 1500, 375),
            run("CoMD", "", "ws4", 1000, 1000),
            run("CoMD", "", "ivws", 1200, 300),
            run("CoMD", "slices.fetches=1", "ivws", 1250, 300),
            run("MM", "", "ws32", 1000, 250),
            run("MM", "", "ws4", 2000, 2000),
            run("MM", "", "ivws", 1000, 250),
            run("FT", "", "ws32", 1000, 250),
            run("FT", "", "ws4", 1000, 2000),
            run("FT", "", "ivws", 1000, 250),
        ],
    })
}

/// A statement's value over its setting, and that beside it.
fn statement(lines: &[Value], what: &str) -> [String; 2] {
    let line = lines.iter().find(|line| line["check"] == what).unwrap_or_else(|| panic!("no statement `{what}`"));
    ["ours", "all"].map(|key| line[key].as_str().unwrap_or("").to_string())
}

#[test]
fn figures_follow_from_the_runs() {
    let desk = Desk::new();
    desk.write("made.json", made().to_string());
    let of = |figure: &str| desk.run(&format!("figure vws/{figure} --from made.json --json")).is(0, &[]).json();
    let lines = of("7");
    assert_eq!(statement(&lines, "divergent: I-VWS over WS 32, %"), ["+25.0", "+20.0"]);
    // harmonic: of 0.5 and 1
    assert_eq!(statement(&lines, "convergent: WS 4 over WS 32, %"), ["-33.3", "-33.3"]);
    assert_eq!(statement(&lines, "convergent: E-VWS-ImpatientMem over WS 32, %"), ["-", "-"]);
    let comd = lines.iter().find(|line| line["program"] == "CoMD").unwrap();
    assert_eq!((&comd["class"], &comd["speedup"]["WS 4"]), (&json!("divergent"), &json!(1.5)));
    // fetches from everywhere: 4 a cycle of CoMD under WS 4, one of the others at 32
    let lines = of("5");
    assert_eq!(statement(&lines, "divergent: fetches a cycle of warps of 4 over those of warps of 32")[0], "4.0");
    assert_eq!(statement(&lines, "convergent: fetches a cycle of warps of 4 over those of warps of 32")[0], "6.0");
    let lines = of("2");
    assert_eq!(statement(&lines, "divergent: active lanes from warps of 32 to warps of 4, %")[0], "+50.0");
    let lines = of("4");
    assert_eq!(statement(&lines, "CoMD: more L1 hits a thousand thread instructions with warps of 4")[0], "+78.1");
    let lines = of("8");
    assert_eq!(
        statement(&lines, "programs that lose 5 % with warps of 4, and lose less than 3 % with I-VWS")[0],
        "1 of 1"
    );
    let told = desk.run("figure vws/7 --from made.json").is(0, &["left out: BS (it does not fit)"]).out.clone();
    assert!(told.contains("I-VWS, one fetch") && !told.contains("units torn"));
    // of what memory tore, a quarter need not have been torn
    let mut torn = made();
    let mut run = run("CoMD", "", "evws-impatient", 1100, 300);
    (run["statistics"]["gang.torn"], run["statistics"]["gang.torn_hits"]) = (json!(200), json!(50));
    torn["runs"].as_array_mut().unwrap().push(run);
    desk.write("torn.json", torn.to_string());
    desk.run("figure vws/7 --from torn.json").is(0, &["units torn though all lines", "25.0"]);
}

/// A program of a class is what its runs say (D231).
#[test]
fn a_class_is_a_measurement() {
    let data = crate::desk::root().join("docs/papers/vws/study.json");
    let lines = Desk::new().run(&format!("figure vws/7 --json --from {}", data.display())).is(0, &[]).json();
    let programs: Vec<&Value> = lines.iter().filter(|line| line["speedup"].is_object()).collect();
    assert_eq!(programs.len(), 15);
    for line in programs {
        let speedup = line["speedup"]["WS 4"].as_f64().unwrap();
        let class = match speedup {
            1.05.. => "divergent",
            ..=0.95 => "convergent",
            _ => "insensitive",
        };
        assert_eq!(line["class"], class, "{}: {speedup}", line["program"]);
    }
}

/// The paper's own arithmetic.
#[test]
fn table_2_adds_up() {
    let desk = Desk::new();
    desk.write("made.json", made().to_string());
    let told = desk.run("figure vws/table2 --from made.json").is(0, &["0.103", "0.154", "1.280"]).out.clone();
    assert!(told.contains("1.72") && told.contains("0.93"), "{told}");
}

#[test]
fn runs_make_figures_and_a_data_file_says_them_again() {
    let desk = Desk::new();
    desk.run("figure vws/16 --only mandel,bfs").is(2, &["--only mandel,bfs: nothing was run"]);
    let only = "--only mm,comd --set core.registers=65536";
    let lines = desk.run(&format!("figure vws/13 {only} --data found.json --json")).is(0, &[]).json();
    assert_eq!(lines.iter().filter(|line| line["speedup"].is_object()).count(), 2);
    assert_eq!(desk.run("figure vws/13 --from found.json --json").is(0, &[]).json(), lines);
    let data: Value = serde_json::from_str(&fs::read_to_string(desk.path("found.json")).unwrap()).unwrap();
    // three policies, ivws beside them at one gang fetched a cycle, warps of 4 and of 32
    assert_eq!(data["runs"].as_array().unwrap().len(), 2 * (3 + 2 + 5));
    assert!(data["runs"].as_array().unwrap().iter().all(|run| run["cycles"].as_u64().unwrap() > 0));
}

#[test]
fn strange_words_and_files_are_refused() {
    let desk = Desk::new();
    desk.write("bad.json", "{ \"runs\": 3 }");
    desk.write("other.json", "{}");
    for (words, what) in [
        ("figure vws/7 --rtl", "golden units"),
        ("figure vws/7 --address 64,32", "one size of addresses"),
        ("figure vws/7 --only bwc", "the VWS study has no program `bwc`"),
        ("figure vws/7 --set slices.next=0", "slices.next"),
        ("figure vws/7 --vary core.nothing=1", "core.nothing"),
        ("figure vws/7 --from bad.json", "no data of VWS's figures"),
        ("figure vws/7 --from other.json", "no data of VWS's figures"),
        ("figure vws/7 --from none.json", "none.json"),
    ] {
        desk.run(words).is(2, &[what]);
    }
}
