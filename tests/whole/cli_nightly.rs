//! `heddle nightly`, `cover` and `enumerate` as their users meet them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;

use crate::desk::{Desk, signal, wait_for};

fn heddle() -> Command {
    Command::new(env!("CARGO_BIN_EXE_heddle"))
}

fn lines(out: &[u8]) -> Vec<Value> {
    String::from_utf8_lossy(out).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("index.html")).unwrap()
}

/// A nightly run is killed in a step; the same command does what is left, and the page has every
/// step.
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
        assert!(started.elapsed() < Duration::from_secs(600), "the first step is never done");
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!out.join("slow.json").exists());
    assert!(page(&out).contains("1 passed, 0 failed, 2 not run"));

    // the failed step is named, and the page is written all the same
    fs::write(&plan, format!("first: heddle units --json\nslow: true\nlast: {slow}\n")).unwrap();
    let ended = night(&plan).output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let told = lines(&ended.stdout);
    let verdicts: Vec<&str> = told.iter().filter_map(|line| line["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["passed before", "passed", "FAILED"]);
    let passed: Vec<bool> = told[..3].iter().map(|line| line["last_passed"].is_string()).collect();
    assert_eq!(passed, [true, true, false]);
    let told = page(&out);
    assert!(told.contains("2 passed, 1 failed, 0 not run") && told.contains("gate"), "{told}");

    // what failed is done again, what passed is not
    fs::write(&gate, "").unwrap();
    let ended = night(&plan).output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    assert!(page(&out).contains("3 passed, 0 failed, 0 not run"));
    let last = lines(&ended.stdout).pop().unwrap();
    assert_eq!((&last["passed"], &last["failed"], &last["left"]), (&3.into(), &0.into(), &0.into()));

    // a step that fails is shown with the time at which it last passed, though its command was
    // another
    fs::write(&plan, "last: false\n").unwrap();
    let ended = night(&plan).output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    assert!(lines(&ended.stdout)[0]["last_passed"].is_string() && page(&out).contains("last passed"));
}

/// The processes with a word in their command.
fn with(word: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let commands = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let commands = commands.map(|words| String::from_utf8_lossy(&words).replace('\0', " "));
    commands.filter(|command| command.contains(word) && command.starts_with("sleep")).collect()
}

/// Whatever ends a nightly run, its steps end with it, and theirs: in groups, sessions and trees of
/// their own, a compiler of a step of `heddle` among them.
#[test]
fn a_night_that_is_killed_leaves_no_process() {
    for (n, name) in ["KILL", "TERM", "INT", "HUP", "attend"].into_iter().enumerate() {
        let desk = Desk::new();
        let mark = format!("987{n}.{}", std::process::id());
        let sleep = |tenth: u32| format!("sleep {mark}{tenth}");
        let slow = format!(
            "trap '' TERM\nsetsid {} &\nsh -c '{} & wait' &\n(setsid sh -c '{} & exec {}' &)\nHEDDLE_CACHE=cache CXX=./cxx '{}' check mul32/paper",
            sleep(1),
            sleep(2),
            sleep(3),
            sleep(4),
            env!("CARGO_BIN_EXE_heddle"),
        );
        desk.script("slow", &slow);
        desk.script("cxx", &format!("case $1 in --version) exec g++ --version;; esac\n{}", sleep(5)));
        desk.write("plan", "slow: ./slow\n");
        let mut night = desk.heddle("nightly --plan plan --out night");
        let mut child = night.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for(|| with(&mark).len() == 5);
        match name {
            "attend" => {
                let attend = format!("attend {}", child.id());
                let found = Command::new("pkill").args(["-KILL", "-f", &attend]).status().unwrap();
                assert!(found.success());
            }
            name => signal(&child, name),
        }
        wait_for(|| with(&mark).is_empty());
        let status = child.wait().unwrap();
        match name {
            "KILL" => assert_eq!(status.code(), None),
            "attend" => assert_eq!(status.code(), Some(1), "a step that failed"),
            _ => assert_eq!(status.code(), Some(130), "{name}"),
        }
        assert_eq!(desk.path("night/slow.json").exists(), name == "attend");
    }
}

#[test]
fn a_step_that_leaves_processes_or_cannot_begin_is_told() {
    let desk = Desk::new();
    let mark = format!("9866.{}", std::process::id());
    desk.script("leaves", &format!("setsid sleep {mark} &\necho figures\nexit 7"));
    desk.script("dies", "kill -SEGV $$");
    desk.write("plan", "leaves: ./leaves\ndies: ./dies\nnothing: ./nothing\nfine: true\n");
    let told = desk.run("nightly --plan plan --out night --json");
    let status = |line: &Value| (line["verdict"].as_str().unwrap().to_string(), line["status"].as_i64());
    let statuses: Vec<_> = told.is(1, &[]).json().iter().filter(|line| line["event"] == "step").map(status).collect();
    let failed = |status| ("FAILED".to_string(), Some(status));
    assert_eq!(statuses, [failed(7), failed(128 + 11), failed(127), ("passed".into(), Some(0))]);
    assert_eq!(with(&mark).len(), 0);
    assert!(fs::read_to_string(desk.path("night/nothing.err")).unwrap().contains("./nothing: No such file"));
}

#[test]
fn a_second_night_in_a_folder_is_refused_until_the_first_has_ended() {
    let desk = Desk::new();
    desk.write("wait", "until [ -e go ]; do sleep 0.05; done");
    desk.write("plan", "first: sh wait\n");
    let words = "nightly --plan plan --out night";
    let start = || desk.heddle(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut first = start();
    let claim = desk.path("night/night.claim-0");
    wait_for(|| claim.exists());
    let holder = format!("process {} on ", first.id());
    desk.run(words).is(2, &["night: another night is under way there", &holder, ", since 2", "--out"]);
    desk.run(&format!("{words} --runs runs --print-script")).is(2, &["another night is under way", &holder]);
    desk.write("quick", "fine: true\n");
    desk.run("nightly --plan quick --out other").is(0, &["1 passed, 0 failed, 0 left"]);
    // of a process that was killed, it is free at once
    first.kill().unwrap();
    first.wait().unwrap();
    let mut second = start();
    wait_for(|| desk.path("night/night.claim-1").exists());
    desk.run(words).is(2, &[&format!("process {} on ", second.id())]);
    desk.write("go", "");
    assert!(second.wait().unwrap().success());
    desk.run(words).is(0, &["1 passed, 0 failed, 0 left"]);
    assert!(desk.names("night").iter().all(|name| !name.contains("claim")), "{:?}", desk.names("night"));
    // a task that shares the nightly run has a step
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let owner = |minutes: u64| {
        let owner = serde_json::json!({
            "job": null, "host": host.trim(), "system": "before the start of this one", "pid": 1, "started": "1", "since": "2026-01-01T00:00:00Z",
        });
        let file = desk.path("night/first.json.claim-0");
        fs::write(&file, owner.to_string()).unwrap();
        let touched = SystemTime::now() - Duration::from_secs(60 * minutes);
        fs::File::options().write(true).open(&file).unwrap().set_modified(touched).unwrap();
    };
    owner(3);
    desk.run(words).is(2, &["process 1 on ", "since 2026-01-01", "after five minutes"]);
    owner(6);
    desk.run(words).is(0, &["1 passed"]);
}

#[test]
fn what_lies_in_the_place_of_a_steps_result_is_refused() {
    let desk = Desk::new();
    desk.write("plan", "first: true\n");
    let words = "nightly --plan plan --out night";
    desk.run(words).is(0, &["1 passed"]);
    fs::rename(desk.path("night/first.json"), desk.path("first.json")).unwrap();
    symlink("../first.json", desk.path("night/first.json")).unwrap();
    desk.run(words).is(2, &["first.json: a symbolic link, which is not followed", "remove it"]);
    fs::remove_file(desk.path("night/first.json")).unwrap();
    for end in ["json", "out", "err"] {
        let file = desk.path(&format!("night/first.{end}"));
        let _ = fs::remove_file(&file);
        assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
        desk.run(words).is(2, &[&format!("first.{end}: a pipe in the place of a file")]);
        fs::remove_file(&file).unwrap();
    }
    fs::rename(desk.path("night"), desk.path("real")).unwrap();
    symlink("real", desk.path("night")).unwrap();
    desk.run(words).is(2, &["night: a symbolic link", "the folder that it leads to"]);
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
