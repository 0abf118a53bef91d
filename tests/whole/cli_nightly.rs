//! `heddle nightly`, `cover` and `enumerate` as their users meet them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

fn heddle() -> Command {
    Command::new(env!("CARGO_BIN_EXE_heddle"))
}

fn lines(out: &[u8]) -> Vec<Value> {
    String::from_utf8_lossy(out).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("index.html")).unwrap()
}

/// A night is killed in a step; the same command does what is left, and the page has every step.
#[test]
fn a_night_goes_on_where_it_was_killed() {
    let desk = tempfile::tempdir().unwrap();
    let (plan, out, gate) = (desk.path().join("plan"), desk.path().join("night"), desk.path().join("gate"));
    let slow = format!("ls {}", gate.display());
    fs::write(&plan, format!("first: heddle units --json\nslow: sleep 30\nlast: {slow}\n")).unwrap();
    let night = |plan: &Path| {
        let mut command = heddle();
        command.args(["nightly", "--json", "--plan"]).arg(plan).arg("--out").arg(&out);
        command
    };
    let mut child = night(&plan).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    while !out.join("first.json").exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "the first step is never done");
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!out.join("slow.json").exists());
    assert!(page(&out).contains("1 passed, 0 failed, 2 not run"));

    // what failed is told, and the page is there all the same
    fs::write(&plan, format!("first: heddle units --json\nslow: true\nlast: {slow}\n")).unwrap();
    let ended = night(&plan).output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let told = lines(&ended.stdout);
    let verdicts: Vec<&str> = told.iter().filter_map(|line| line["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["passed before", "passed", "FAILED"]);
    let told = page(&out);
    assert!(told.contains("2 passed, 1 failed, 0 not run") && told.contains("gate"), "{told}");

    // what failed is done again, what passed is not
    fs::write(&gate, "").unwrap();
    let ended = night(&plan).output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    assert!(page(&out).contains("3 passed, 0 failed, 0 not run"));
    let last = lines(&ended.stdout).pop().unwrap();
    assert_eq!((&last["passed"], &last["failed"], &last["left"]), (&3.into(), &0.into(), &0.into()));
}

#[test]
fn a_plan_that_is_none_is_refused() {
    let desk = tempfile::tempdir().unwrap();
    let plan = desk.path().join("plan");
    fs::write(&plan, "nonsense\n").unwrap();
    let ended = heddle().args(["nightly", "--plan"]).arg(&plan).arg("--out").arg(desk.path()).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("plan:1: no `NAME: COMMAND`"));
}

/// A stimulus that is cut short leaves points unreached, which are named; the page says the same.
#[test]
fn what_is_not_reached_is_told() {
    let desk = tempfile::tempdir().unwrap();
    let html = desk.path().join("cover.html");
    let cover = |cycles: &str| {
        let mut command = heddle();
        command.args(["cover", "slp/tiny", "--json", "--cycles", cycles, "--html"]).arg(&html);
        let ended = command.output().unwrap();
        (ended.status.code(), lines(&ended.stdout).remove(0))
    };
    let (status, told) = cover("200000");
    assert_eq!((status, told["result"].as_str(), told["wrong"].as_array().unwrap().len()), (Some(0), Some("equal"), 0));
    let (status, told) = cover("10");
    assert_eq!((status, told["result"].as_str()), (Some(1), Some("mismatch")));
    assert!(told["wrong"][0].as_str().unwrap().starts_with("UNREACHED"));
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("unreached") && page.contains("a warp is launched"));
}

#[test]
fn the_states_of_the_least_are_told() {
    let desk = tempfile::tempdir().unwrap();
    let ended = heddle()
        .args(["enumerate", "gang/least", "--json", "--keep-plants", "--out"])
        .arg(desk.path())
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(0));
    let told = lines(&ended.stdout).remove(0);
    assert_eq!((told["complete"].as_bool(), told["result"].as_str()), (Some(true), Some("equal")));
    assert!(told["planted"].as_array().unwrap().iter().all(|plant| plant["found"]["cycles"].as_u64() > Some(0)));
    for trace in told["traces"].as_array().unwrap() {
        assert!(fs::read_to_string(trace.as_str().unwrap()).unwrap().starts_with("heddle-trace 1\nunit gang\n"));
    }
    let ended = heddle().args(["enumerate", "storage"]).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
}
