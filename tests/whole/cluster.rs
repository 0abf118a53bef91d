//! Work that tasks of a real Slurm share, on this machine alone: equality, faults, cost, bad input.
//! `make cluster` installs Slurm and runs these tests; without `HEDDLE_CLUSTER` they only say so.
//! `cli_share` has what needs no Slurm.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::desk::{Desk, Ran, ran, root, signal, wait_for};

/// There is one cluster at a time.
static ONE: Mutex<()> = Mutex::new(());

/// Slurm on this machine, for one test.
struct Slurm {
    folder: PathBuf,
    desk: Desk,
    _one: MutexGuard<'static, ()>,
}

impl Slurm {
    /// Starts Slurm; `None` if these tests are not wanted.
    fn start(test: &str) -> Option<Slurm> {
        if std::env::var_os("HEDDLE_CLUSTER").is_none() {
            eprintln!("{test} is skipped: `make cluster` installs Slurm and runs it");
            return None;
        }
        let one = ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let folder = std::env::temp_dir().join("heddle-cluster");
        let slurm = Slurm { folder, desk: Desk::new(), _one: one };
        slurm.script("stop");
        let _ = fs::remove_dir_all(&slurm.folder);
        fs::create_dir_all(&slurm.folder).unwrap();
        // what is mounted later is not seen by the node
        assert!(
            run("mount", ["-t", "tmpfs", "-o", &format!("size={}", room()), "none", &slurm.small()]).status.success()
        );
        let started = slurm.script("start");
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        eprintln!("{test}");
        Some(slurm)
    }

    fn script(&self, what: &str) -> Output {
        let script = root().join("tests/whole/cluster/start.sh");
        // a daemon must not keep a pipe of ours open
        let mut command = Command::new("sh");
        command.arg(script).arg(&self.folder).arg(what).stdin(Stdio::null()).stdout(Stdio::null());
        let said = tempfile::NamedTempFile::new().unwrap();
        let status = command.stderr(said.reopen().unwrap()).status().unwrap();
        Output { status, stdout: Vec::new(), stderr: fs::read(said.path()).unwrap() }
    }

    /// A folder with little room.
    fn small(&self) -> String {
        let small = self.folder.join("small");
        fs::create_dir_all(&small).unwrap();
        small.display().to_string()
    }

    fn with_slurm(&self, mut command: Command) -> Command {
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command
    }

    fn command(&self, words: &str) -> Command {
        self.with_slurm(self.desk.heddle(words))
    }

    fn run(&self, words: &str) -> Ran {
        ran(&mut self.command(words))
    }

