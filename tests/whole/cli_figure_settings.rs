//! `heddle figure stsimt` under several settings: sizes of addresses, values that the paper leaves
//! open, runs that take too long.

use std::fs;

use crate::desk::Desk;
use serde_json::Value;

/// A statement among lines.
fn statement(lines: &[Value], what: &str) -> Value {
    let found = lines.iter().find(|line| line["check"] == what);
    found.unwrap_or_else(|| panic!("no statement `{what}`")).clone()
}

/// Cycles of a workload of one kernel under two policies, as `heddle sim` has them.
fn cycles(desk: &Desk, words: &str) -> [f64; 2] {
    let ran = desk.run(&format!("sim nn --policy simt,tsimt --set core.code=unchanged --json --keep kept {words}"));
    let lines = ran.is(0, &[]).json();
    [0, 1].map(|n: usize| lines[n]["kernels"][0]["cycles"].as_f64().unwrap())
}

const TSIMT: &str = "tsimt against simt, all, %";

fn percent([simt, tsimt]: [f64; 2]) -> String {
    format!("{:+.1}", (simt / tsimt - 1.0) * 100.0)
}

#[test]
fn every_statement_stands_for_both_sizes_of_addresses() {
    let desk = Desk::new();
    let [wide, narrow] = ["--address 64", "--address 32"].map(|words| cycles(&desk, words));
    assert!(narrow[0] != wide[0] && narrow[1] != wide[1], "another size of addresses is another program");
    let lines = desk.run("figure stsimt/7 --only nn --json --keep kept").is(0, &["setting 2 of 2: 32-bit"]).json();
    for (bits, cycles) in [(64, wide), (32, narrow)] {
        let line = lines.iter().find(|line| line["kernel"] == "NN_0" && line["address"] == bits).unwrap();
        assert_eq!(line["cycles"]["simt"], cycles[0] as u64);
        assert_eq!(line["cycles"]["tsimt"], cycles[1] as u64);
    }
    let one = statement(&lines, TSIMT);
    assert_eq!(
        (&one["settings"]["64-bit"], &one["settings"]["32-bit"]),
        (&percent(wide).into(), &percent(narrow).into())
    );
    assert_eq!(one["ours"], one["settings"]["64-bit"]);
    assert!(one["range"].is_null(), "nothing is varied");
    // the first size is the one that tables and `ours` are of
    let lines = desk.run("figure stsimt/7 --only nn --json --keep kept --address 32,64").is(0, &[]).json();
    assert_eq!(statement(&lines, TSIMT)["ours"], percent(narrow));
    // a file has the size that it was compiled for
    desk.write("mine.ptx", include_str!("../../kernels/va/va.ptx"));
    desk.run("sim mine.ptx --policy simt --address 32").is(2, &["compiled for 64-bit addresses", "--address 64"]);
    desk.run("sim va --policy simt --address 32").is(0, &["32-bit addresses", "as expected"]);
    desk.run("kernel run va --address 32 --check").is(0, &["as expected"]);
}

#[test]
fn what_is_varied_is_a_range() {
    let desk = Desk::new();
    // what matters to lanes alone, to conventional cores alone, and to both: the first two make the
    // other's runs no second time
    let changes = ["pipeline.window=2", "core.overlap=none", "core.warps=8"];
    let [window, overlap, warps] = changes.map(|change| cycles(&desk, &format!("--set {change}")));
    let vary = changes.map(|change| format!("--vary {change}")).join(" ");
    let words = format!("figure stsimt/7 --only nn --keep kept --address 64 {vary}");
    let lines = desk.run(&format!("{words} --json")).is(0, &[]).json();
    let one = statement(&lines, TSIMT);
    let as_it_is = one["ours"].as_str().unwrap().to_string();
    assert_eq!(one["settings"]["pipeline.window=2"], percent(window));
    assert_eq!(one["settings"]["core.overlap=none"], percent(overlap));
    assert_eq!(one["settings"]["core.warps=8"], percent(warps));
    assert!(percent(overlap) != as_it_is && percent(window) != as_it_is && percent(warps) != as_it_is);
    let number = |text: &str| text.parse::<f64>().unwrap();
    let mut all = [as_it_is, percent(window), percent(overlap), percent(warps)];
    all.sort_by(|a, b| number(a).total_cmp(&number(b)));
    assert_eq!((one["range"][0]["ours"].as_str(), one["range"][1]["ours"].as_str()), (Some(&*all[0]), Some(&*all[3])));
    // each end is named, but for what stands in the configuration
    let shown = desk.run(&words);
    shown.is(0, &["from", "to", "the statements by setting", "core.warps=8", "pipeline.window=2"]);
    // all that the paper leaves open, at both ends
    desk.run("figure stsimt/8 --only nn --keep kept --address 64 --vary low --vary high").is(0, &["inside"]);
}

#[test]
fn results_are_kept_as_data_with_the_command_that_makes_them() {
    let desk = Desk::new();
    let words = "figure stsimt/7 --only nn,va --keep kept --data it.json --jobs 2";
    let lines = desk.run(&format!("{words} --json")).is(0, &[]).json();
    let text = fs::read_to_string(desk.path("it.json")).unwrap();
    let data: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(data["command"], "heddle figure stsimt/7 --scale test --address 64,32 --only nn,va");
    assert_eq!(data["settings"], serde_json::json!(["64-bit", "32-bit"]));
    // two workloads of a kernel each, for both sizes of addresses
    assert_eq!(data["kernels"].as_array().unwrap().len(), 4);
    assert!(data["kernels"][0]["cycles"]["tsimt+"].is_u64());
    assert_eq!(
        data["statements"].as_array().unwrap().iter().find(|it| it["check"] == TSIMT),
        Some(&statement(&lines, TSIMT))
    );
    // the same again from kept runs
    desk.run(words).is(0, &["runs are kept from earlier commands"]);
    assert_eq!(fs::read_to_string(desk.path("it.json")).unwrap(), text);
}

#[test]
fn a_workload_that_takes_too_long_is_left_out_and_named() {
    let desk = Desk::new();
    let words = "figure stsimt/4 --only hotsp --scale paper --longest 1s --keep kept --address 64 --json";
    let ran = desk.run(words);
    ran.is(0, &["HOTSP is given up: a run takes longer than 1s (simt: ", "left out: HOTSP (simt: a run takes"]);
    assert!(ran.json().iter().all(|line| !line["kernel"].is_string()));
    // it is not tried again, unless there is more time
    desk.run(words).is(0, &["left out: HOTSP (simt: ", "(simt: found before)"]);
}
