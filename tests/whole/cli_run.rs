//! `heddle run` as its users meet it: an unmodified program under several modes, and Ctrl-C while a
//! kernel runs.

use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::desk::{Desk, signal_all};

/// A GPU of one core.
const SMALL: &str = "--set core.count=1 --set dram.channels=1 --set l2.bytes=131072";

#[test]
fn a_program_runs_in_every_mode() {
    let desk = Desk::new();
    desk.cuda_program("driver", "libcuda.so.1");
    desk.run("run --functional -- ./program").is(0, &["passed", "3 launches"]);
    desk.run(&format!("run --policy simt,stsimt4 {SMALL} -- ./program")).is(0, &["passed", "stsimt4", "speedup"]);
    desk.run("run --functional -- ./nothing").is(2, &["nothing", "name a program that can be run"]);
    desk.run("run --functional -- sh -c true").is(0, &["launched no kernel"]);
    let small = desk.run(&format!("run --policy simt {SMALL} --set core.registers=512 -- ./program"));
    small.is(1, &["refused", "does not fit", "set core.registers to"]);
    assert!(!small.err.contains("static runtime"), "{}", small.err);
    desk.run(&format!("run --policy simt-w16 {SMALL} -- ./program")).is(0, &["passed", "simt-w16"]);
}

#[test]
fn chosen_launches_are_timed_and_the_others_executed() {
    let desk = Desk::new();
    desk.cuda_program("driver", "libcuda.so.1");
    let run = |choice: &str| desk.run(&format!("run --policy simt {SMALL} {choice} -- ./program"));
    run("--launches 1").is(0, &["passed", "1 of 3 launches were timed, from number 1 to 1"]);
    run("--launches 1..").is(0, &["passed", "2 of 3 launches were timed, from number 1 to 2"]);
    run("--launches ..2 --threads 2").is(0, &["passed", "2 of 3 launches were timed, from number 0 to 1"]);
    run("--instructions 1").is(0, &["passed", "1 of 3 launches were timed, from number 0 to 0"]);
    run("--launches 0..3").is(0, &["passed", "3 of 3 launches were timed", "executed 0 warp instructions"]);
    run("--launches 7").is(2, &["passed", "none of the 3 launches (0 to 2) was timed", "kernels are"]);
    run("--kernel nothing").is(2, &["passed", "none of the 3 launches"]);
    for wrong in ["--launches 3..1", "--launches 2..2", "--launches x", "--launches 1..x", "--instructions 0"] {
        run(wrong).is(2, &["give"]);
    }
    desk.run("run --functional --launches 1 -- ./program").is(2, &["cannot be used with"]);
    // what is timed alone is not what is timed behind another launch: caches are cold
    let cycles = |choice: &str| {
        let ran = run(&format!("--json {choice}"));
        let events = ran.err.lines().chain(ran.out.lines());
        let event = events.filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        event.filter_map(|event| event["cycles"].as_u64()).next().unwrap()
    };
    assert_eq!(cycles("--launches 0"), cycles("--instructions 1"));
    assert!(cycles("--launches 0..2") > cycles("--launches 0"));
}

/// Ctrl-C, which a terminal sends to `heddle` and to the program, while a kernel runs that has no
/// end. A program that does not handle it dies of it, as anywhere; one that does is given the
/// launch's error, and what it makes of it, if it ends with 0, is incomplete.
#[test]
fn ctrl_c_ends_a_launch() {
    let desk = Desk::new();
    desk.cuda_program("faults", "libcuda.so.1");
    for (mode, what, status) in [
        ("--functional", "spin", 130),
        ("--functional", "deaf", 4),
        ("--policy simt", "spin", 130),
        ("--policy stsimt4", "deaf", 4),
    ] {
        let mut heddle = desk.heddle(&format!("run {mode} {SMALL} -- ./program {what}"));
        let mut child = heddle.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        assert_eq!(line, "launching\n", "{mode} {what}");
        std::thread::sleep(Duration::from_millis(300));
        let since = Instant::now();
        signal_all(&child, "INT");
        let (mut rest, mut why) = (String::new(), String::new());
        said.read_to_string(&mut rest).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut why).unwrap();
        let ended = child.wait().unwrap();
        assert_eq!(ended.code(), Some(status), "{mode} {what}: {rest}{why}");
        assert!(since.elapsed() < Duration::from_secs(120), "{mode} {what}: {:?}", since.elapsed());
        if what == "deaf" {
            assert!(rest.contains("passed") && why.contains("interrupted in kernel `spins`"), "{mode}: {rest}{why}");
        }
    }
}

#[test]
fn a_launch_that_does_not_end_by_itself_has_a_place_and_a_status() {
    let desk = Desk::new();
    desk.cuda_program("streams", "libcuda.so.1");
    let place = "kernel `waits`, module 0:8:";
    for mode in ["--functional", "--policy simt"] {
        let words = format!("run {mode} {SMALL} -- ./program never");
        desk.run(&words).is(4, &["passed", place, "livelock: it waits for 4 bytes"]);
    }
    desk.run(&format!("run --policy simt {SMALL} --limit 5k --livelock 0 -- ./program never"))
        .is(4, &["passed", "the cycles of --limit ended in kernel `waits`, after 5000 cycles of it", "5 000"]);
    desk.run(&format!("run --functional {SMALL} -- ./program stream")).is(0, &["passed", "2 launches"]);
}

/// The display is beside the program's own output, and changes nothing.
#[test]
fn progress_says_which_launch_runs() {
    let desk = Desk::new();
    desk.cuda_program("steps", "libcuda.so.1");
    let run = |more: &str| {
        let words = format!("run --policy simt {SMALL} --launches 1..9 {more} -- ./program 2 30000");
        let ran = desk.heddle(&words).env("HEDDLE_PROGRESS", "json").output().unwrap();
        (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap())
    };
    let (quiet, shown) = (run(""), run("--progress"));
    assert_eq!(shown.0, quiet.0);
    assert!(!quiet.1.contains("KIPS"), "{}", quiet.1);
    for word in ["simt: launch 1 of 9 (step), ", " % of its CTAs, ", " left, ", " instructions, ", " KIPS"] {
        assert!(shown.1.contains(word), "{word}: {}", shown.1);
    }
}
