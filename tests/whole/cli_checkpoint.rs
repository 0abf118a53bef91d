//! Checkpoints of `heddle run`: a run that is killed continues, and what is no checkpoint of it is
//! refused.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::desk::{Desk, Ran, signal_all};
use crate::length::at_length;

/// A GPU of one core.
const SMALL: &str = "--set core.count=1 --set dram.channels=1 --set l2.bytes=131072";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.cuda_program("steps", "libcuda.so.1");
    desk
}

/// What a run has left: its output, its statistics, and what it said beside them.
fn left(desk: &Desk, ran: &Ran) -> (String, String, String) {
    ran.is(0, &["passed"]);
    let own = |line: &&str| !line.starts_with("the run continues");
    let said: Vec<&str> = ran.err.lines().filter(own).collect();
    (ran.out.clone(), fs::read_to_string(desk.path("stats.csv")).unwrap(), said.join("\n"))
}

/// A number below another one, which differs from run to run.
fn any_below(most: u64) -> u64 {
    RandomState::new().hash_one(()) % most.max(1)
}

/// The machine fails at any moment; the same command then ends as if it had not.
#[test]
fn a_run_that_is_killed_continues_with_the_same_bytes() {
    killed("--launches 60..120 --checkpoint-every 10", "150 300", "the run continues before launch");
}

/// The same within launches, between their CTAs.
#[test]
fn a_run_that_is_killed_within_a_launch_continues_with_the_same_bytes() {
    killed("--launches 2..6 --checkpoint-ctas 1", "8 4000", "the run continues");
}

/// Kills a run of the program with some arguments at any moments, and runs it again.
fn killed(options: &str, arguments: &str, continues: &str) {
    let desk = desk();
    let words = format!(
        "run --policy simt {SMALL} {options} --json --stats stats.csv --checkpoint state -- ./program {arguments}"
    );
    let began = Instant::now();
    let whole = left(&desk, &desk.run(&words));
    let long = began.elapsed().as_millis() as u64;
    for _ in 0..if at_length() { 30 } else { 3 } {
        fs::remove_file(desk.path("state")).unwrap();
        let mut heddle = desk.heddle(&words);
        let mut child = heddle.process_group(0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let moment = any_below(long);
        sleep(Duration::from_millis(moment));
        signal_all(&child, "KILL");
        child.wait().unwrap();
        let there = desk.path("state").exists();
        let continued = desk.run(&words);
        let at = format!("killed after {moment} ms of {long}");
        assert_eq!(continued.err.contains(continues), there, "{at}");
        assert_eq!(left(&desk, &continued), whole, "{at}");
        assert!(desk.names("").iter().all(|name| !name.ends_with(".new")), "{at}");
    }
}

#[test]
fn policies_share_the_launches_before_the_first_timed_one() {
    let desk = desk();
    let words = |policy: &str| {
        format!("run --policy {policy} {SMALL} --launches 50..52 --stats stats.csv --checkpoint state -- ./program 60")
    };
    let both = desk.run(&words("simt,stsimt4"));
    both.is(0, &["the run continues before launch 50", "2 of 64 launches were timed, from number 50 to 51"]);
    let again = desk.run(&words("simt,stsimt4"));
    assert_eq!(again.err.matches("the run continues before launch 50").count(), 2, "{}", again.err);
    assert_eq!(left(&desk, &both), left(&desk, &again));
}

#[test]
fn what_is_no_checkpoint_of_the_run_is_refused() {
    let desk = desk();
    let run = |options: &str, words: &str| desk.run(&format!("run {SMALL} {options} -- ./program {words}"));
    let every = "--policy simt --checkpoint state --checkpoint-every 10";
    run(every, "30").is(0, &["passed"]);
    let kept = fs::read(desk.path("state")).unwrap();
    run(every, "31").is(2, &["it is of another program, `./program 30`", "remove it to begin anew"]);
    run(&every.replace("10", "15"), "30").is(2, &["launches before it were timed under other settings"]);
    run(&format!("{every} --set core.clock=900"), "30").is(2, &["timed under other settings"]);
    run(&format!("{every} --checkpoint-ctas 2"), "30").is(2, &["timed under other settings"]);
    desk.write("state", &kept[..kept.len() / 2]);
    run(every, "30").is(2, &["state: the run cannot continue from it: it is cut or damaged"]);
    desk.write("state", "something else");
    run(every, "30").is(2, &["it is not a checkpoint"]);
    assert_eq!(fs::read(desk.path("state")).unwrap(), b"something else");
    run("--policy simt --checkpoint x --checkpoint-every 10000", "30").is(0, &["passed", "no checkpoint was written"]);
    run("--policy simt --checkpoint x --launches 0..2", "30").is(0, &["passed", "no checkpoint was written"]);
    for (options, why) in [
        ("--policy simt --checkpoint-every 5", "--checkpoint <FILE>"),
        ("--policy simt --checkpoint x", "add --checkpoint-every N"),
        ("--policy simt,stsimt4 --checkpoint x --checkpoint-every 5", "there are 2 policies"),
        ("--policy simt,stsimt4 --checkpoint x --checkpoint-ctas 5", "--checkpoint-ctas N keeps the state of one run"),
        ("--policy simt --checkpoint-ctas 5", "--checkpoint <FILE>"),
        ("--policy simt --checkpoint x --checkpoint-ctas 0", "0 is not in 1.."),
        ("--functional --checkpoint x --checkpoint-ctas 5", "cannot be used with"),
        ("--policy simt --checkpoint x --checkpoint-every 0", "0 is not in 1.."),
        ("--policy simt --checkpoint x --checkpoint-every -1", "invalid value '-1'"),
        ("--policy simt --checkpoint libraries --checkpoint-every 5", "name a file in a folder"),
        ("--policy simt --checkpoint none/x --checkpoint-every 5", "name a file in a folder"),
        ("--policy simt --checkpoint /dev/full --checkpoint-every 5", "it is there, and is no file"),
        ("--policy simt --checkpoint x --checkpoint-every 5 --limit 5k", "cannot be used with"),
        ("--policy simt --checkpoint x --checkpoint-every 5 --html x.html", "cannot be used with"),
        ("--functional --sample", "cannot be used with"),
        ("--policy simt --sample --launches 5", "cannot be used with"),
    ] {
        run(options, "30").is(2, &[why]);
    }
}