    /// Starts a command whose output is looked at later.
    fn spawn(&self, words: &str) -> Child {
        self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// A command of Slurm's.
    fn tool(&self, words: &str) -> String {
        let mut words = words.split_whitespace();
        let mut command = self.with_slurm(Command::new(words.next().unwrap()));
        let ended = ran(command.args(words));
        ended.is(0, &[]).out.clone()
    }

    fn node(&self) -> String {
        self.tool("sinfo --noheader --format=%n").trim().to_string()
    }

    /// A plan of steps, each of which adds a line to `count` and takes some seconds.
    fn plan(&self, steps: usize, seconds: f64) {
        let step = |n: usize| format!("step {n}: sh -c sleep${{IFS}}{seconds};echo>>count\n");
        self.desk.write("plan", (0..steps).map(step).collect::<String>());
    }

    /// Steps that were run to their end, however often.
    fn count(&self) -> usize {
        fs::read_to_string(self.desk.path("count")).map_or(0, |text| text.lines().count())
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        self.script("stop");
        run("umount", ["-l", &self.small()]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn run<const N: usize>(program: &str, words: [&str; N]) -> Output {
    Command::new(program).args(words.map(OsStr::new)).output().unwrap()
}

/// Bytes of a folder that has room for the command and a little more.
fn room() -> u64 {
    fs::metadata(env!("CARGO_BIN_EXE_heddle")).unwrap().len() + (8 << 20)
}

fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { status: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Tests by name, each on a cluster of its own.
macro_rules! on_a_cluster {
    ($($(#[$doc:meta])* fn $test:ident($slurm:ident) $body:block)*) => {
        $($(#[$doc])* #[test]
        fn $test() {
            let Some($slurm) = Slurm::start(stringify!($test)) else { return };
            $body
        })*
    };
}

/// A plan of a nightly run in which every step counts how often it runs.
const NIGHT: &str = "nightly --plan plan --out night --slurm --runs runs";

on_a_cluster! {
    fn a_figure_is_the_same_as_on_one_machine(slurm) {
        let only = std::env::var("ONLY").ok().filter(|only| !only.is_empty());
        let only = only.map_or(String::new(), |only| format!(" --only {only}"));
        let figure = format!("figure stsimt --scale test{only}");
        let began = Instant::now();
        let alone = slurm.run(&format!("{figure} --jobs 2 --keep kept --plot alone"));
        let (one, began) = (began.elapsed(), Instant::now());
        let shared = slurm.run(&format!("{figure} --slurm --runs runs --tasks 8 --plot shared"));
        eprintln!("  {figure}: --jobs 2 {:.0} s, 8 tasks {:.0} s", one.as_secs_f64(), began.elapsed().as_secs_f64());
        assert!(shared.is(alone.status, &["8 tasks for"]).out == alone.out.replace("alone/", "shared/"));
        for plot in slurm.desk.names("alone") {
            let read = |folder: &str| fs::read(slurm.desk.path(folder).join(&plot)).unwrap();
            assert!(read("alone") == read("shared"), "{plot}");
        }
    }

    fn a_hunt_finds_the_same_mismatch_and_shrinks_it_to_the_same_bytes(slurm) {
        slurm.desk.wrong_multiplier();
        let hunt = "fuzz mul32/paper --dut wrong.v --seed 11 --cycles 20M";
        let alone = slurm.run(&format!("{hunt} --out alone"));
        let shared = slurm.run(&format!("{hunt} --out shared --slurm --runs runs --tasks 4"));
        alone.is(1, &["MISMATCH mul32/paper"]);
        shared.is(1, &["MISMATCH mul32/paper"]);
        assert_eq!(slurm.desk.names("shared"), slurm.desk.names("alone"));
        for file in slurm.desk.names("alone") {
            let read = |folder: &str| fs::read(slurm.desk.path(folder).join(&file)).unwrap();
            assert!(read("alone") == read("shared"), "{file}");
        }
    }

    fn a_task_that_is_killed_gives_its_piece_to_another(slurm) {
        slurm.plan(12, 1.0);
        let night = slurm.spawn(&format!("{NIGHT} --tasks 2"));
        wait_for(|| slurm.count() >= 2);
        let tasks = run("pgrep", ["-f", "nightly --task"]);
        let pid = String::from_utf8_lossy(&tasks.stdout).lines().next().unwrap().to_string();
        assert!(run("kill", ["-KILL", &pid]).status.success());
        ended(night).is(0, &["12 passed, 0 failed, 0 left"]);
        assert!(slurm.count() <= 13, "more than what was under way was done twice: {}", slurm.count());
    }

    fn a_node_that_is_drained_is_waited_for(slurm) {
        slurm.plan(4, 0.2);
        slurm.tool(&format!("scontrol update nodename={} state=drain reason=test", slurm.node()));
        let night = slurm.spawn(&format!("{NIGHT} --tasks 2"));
        std::thread::sleep(Duration::from_secs(4));
        assert_eq!(slurm.count(), 0);
        assert!(slurm.run("jobs runs").is(0, &["0 of 4 pieces"]).out.contains("pending ("));
        slurm.tool(&format!("scontrol update nodename={} state=resume", slurm.node()));
        ended(night).is(0, &["4 passed"]);
        assert_eq!(slurm.count(), 4);
    }

    fn a_controller_that_is_started_again_is_waited_for(slurm) {
        slurm.plan(12, 1.0);
        let night = slurm.spawn(&format!("{NIGHT} --tasks 2"));
        wait_for(|| slurm.count() >= 2);
        let pid = fs::read_to_string(slurm.folder.join("run/slurmctld.pid")).unwrap();
        assert!(run("kill", ["-KILL", pid.trim()]).status.success());
        std::thread::sleep(Duration::from_secs(3));
        assert!(slurm.script("controller").status.success());
        ended(night).is(0, &["12 passed, 0 failed, 0 left"]);
        assert_eq!(slurm.count(), 12);
    }

    fn what_is_cancelled_by_others_or_by_ctrl_c_is_finished_by_the_next_call(slurm) {
        slurm.plan(16, 1.0);
        let night = slurm.spawn(&format!("{NIGHT} --tasks 2"));
        wait_for(|| slurm.count() >= 2);
        slurm.tool(&format!("scancel {}", slurm.tool("squeue --noheader --format=%F").split_whitespace().next().unwrap()));
        ended(night).is(2, &["pieces of work are left", "cancelled", "resumes"]);
        let night = slurm.spawn(&format!("{NIGHT} --tasks 2"));
        let before = slurm.count();
        wait_for(|| slurm.count() >= before + 2);
        signal(&night, "INT");
        ended(night).is(130, &["is cancelled", "the same command resumes"]);
        wait_for(|| slurm.tool("squeue --noheader").is_empty());
        slurm.run(&format!("{NIGHT} --tasks 2")).is(0, &["16 passed, 0 failed, 0 left"]);
        // what was under way twice: two tasks each time, whose steps may have counted before they
        // were ended
        assert!((16..=20).contains(&slurm.count()), "{}", slurm.count());
    }

    fn what_a_time_limit_ends_is_finished_by_the_next_call(slurm) {
        // Slurm counts in minutes, and looks twice a minute
        slurm.plan(8, 20.0);
        let words = format!("{NIGHT} --tasks 1 -- --time=1");
        let first = slurm.run(&words);
        first.is(2, &["pieces of work are left", "1 timeout", "time limit"]);
        let before = slurm.count();
        assert!((2..8).contains(&before), "{before}");
        slurm.plan(8, 20.0);
        slurm.run(&format!("{NIGHT} --tasks 8")).is(0, &["8 passed, 0 failed, 0 left"]);
        assert!(slurm.count() <= 9, "{}", slurm.count());
    }

    fn a_disk_that_is_full_is_said_and_the_next_call_finishes(slurm) {
        let runs = format!("{}/runs", slurm.small());
        let words = "sim va dot nn bfs bitonic cp --policy simt,tsimt,stsimt4";
        let shared = format!("{words} --slurm --runs {runs} --tasks 2");
        slurm.tool(&format!("scontrol update nodename={} state=drain reason=test", slurm.node()));
        let first = slurm.spawn(&shared);
        wait_for(|| !slurm.tool("squeue --noheader").is_empty());
        let filler = Path::new(&slurm.small()).join("filler");
        run("dd", ["if=/dev/zero", &format!("of={}", filler.display()), "bs=4096"]);
        slurm.tool(&format!("scontrol update nodename={} state=resume", slurm.node()));
        ended(first).is(2, &["pieces of work are left", "the disk is full"]);
        slurm.run(&shared).is(2, &["the disk is full: make room"]);
        fs::remove_file(filler).unwrap();
        let alone = slurm.run(&format!("{words} --keep alone"));
        assert_eq!(slurm.run(&shared).is(0, &[]).out, alone.out);
    }

    fn two_people_who_submit_the_same_do_it_once(slurm) {
        slurm.plan(10, 0.5);
        // the second begins while the first is under way: both look for failed steps at their start
        let first = slurm.spawn(&format!("{NIGHT} --tasks 2"));
        let second = slurm.spawn(&format!("{NIGHT} --tasks 2"));
        ended(first).is(0, &["10 passed, 0 failed, 0 left"]);
        ended(second).is(0, &["10 passed, 0 failed, 0 left"]);
        assert_eq!(slurm.count(), 10);
    }

    fn two_hundred_runs_cost_little_more_than_on_one_machine(slurm) {
        let policies = "simt,simt-scalar,tsimt,tsimt-scalar,tsimt+,tsimt+-scalar,stsimt2,stsimt2-scalar,stsimt4,stsimt4-scalar";
        let kernels = "bfs bitonic bp cp dg gau hotsp lps lud mandel mgst mum nw pf ray reduct sn srad vis lavamd";
        let words = format!("sim {kernels} --policy {policies} --limit 60k");
        let began = Instant::now();
        let alone = slurm.run(&format!("{words} --jobs 2 --keep alone"));
        let (one, began) = (began.elapsed().as_secs_f64(), Instant::now());
        let shared = slurm.run(&format!("{words} --slurm --runs runs --tasks 2"));
        let many = began.elapsed().as_secs_f64();
        let runs = slurm.desk.names("alone").len();
        eprintln!("  {runs} runs: --jobs 2 {one:.1} s, an array of 2 tasks {many:.1} s, {:+.1} %", 100.0 * (many / one - 1.0));
        assert_eq!(shared.out, alone.out);
        assert!(many <= 1.15 * one, "{many:.1} s beside {one:.1} s");
    }

    fn bad_input_is_said_clearly(slurm) {
        let words = "sim va --policy simt --slurm --runs";
        slurm.run(&format!("{words} runs --partition nowhere")).is(2, &["invalid partition", "`sinfo` lists the partitions"]);
        let apart = slurm.folder.join("unshared/runs");
        slurm.run(&format!("{words} {}", apart.display())).is(2, &[&slurm.node(), "does not share the folder", "--exclude=NODES"]);
        slurm.run(&format!("{words} runs --tasks 100000")).is(0, &["1 tasks"]);
        slurm.run(&format!("{words} more -- --time=nonsense")).is(2, &["sbatch: ", "Slurm refuses it"]);
        let mut without = slurm.command(&format!("{words} others"));
        ran(without.env("PATH", "/nowhere")).is(3, &["sbatch is not found on PATH"]);
    }
}
