//! Tests of `heddle sim` as users meet it: refused arguments, messages, and results that are kept
//! when it is killed.

use crate::desk;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::desk::{Desk, STEP, STEP_LAUNCH, ran};
use heddle_gpu::config::SHIPPED;
use heddle_gpu::config::spec::KEYS;

/// A warp comes to a barrier that waits for two.
const STUCK: &str = include_str!("desk/stuck.ptx");

/// What lies in the folder of kept runs.
fn kept(desk: &Desk) -> Vec<PathBuf> {
    let entries = fs::read_dir(desk.path("kept")).map(|entries| entries.map(|entry| entry.unwrap().path()).collect());
    let mut entries: Vec<PathBuf> = entries.unwrap_or_default();
    entries.sort();
    entries
}

/// Waits until something is so.
fn until(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(600), "nothing happens");
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_configuration_is_shown_whole() {
    let desk = Desk::new();
    for (name, _) in SHIPPED {
        let lines = desk.run(&format!("sim --print-config --config {name} --json"));
        let lines = lines.is(0, &[]).json();
        let (corners, lines): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.get("corner").is_some());
        // SIMT-SIMD's statements are words, which have no range
        let has_corners = *name != "simt-simd";
        assert_eq!(corners.iter().any(|line| line["corner"] == "high"), has_corners, "{name}");
        // a section that few policies need is left out of other files
        let keys: Vec<_> =
            KEYS.iter().filter(|key| *name == "simt-simd" || !key.to_string().starts_with("vector.")).collect();
        assert_eq!(lines.len(), keys.len(), "{name}");
        for (line, key) in lines.iter().zip(keys) {
            assert_eq!(line["key"], key.to_string());
            assert!(line["unit"] == key.unit && line["source"] != "" && line["meaning"] != "", "{line}");
        }
        desk.run(&format!("sim --print-config --config {name}")).is(0, &["[core]", "t_wtr", "MHz", "assumed"]);
    }
    desk.run("sim --print-config --config slp").is(0, &["[corner.low]", "compaction.first = { value = \"wait\""]);
    let shown = desk.run("sim --print-config --set core.count=4 --set dram.channels=2 --json");
    let changed: Vec<_> = shown.is(0, &[]).json().into_iter().filter(|line| line["source"] == "--set").collect();
    assert_eq!(changed.len(), 2);
    assert_eq!((&changed[0]["key"], &changed[0]["value"]), (&"core.count".into(), &4.into()));
}

#[test]
fn every_statistic_is_listed() {
    let desk = Desk::new();
    let lines = desk.run("sim --list-statistics --json");
    let lines = lines.is(0, &[]).json();
    let known = heddle_gpu::system::list();
    assert_eq!(lines.len(), known.len());
    for (line, counter) in lines.iter().zip(&known) {
        assert!(line["name"] == counter.name && line["unit"] == counter.unit && line["meaning"] != "", "{line}");
    }
    desk.run("sim --list-statistics").is(0, &["core.instructions", "warp instructions", "dram.busy", "DRAM cycles"]);
}

#[test]
fn a_configuration_of_the_users_own_is_read() {
    let desk = Desk::with_step();
    let text = SHIPPED[0].1.replace("count = { value = 30", "count = { value = 2");
    desk.write("mine.toml", &text);
    let own = desk.run("sim step.ptx --policy simt --config mine.toml --json");
    let set = desk.run("sim step.ptx --policy simt --set core.count=2 --json");
    let cycles = |ran: &desk::Ran| ran.is(0, &[]).json()[0]["cycles"].clone();
    assert_eq!(cycles(&own), cycles(&set));
    desk.write("bad.toml", text.replace("[shared]", "[shard]"));
    let line = 1 + text.lines().position(|line| line == "[shared]").unwrap();
    desk.run("sim step.ptx --policy simt --config bad.toml")
        .is(2, &[&format!("bad.toml:{line}: there is no section `shard`"), "did you mean `shared`?"]);
}

