//! Tests of each verb whose work tasks share: it gives the same result as alone, with several tasks
//! at once.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use crate::desk::{Desk, Ran};

/// Shares the work of a command among `tasks` tasks in a shell, each of which runs again until
/// nothing is left; returns what is then printed.
fn shared(desk: &Desk, words: &str, tasks: usize) -> Ran {
    let script = desk.run(&format!("{words} --runs runs --print-script"));
    script.is(0, &["#!/bin/sh"]);
    desk.write("script", &script.out);
    let start = || Command::new("sh").arg(desk.path("script")).stdin(Stdio::null()).spawn().unwrap();
    let tasks: Vec<_> = (0..tasks).map(|_| start()).collect();
    for mut task in tasks {
        let status = task.wait().unwrap();
        let last = desk.names("runs/jobs").pop().unwrap();
        let logs = desk.names(&format!("runs/jobs/{last}")).into_iter().filter(|name| name.ends_with(".log"));
        let said: String =
            logs.map(|log| fs::read_to_string(desk.path(&format!("runs/jobs/{last}/{log}"))).unwrap()).collect();
        assert!(status.success(), "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
    desk.run("jobs runs --wait")
}

/// The files of a folder with their contents.
fn files(desk: &Desk, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let names = if desk.path(folder).is_dir() { desk.names(folder) } else { Vec::new() };
    names.into_iter().map(|name| (name.clone(), fs::read(desk.path(folder).join(name)).unwrap())).collect()
}

/// What is printed, without times.
fn timeless(text: &str) -> String {
    let word = |word: &str| if word.ends_with(" s") { String::new() } else { word.to_string() };
    text.lines().map(|line| line.split(", ").map(word).collect::<Vec<_>>().join(", ") + "\n").collect()
}

#[test]
fn a_mismatch_is_found_and_shrunk_to_the_same_bytes() {
    let desk = Desk::new();
    desk.wrong_multiplier();
    // a mismatch that is late in the stream
    let rare = "high = sum$high ^ {31'd0, a == 32'd0 && b == 32'd0};";
    desk.verilog("mul32/paper", "rare.v", "high = sum$high;", rare);
    for (device, cycles, status) in [("wrong.v", "1M", 1), ("rare.v", "2M", 1)] {
        let hunt = format!("fuzz mul32/paper --dut {device} --seed 5 --cycles {cycles}");
        let alone = desk.run(&format!("{hunt} --out alone --jobs 2"));
        let ended = shared(&desk, &format!("{hunt} --out shared"), 3);
        assert_eq!(
            timeless(&ended.is(status, &[]).out),
            timeless(&alone.is(status, &[]).out.replace("alone/", "shared/"))
        );
        assert_eq!(files(&desk, "shared"), files(&desk, "alone"));
        assert!(!files(&desk, "alone").is_empty());
    }
}

#[test]
fn a_hunt_that_finds_nothing_counts_all_cycles() {
    let desk = Desk::new();
    let hunt = "fuzz mul32 shr32 --seed 3 --cycles 1M";
    let alone = desk.run(hunt);
    let ended = shared(&desk, hunt, 3);
    assert_eq!(timeless(&ended.is(0, &["no mismatch in 2 000 000 cycles"]).out), timeless(&alone.is(0, &[]).out));
    // by time: each task has its time, in which it comes as far as the machine lets it
    let ended = shared(&desk, "fuzz mul32 --time 1s --tasks 2 --seed 8", 2);
    ended.is(0, &["no mismatch in", "seed 8"]);
    let cycles = ended.out.split("mismatch in ").nth(1).unwrap().split(" cycles").next().unwrap().replace(' ', "");
    assert!(cycles.parse::<u64>().unwrap() > 0, "{}", ended.out);
}

#[test]
fn coverage_adds_up() {
    let desk = Desk::new();
    let meaning = "cover slp/tiny mul32 --cycles 2M --json";
    let alone = desk.run(meaning);
    assert_eq!(shared(&desk, meaning, 3).is(0, &[]).out, alone.is(0, &[]).out);
    let rtl = "cover --rtl slp/tiny --cycles 200k --json";
    let alone = desk.run(rtl);
    assert_eq!(shared(&desk, rtl, 2).is(alone.status, &[]).out, alone.out);
}

#[test]
fn mutants_have_the_same_fates() {
    let desk = Desk::new();
    let campaign = "mutate slp --count 16 --cycles 200000 --json";
    let alone = desk.run(&format!("{campaign} --keep alone"));
    assert_eq!(shared(&desk, campaign, 3).is(alone.status, &[]).out, alone.out);
}

#[test]
fn steps_of_a_night_are_shared_and_done_once() {
    let desk = Desk::new();
    let steps = "one: sh -c echo>>count\ntwo: false\nthree: sh -c echo>>count\nfour: heddle units --json\n";
    let plan = desk.write("plan", steps);
    let night = format!("nightly --plan {plan} --out night");
    let ended = shared(&desk, &night, 3);
    ended.is(1, &["3 passed, 1 failed, 0 left"]);
    assert_eq!(fs::read_to_string(desk.path("count")).unwrap().lines().count(), 2, "a step was run twice");
    assert!(fs::read_to_string(desk.path("night/index.html")).unwrap().contains("3 passed, 1 failed, 0 not run"));
    // what failed is done again, what passed is not
    fs::write(desk.path("plan"), steps.replace("false", "true")).unwrap();
    shared(&desk, &night, 2).is(0, &["4 passed, 0 failed, 0 left"]);
    assert_eq!(fs::read_to_string(desk.path("count")).unwrap().lines().count(), 2);
}

#[test]
fn figures_are_the_same() {
    let desk = Desk::new();
    // two passes, and a setting of its own
    let gpu = "--set core.count=1 --set dram.channels=1 --address 64";
    let figure = format!("figure stsimt/8 --only va,nn {gpu} --vary pipeline.collector=4 --json");
    let alone = desk.run(&format!("{figure} --plot alone.svg --keep alone --jobs 2"));
    assert_eq!(shared(&desk, &format!("{figure} --plot shared.svg"), 3).is(0, &[]).out, alone.is(0, &[]).out);
    assert_eq!(fs::read(desk.path("shared.svg")).unwrap(), fs::read(desk.path("alone.svg")).unwrap());
    // profiles, which are no runs
    let figure = "figure slp/11 --only bitonic,bfs --json";
    let alone = desk.run(&format!("{figure} --plot alone.svg"));
    assert_eq!(shared(&desk, &format!("{figure} --plot shared.svg"), 2).is(0, &[]).out, alone.is(0, &[]).out);
}
