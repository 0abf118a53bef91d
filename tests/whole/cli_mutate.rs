//! Tests of `heddle mutate` as users meet it: finished mutants are not run again, and one mutant
//! can be examined alone.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::desk::Desk;

const CAMPAIGN: &str = "mutate slp --count 96 --cycles 200000 --json --jobs 1";

fn kept(desk: &Desk, folder: &str) -> Vec<(String, SystemTime)> {
    let folder = desk.path(folder);
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| name.ends_with(".json"))
            .collect()
    };
    let made = |name: String| fs::metadata(folder.join(&name)).and_then(|data| data.modified()).map(|at| (name, at));
    names(&folder).into_iter().filter_map(|name| made(name).ok()).collect()
}

#[test]
fn what_was_done_before_an_interrupt_is_not_done_again() {
    let desk = Desk::new();
    let whole = desk.run(&format!("{CAMPAIGN} --keep whole"));
    whole.is(0, &["killed"]);
    assert_eq!(kept(&desk, "whole").len(), 97, "each mutant, and the circuit without one");

    let mut before = Vec::new();
    for more in [1, 7] {
        let mut child = desk.heddle(&format!("{CAMPAIGN} --keep cut"));
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let started = Instant::now();
        while kept(&desk, "cut").len() < before.len() + more {
            assert!(started.elapsed() < Duration::from_secs(600), "it never happens");
            sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("of 96 mutants are done and kept"), "{said}");
        let after = kept(&desk, "cut");
        assert!(before.iter().all(|file| after.contains(file)), "what was done was done again");
        before = after;
    }
    assert!(before.len() < 97, "it came too late");
    let rest = desk.run(&format!("{CAMPAIGN} --keep cut"));
    assert_eq!(rest.is(0, &[]).out, whole.out);
    let after = kept(&desk, "cut");
    assert!(after.len() == 97 && before.iter().all(|file| after.contains(file)), "what was done was done again");
}

#[test]
fn one_mutant_alone_ends_as_in_the_campaign() {
    let desk = Desk::new();
    let campaign = desk.run(&format!("{CAMPAIGN} --keep kept"));
    let events = campaign.is(0, &[]).json();
    let first = |verdict: &str| {
        let event = events.iter().find(|event| event["verdict"] == verdict).unwrap_or_else(|| panic!("none {verdict}"));
        event["number"].as_u64().unwrap()
    };
    let only = |number: u64| desk.run(&format!("mutate slp --count 96 --cycles 200000 --only {number} --out out"));
    let killed = first("killed");
    only(killed).is(1, &[&format!("mutant {killed} of slp/tiny"), "MISMATCH"]);
    // its Verilog is a device of its own
    let verilog = format!("out/slp-tiny-mutant-1-{killed}.v");
    desk.run(&format!("check --dut {verilog} --cycles 200000 --seed 1 --out again")).is(1, &["MISMATCH"]);
    only(first("equivalent")).is(0, &["equal in 200 000 cycles; equivalent: "]);
    only(97).is(2, &["there is no mutant 97", "--count"]);
    desk.run("mutate slp gang --only 1").is(2, &["--only takes one preset"]);
}