#[test]
fn bad_input_is_refused_before_any_work() {
    let desk = Desk::with_step();
    desk.write("file", "");
    for (words, said) in [
        ("sim", "--policy"),
        ("sim step.ptx", "--policy"),
        ("sim --policy simt", "<K>"),
        ("sim bitonik --policy simt", "did you mean `BITONIC`?"),
        ("sim nothing.ptx --policy simt", "nothing.ptx"),
        ("sim va --policy smit", "did you mean `simt`?"),
        ("sim va --policy simt,", "there is no policy ``"),
        ("sim va --policy simt --scale huge", "there is no scale `huge`; there are paper, study, test"),
        ("sim va --policy simt --config stsim", "did you mean `stsimt`?"),
        ("sim va --policy simt --config no/such.toml", "no/such.toml: No such file"),
        ("sim va --policy simt --set core.cont=3", "did you mean `core.count`?"),
        ("sim va --policy simt --set core.count", "no value"),
        ("sim va --policy simt --set core.count=0", "0 is not within 1 to 256"),
        ("sim va --policy simt --set core.width=7", "core.width: must divide core.warp_size"),
        ("sim va --policy simt --limit 0", "one cycle or more"),
        ("sim va --policy simt --jobs 0", "0 is not in 1..=256"),
        ("sim va --policy simt --rtl prt", "the cores of policy `simt` contain no `prt`"),
        ("sim va --policy simt --rtl vtc", "the cores of policy `simt` contain no `vtc`"),
        ("sim va --policy vt-free --rtl vtc", "the cores of policy `vt-free` contain no `vtc`"),
        ("sim va --policy vt --rtl vtc", "no preset of `vtc` has the configuration that policy `vt` needs"),
        ("sim va --policy vt-scalar", "`vt` takes neither `-w16` nor `-scalar`"),
        ("sim va --policy max-w16", "`max` takes neither"),
        ("sim va --policy vt --set vt.ctas=0", "0 is not within 1 to 64"),
        ("sim va --policy vt --set vt.ctas=65", "65 is not within 1 to 64"),
        ("sim va --policy vt --set vt.warps=257", "257 is not within 1 to 256"),
        ("sim va --policy vt --set vt.depth=3", "3 is not 2 times a power of two"),
        ("sim va --policy vt --set vt.beat=300", "300 is not 256 times a power of two"),
        ("sim va --policy vt --set vt.active_queue=0", "0 is not within 1 to 1024"),
        ("sim va --policy mascar --set mascar.queue=0", "0 is not within 1 to 1024"),
        ("sim va --policy mascar --set mascar.saturated=0", "0 is not within 1 to 2048"),
        ("sim va --policy simt,simt-w16 --trace x.pftrace", "--trace shows one run, and 2 are asked for"),
        ("sim va --policy simt --trace file/x.pftrace", "not a folder"),
        ("sim va --policy simt --stats file/x.csv", "not a folder"),
        ("sim va --policy simt --keep file", "not a folder"),
    ] {
        desk.run(words).is(2, &[said]);
    }
    assert_eq!(desk.names("."), ["file", "step.ptx", "step.toml"]);
}

#[test]
fn what_is_told_depends_on_nothing_but_the_arguments() {
    let desk = Desk::with_step();
    let words = "va step.ptx bitonic va --policy simt,simt-w16 --keep kept --stats s.csv";
    let first = desk.run(&format!("sim {words} --jobs 1"));
    first.is(0, &["VA", "STEP", "BITONIC", "simt-w16", "as expected"]);
    let csv = fs::read_to_string(desk.path("s.csv")).unwrap();
    assert_eq!(kept(&desk).len(), 6);
    let again = desk.run(&format!("sim {words} --jobs 2"));
    again.is(0, &["6 of 6 runs are kept"]);
    let afresh = desk.run(&format!("sim {words} --jobs 2 --afresh"));
    assert!(!afresh.err.contains("kept"));
    for other in [&again, &afresh] {
        assert_eq!(other.out, first.out);
        assert_eq!(fs::read_to_string(desk.path("s.csv")).unwrap(), csv);
    }
    // a table of one line a run, in the order of the arguments
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let names: Vec<_> = rows[1..].iter().map(|row| format!("{} {}", row[0], row[1])).collect();
    assert_eq!(names, ["VA simt", "VA simt-w16", "STEP simt", "STEP simt-w16", "BITONIC simt", "BITONIC simt-w16"]);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    // and the same numbers as JSON
    let lines = desk.run(&format!("sim {words} --json")).is(0, &[]).json();
    for (line, row) in lines.iter().zip(&rows[1..]) {
        assert_eq!(line["event"], "run");
        for (name, cell) in rows[0].iter().zip(row) {
            let value = line.get(name).unwrap_or(&line["statistics"][name]);
            let told = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            // settings are a list in JSON, here an empty one
            assert_eq!(if *name == "set" { told.replace("[]", "") } else { told }, *cell, "{name}");
        }
    }
    let speedup = lines[0]["cycles"].as_f64().unwrap() / lines[1]["cycles"].as_f64().unwrap();
    assert_eq!(lines[0]["speedup"].as_f64(), Some(1.0));
    // what is read back may differ in the last place
    assert!((lines[1]["speedup"].as_f64().unwrap() - speedup).abs() < 1e-12);
}

#[test]
fn one_run_shows_every_statistic() {
    let desk = Desk::with_step();
    let shown = desk.run("sim step.ptx --policy simt");
    let counters = heddle_gpu::system::list();
    shown.is(0, &counters.iter().map(|counter| counter.name).collect::<Vec<_>>());
}

#[test]
fn a_wrong_result_is_a_mismatch_kept_or_not() {
    let desk = Desk::with_step();
    desk.write("step.toml", STEP_LAUNCH.replace("[100, 100, 100]", "[100, 101, 100]"));
    for _ in 0..2 {
        desk.run("sim step.ptx va --policy simt --keep kept").is(1, &["WRONG STEP, simt: ", "as expected"]);
    }
    let lines = desk.run("sim step.ptx --policy simt --json --keep kept").is(1, &[]).json();
    assert_eq!((&lines[0]["result"], lines[0]["wrong"].as_array().unwrap().len()), (&"wrong".into(), 1));
    desk.write("step.toml", &STEP_LAUNCH[..STEP_LAUNCH.find("[[expect]]").unwrap()]);
    desk.run("sim step.ptx --policy simt").is(0, &["not checked"]);
}

#[test]
fn who_needs_whole_warps_is_refused_by_name() {
    let desk = Desk::with_step();
    desk.run("sim pr step.ptx --policy simt-w16")
        .is(4, &["refused PR, simt-w16: the workload is marked `warp_synchronous`", "STEP", "as expected"]);
    // too large for the GPU: refused as well
    desk.run("sim bitonic --policy simt --set shared.bytes=0")
        .is(2, &["refused BITONIC", "512 bytes of shared memory", "with shared.bytes = 512", "nothing was run"]);
    desk.run("sim bitonic --policy simt --set core.warps=1")
        .is(2, &["refused BITONIC", "128 x 1 x 1 threads", "core.warp_size = 128"]);
    desk.run("sim bitonic --policy vt --config vt --set core.ctas=17")
        .is(2, &["refused BITONIC", "the configuration of its controller is not possible: active = 17"]);
    let lines = desk.run("sim pr --policy simt,simt-w16 --json").is(4, &[]).json();
    assert_eq!((&lines[0]["event"], &lines[1]["event"]), (&"run".into(), &"refused".into()));
}

#[test]
fn a_kernel_that_stands_still_is_told_warp_by_warp() {
    let desk = Desk::with_step();
    desk.write("step.ptx", STUCK);
    let stuck = desk.run("sim step.ptx va --policy simt --keep kept");
    stuck.is(1, &["TROUBLE STEP, simt: ", "barrier", "step.ptx", "VA", "as expected"]);
    assert_eq!(kept(&desk).len(), 1, "trouble is not kept");
}

#[test]
fn a_limit_ends_a_run_and_marks_it() {
    let desk = Desk::with_step();
    let limited = desk.run("sim bfs --policy simt --limit 3000 --stats s.csv --keep kept");
    limited.is(0, &["partial (limit)", "3 000", "statistic (partial)"]);
    assert!(fs::read_to_string(desk.path("s.csv")).unwrap().contains("partial (limit)"));
    // the limit is part of what was asked for
    let whole = desk.run("sim bfs --policy simt --keep kept");
    whole.is(0, &["as expected"]);
    assert!(!whole.err.contains("kept") && kept(&desk).len() == 2);
    desk.run("sim bfs --policy simt --limit 3000 --keep kept").is(0, &["partial (limit)", "1 of 1 runs are kept"]);
}

#[test]
fn whatever_matters_makes_another_run() {
    let desk = Desk::with_step();
    let made = |words: &str| {
        let before = kept(&desk).len();
        desk.run(&format!("sim step.ptx --keep kept {words}")).is(0, &[]);
        kept(&desk).len() - before
    };
    assert_eq!(made("--policy simt"), 1);
    assert_eq!(made("--policy simt --jobs 2 --json"), 0);
    assert_eq!(made("--policy simt-scalar"), 1);
    assert_eq!(made("--policy simt --set l1.latency=5"), 1);
    assert_eq!(made("--policy simt --set l1.latency=4"), 0, "the value counts, not who says it");
    assert_eq!(made("--policy simt --config vt"), 1);
    desk.write("step.ptx", STEP.replace("BOUND", "100 ").replace("AGAIN", "MORE"));
    assert_eq!(made("--policy simt"), 1);
    desk.write("step.toml", STEP_LAUNCH.replace("step = 1", "step = 0"));
    assert_eq!(made("--policy simt"), 1);
}

#[test]
fn a_damaged_file_is_no_run() {
    let desk = Desk::with_step();
    let words = "sim step.ptx --policy simt --keep kept";
    let first = desk.run(words);
    let file = kept(&desk).remove(0);
    let whole = fs::read_to_string(&file).unwrap();
    let other = whole.replacen("\"cycles\":", "\"cycles\":1", 1);
    for damaged in ["", "{}", &whole[..whole.len() / 2], &other] {
        fs::write(&file, damaged).unwrap();
        let again = desk.run(words);
        assert!(!again.err.contains("kept"), "{damaged}");
        assert_eq!(again.out, first.out);
        assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    }
}

#[test]
fn without_a_place_for_them_runs_are_made_all_the_same() {
    let desk = Desk::with_step();
    let mut command = desk.heddle("sim step.ptx --policy simt");
    command.env_remove("HEDDLE_CACHE").env_remove("XDG_CACHE_HOME").env_remove("HOME");
    ran(&mut command).is(0, &["as expected"]);
}

const SWEEP: &str =
    "sim bfs bitonic mum mandel pf nw dot va nn gau btree lud --policy simt,simt-scalar --jobs 1 --keep kept";

#[test]
fn a_sweep_that_was_killed_goes_on_where_it_was() {
    let desk = Desk::new();
    let whole = desk.run(&SWEEP.replace("kept", "other"));
    whole.is(0, &["as expected"]);
    let mut before = 0;
    // at several points, whatever is under way there
    for wanted in [1, 5, 11] {
        let mut child = start(&mut desk.heddle(SWEEP));
        // what is being written has another name until it is whole
        let finished =
            || kept(&desk).into_iter().filter(|path| path.extension().is_some_and(|e| e == "json")).collect::<Vec<_>>();
        until(|| finished().len() >= wanted);
        child.kill().unwrap();
        child.wait().unwrap();
        let finished = finished();
        assert!(finished.len() >= wanted.max(before) && finished.len() < 24, "{}", finished.len());
        before = finished.len();
    }
    let runs = |paths: Vec<PathBuf>| -> Vec<_> {
        let json = paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == "json"));
        json.map(|path| (path.clone(), fs::metadata(path).unwrap().modified().unwrap())).collect()
    };
    let finished = runs(kept(&desk));
    let rest = desk.run(SWEEP);
    rest.is(0, &[&format!("{before} of 24 runs are kept")]);
    assert_eq!(rest.out, whole.out);
    let all = runs(kept(&desk));
    assert_eq!(all.len(), 24);
    assert!(finished.iter().all(|run| all.contains(run)), "what was finished was made again");
}

#[test]
fn an_interrupted_run_tells_what_it_has() {
    let desk = Desk::with_step();
    desk.write("step.ptx", STEP.replace("BOUND", "2000000000"));
    let child = start(&mut desk.heddle("sim va step.ptx va bitonic --policy simt --jobs 1 --keep kept --stats s.csv"));
    until(|| kept(&desk).len() == 1);
    sleep(Duration::from_millis(300));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    assert!(out.contains("partial (interrupted)") && out.contains("not run") && out.contains("as expected"), "{out}");
    assert!(err.contains("1 of 3 runs had ended"), "{err}");
    assert_eq!(kept(&desk).len(), 1, "half a run is not kept");
    assert!(fs::read_to_string(desk.path("s.csv")).unwrap().contains("partial (interrupted)"));
}

fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_trace_has_grids_cores_and_ctas() {
    let desk = Desk::with_step();
    // a kept run has no events: it is made again
    for _ in 0..2 {
        desk.run("sim step.ptx --policy simt --trace t.pftrace --keep kept").is(0, &["as expected"]);
    }
    let bytes = fs::read(desk.path("t.pftrace")).unwrap();
    let has = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    for text in ["STEP, simt, stsimt", "grids", "step", "core 0", "core 2 CTA 0", "CTA [2, 0, 0]"] {
        assert!(has(text), "{text}");
    }
}

#[test]
fn verilated_lanes_take_as_long_as_golden_ones() {
    let desk = Desk::with_step();
    let small = "--set core.count=1 --set dram.channels=1 --set l2.bytes=131072";
    let policies = "tsimt+-scalar,stsimt4";
    let sim = |more: &str| desk.run(&format!("sim va bitonic --policy {policies} {small} --json --afresh {more}"));
    let (rtl, golden) = (sim("--rtl lane").is(0, &["as expected"]).json(), sim("").is(0, &["as expected"]).json());
    assert_eq!(rtl.len(), 4);
    for (rtl, golden) in rtl.iter().zip(&golden) {
        assert_eq!((&rtl["cycles"], &rtl["statistics"]), (&golden["cycles"], &golden["statistics"]));
        assert!(rtl["statistics"].as_object().unwrap().len() > 50);
    }
    desk.run("sim va --policy simt --rtl lane").is(2, &["the cores of policy `simt` contain no `lane`"]);
    desk.run("sim va --policy tsimt --rtl lane --set pipeline.window=3")
        .is(2, &["no preset of `lane` has the configuration that policy `tsimt` needs"]);
    desk.run("sim va --policy tsimt --rtl prt")
        .is(2, &["the cores of policy `tsimt` contain no `prt`", "lists the policies"]);
    desk.run("sim va --policy tsimt --rtl nothing").is(2, &["no core can use RTL of `nothing`", "--rtl takes: lane"]);
}
