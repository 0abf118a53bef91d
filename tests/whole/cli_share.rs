//! Tests of work that tasks share, without Slurm: tasks run in a shell, and Slurm's commands are
//! scripts.

use std::ffi::OsString;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::SystemTime;

use crate::desk::{Desk, Ran, ran, signal, wait_for};

/// A fixture in which `sbatch` starts the tasks at once, `squeue` lists their states, and `scancel`
/// ends them.
struct Cluster {
    desk: Desk,
    path: OsString,
}

const SBATCH: &str = r#"[ "$1" = --version ] && exit
for script; do :; done
[ -s refuse ] && { cat refuse >&2; exit 1; }
# a node that sees another folder
[ -e apart ] && sed -i 's|^folder=.*|folder=/nowhere|' "$script"
id=$((100 + $(ls jobs | wc -l)))
mkdir "jobs/$id" && cp "$script" "jobs/$id/script"
for task in $(seq "$(sed -n 's/^#SBATCH --array=1-//p' "$script")"); do
  (
    SLURM_ARRAY_JOB_ID=$id SLURM_ARRAY_TASK_ID=$task sh "$script" &
    echo $! >"jobs/$id/$task.pid"
    wait $!
    echo $? >"jobs/$id/$task.status"
  ) >/dev/null 2>&1 &
done
echo $id"#;

const SQUEUE: &str = r#"[ -s rave ] && { cat rave; exit 0; }
[ "$1" = --version ] && exit
while [ $# -gt 0 ]; do [ "$1" = --jobs ] && job=$2; shift; done
id=${job%_*}
[ -d "jobs/$id" ] || { echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1; }
for pid in "jobs/$id"/*.pid; do
  task=$(basename "$pid" .pid)
  [ "$job" = "$id" ] || [ "$job" = "${id}_$task" ] || continue
  if [ ! -s "jobs/$id/$task.status" ]; then echo "${id}_$task|RUNNING|0|None|here|"
  elif [ "$(cat "jobs/$id/$task.status")" = 0 ]; then echo "${id}_$task|COMPLETED|0|None|here|"
  else echo "${id}_$task|FAILED|$(($(cat "jobs/$id/$task.status") * 256))|NonZeroExitCode|here|"; fi
done"#;

const SCANCEL: &str = r#"[ "$1" = --version ] && exit
for job; do :; done
echo "$job" >>cancelled
for pid in "jobs/$job"/*.pid; do kill "$(cat "$pid")" 2>/dev/null; done
true"#;

impl Cluster {
    fn new() -> Self {
        let desk = Desk::new();
        fs::create_dir_all(desk.path("slurm/jobs")).unwrap();
        for (name, script) in [("sbatch", SBATCH), ("squeue", SQUEUE), ("scancel", SCANCEL)] {
            // the scripts keep their own books
            desk.script(&format!("slurm/{name}"), &format!("cd \"$(dirname \"$0\")\"\n{script}"));
        }
        let path = format!("{}:{}", desk.path("slurm").display(), std::env::var("PATH").unwrap());
        Cluster { desk, path: path.into() }
    }

    fn command(&self, words: &str) -> Command {
        let mut command = self.desk.heddle(words);
        command.env("PATH", &self.path);
        command
    }

    fn run(&self, words: &str) -> Ran {
        ran(&mut self.command(words))
    }
}

/// The results that are kept, with the times at which they were made.
fn kept(desk: &Desk, folder: &str) -> Vec<(String, SystemTime)> {
    let names = desk.names(&format!("{folder}/kept")).into_iter().filter(|name| name.ends_with(".json"));
    names
        .map(|name| {
            (name.clone(), fs::metadata(desk.path(folder).join("kept").join(name)).unwrap().modified().unwrap())
        })
        .collect()
}

fn claims(desk: &Desk, folder: &str) -> Vec<String> {
    desk.names(&format!("{folder}/kept")).into_iter().filter(|name| name.contains(".claim")).collect()
}

/// Starts a task by the script of a submission.
fn task(desk: &Desk, script: &str) -> Child {
    Command::new("sh").arg(desk.path(script)).stdin(Stdio::null()).spawn().unwrap()
}

/// Writes the script of a command, and runs `tasks` of it at once.
fn in_a_shell(desk: &Desk, words: &str, tasks: usize) {
    let script = desk.run(&format!("{words} --runs runs --print-script"));
    desk.write("script", &script.is(0, &[]).out);
    let tasks: Vec<Child> = (0..tasks).map(|_| task(desk, "script")).collect();
    for mut task in tasks {
        assert!(task.wait().unwrap().success(), "{}", logs(desk));
    }
}

fn logs(desk: &Desk) -> String {
    let folder = desk.path("runs/jobs/1");
    let files = fs::read_dir(folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    files.collect()
}

/// A few runs of which each takes a moment.
const RUNS: &str = "sim va dot nn bfs --policy simt,tsimt";

#[test]
fn tasks_in_a_shell_do_each_piece_once_and_print_what_one_command_prints() {
    let desk = Desk::new();
    let alone = desk.run(&format!("{RUNS} --keep alone")).is(0, &[]).out.clone();
    in_a_shell(&desk, RUNS, 3);
    assert_eq!(desk.run("jobs runs --wait").is(0, &[]).out, alone);
    assert_eq!((kept(&desk, "runs").len(), claims(&desk, "runs").len()), (8, 0));
    let before = kept(&desk, "runs");
    // nothing is left
    assert!(task(&desk, "script").wait().unwrap().success());
    let again = desk.run(&format!("{RUNS} --runs runs --print-script"));
    assert_eq!(again.is(0, &[]).out, alone, "where nothing is left there is nothing to submit");
    assert_eq!(kept(&desk, "runs"), before);
    desk.run("jobs runs").is(0, &["8 of 8 pieces are done", "heddle sim va dot"]);
    assert_eq!(desk.run("jobs runs --json").is(0, &[]).json()[0]["done"], 8);
}

/// A result that is damaged is done for no task, and neither is one whose task is gone.
#[test]
fn what_is_done_and_what_is_under_way_is_told_alike() {
    let desk = Desk::new();
    in_a_shell(&desk, "sim va --policy simt,tsimt", 1);
    let result = desk.path("runs/kept").join(&kept(&desk, "runs")[0].0);
    let whole = fs::read(&result).unwrap();
    for damaged in [&b""[..], b"{}", &whole[..whole.len() / 2], &[&whole[..whole.len() - 9], &b" }"[..]].concat()] {
        fs::write(&result, damaged).unwrap();
        desk.run("jobs runs").is(0, &["1 of 2 pieces are done"]);
        assert_eq!(desk.run("jobs runs --json").is(0, &[]).json()[0]["done"], 1);
    }
    // no task works, which takes ten seconds to be sure of
    desk.run("jobs runs --wait").is(2, &["1 of 2 pieces of work are left"]);
    // a claim of a node that is gone, first fresh, then not touched for six minutes
    let mut name = result.clone().into_os_string();
    name.push(".claim-0");
    let owner = r#"{"job":null,"host":"gone","system":"x","pid":7,"started":"1","since":"2026-01-01T00:00:00Z"}"#;
    fs::write(&name, owner).unwrap();
    desk.run("jobs runs").is(0, &["process 7 on gone, since 2026-01-01T00:00:00Z: "]);
    let touched = SystemTime::now() - std::time::Duration::from_secs(360);
    fs::File::options().write(true).open(&name).unwrap().set_modified(touched).unwrap();
    assert!(!desk.run("jobs runs").is(0, &["1 of 2 pieces are done"]).out.contains("gone"));
    assert!(task(&desk, "script").wait().unwrap().success());
    desk.run("jobs runs").is(0, &["2 of 2 pieces are done"]);
    assert_eq!(fs::read(&result).unwrap(), whole);
}

/// A plan of a nightly run, whose steps are short and count how often they run.
fn night(desk: &Desk, steps: usize) -> &'static str {
    let step = |n: usize| format!("step {n}: sh -c sleep${{IFS}}0.3;echo>>count\n");
    desk.write("plan", (0..steps).map(step).collect::<String>());
    "nightly --plan plan --out night --runs runs"
}

fn count(desk: &Desk) -> usize {
    fs::read_to_string(desk.path("count")).map_or(0, |text| text.lines().count())
}

#[test]
fn what_a_killed_task_had_is_done_by_the_next_and_what_was_done_stays() {
    let desk = Desk::new();
    let words = night(&desk, 4);
    desk.write("script", &desk.run(&format!("{words} --print-script")).is(0, &[]).out);
    for (step, name) in ["KILL", "TERM"].into_iter().enumerate() {
        let mut child = task(&desk, "script");
        wait_for(|| count(&desk) > step && desk.path(&format!("night/step-{}.json.claim-0", step + 1)).exists());
        signal(&child, name);
        child.wait().unwrap();
        let claim = fs::read(desk.path(&format!("night/step-{}.json.claim-0", step + 1))).unwrap();
        assert_eq!(claim.is_empty(), name == "TERM", "what is ended in order gives its claim back");
        assert!(desk.path(&format!("night/step-{step}.json")).exists());
        // the step may have counted itself before it was ended with its task
        std::thread::sleep(std::time::Duration::from_millis(400));
        fs::write(desk.path("count"), "\n".repeat(step + 1)).unwrap();
    }
    assert!(task(&desk, "script").wait().unwrap().success());
    assert_eq!(count(&desk), 4);
    desk.run("jobs runs --wait").is(0, &["4 passed, 0 failed, 0 left"]);
    assert!(desk.names("night").iter().all(|name| !name.contains("claim")));
}

#[test]
fn an_array_is_submitted_waited_for_and_printed() {
    let cluster = Cluster::new();
    let desk = &cluster.desk;
    let alone = desk.run(&format!("{RUNS} --keep alone")).out;
    let shared = format!("{RUNS} --slurm --runs runs --tasks 2");
    let first = cluster.run(&format!("{shared} --partition p --account a --time 90s --jobs 1 -- --mem=2G"));
    assert_eq!(first.is(0, &["submitted job 100: 2 tasks for 8 pieces"]).out, alone);
    let script = fs::read_to_string(desk.path("slurm/jobs/100/script")).unwrap();
    for option in ["--array=1-2", "--partition=p", "--account=a", "--time=1:30", "--cpus-per-task=1", "--mem=2G"] {
        assert!(script.contains(&format!("\n#SBATCH {option}\n")), "{option}: {script}");
    }
    // the same again: nothing is left, and nothing is submitted
    assert_eq!(cluster.run(&shared).is(0, &[]).out, alone);
    assert_eq!(desk.names("slurm/jobs"), ["100"]);
    // more work in the same folder is only what is new
    cluster
        .run(&format!("{RUNS},stsimt4 --slurm --runs runs"))
        .is(0, &["4 tasks for 4 pieces of work; 8 were kept before"]);
}

#[test]
fn two_people_who_submit_the_same_share_it() {
    let cluster = Cluster::new();
    let words = "sim va dot nn bfs bitonic cp --policy simt,tsimt,stsimt4 --slurm --runs runs --tasks 2";
    let [one, other] = [0, 1].map(|_| {
        let mut command = cluster.command(words);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    });
    let [one, other] = [one, other].map(|child| child.wait_with_output().unwrap());
    assert!(one.status.success() && other.status.success(), "{}", String::from_utf8_lossy(&other.stderr));
    assert_eq!(one.stdout, other.stdout);
    assert_eq!((kept(&cluster.desk, "runs").len(), claims(&cluster.desk, "runs").len()), (18, 0));
}

#[test]
fn a_piece_that_another_submission_works_on_is_waited_for() {
    let cluster = Cluster::new();
    let desk = &cluster.desk;
    desk.write("held", "until [ -e go ]; do sleep 0.1; done");
    desk.write("plan", "first: sh held\nsecond: true\n");
    let words = "nightly --plan plan --out night --runs runs";
    // another's task has the first piece for as long as the test wants
    desk.write("script", &desk.run(&format!("{words} --print-script")).is(0, &[]).out);
    let mut others = task(desk, "script");
    wait_for(|| desk.path("night/first.json.claim-0").exists());
    let mut command = cluster.command(&format!("{words} --slurm --tasks 1"));
    let mut own = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(|| desk.path("slurm/jobs/100/1.status").exists());
    // longer than the pause between two questions to Slurm
    std::thread::sleep(std::time::Duration::from_secs(4));
    assert_eq!(own.try_wait().unwrap(), None, "it waits though its own task has ended");
    desk.write("go", "");
    let (own, others) = (own.wait_with_output().unwrap(), others.wait().unwrap());
    assert!(own.status.success(), "{}; the other task: {others}", String::from_utf8_lossy(&own.stderr));
    assert!(others.success(), "{others}");
    assert!(String::from_utf8_lossy(&own.stdout).contains("2 passed, 0 failed, 0 left"));
}

#[test]
fn what_is_interrupted_is_cancelled_and_resumes() {
    let cluster = Cluster::new();
    let words = format!("{} --slurm --tasks 2", night(&cluster.desk, 12));
    let child = cluster.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(|| count(&cluster.desk) > 1);
    signal(&child, "INT");
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("job 100 is cancelled") && said.contains("resumes"), "{said}");
    assert_eq!(fs::read_to_string(cluster.desk.path("slurm/cancelled")).unwrap(), "100\n");
    // detached, then looked at, cancelled, and resumed
    cluster.run(&format!("{words} --detach")).is(0, &["submission 2, job 101"]);
    cluster.run("jobs runs").is(0, &["submission 2, job 101", "pieces are done"]);
    cluster.run("jobs runs --cancel").is(0, &["job 101 is cancelled"]);
    cluster.run("jobs runs --resume").is(0, &["job 102"]);
    cluster.run("jobs runs --wait").is(0, &["12 passed, 0 failed, 0 left"]);
}

#[test]
fn what_tasks_say_of_a_failure_is_shown() {
    let cluster = Cluster::new();
    // a node without Verilator
    let broken = cluster.desk.script("verilator", "exit 1");
    let mut command = cluster.command("sim va --policy tsimt --rtl lane --slurm --runs runs");
    command.env("VERILATOR", &broken);
    ran(&mut command).is(2, &["1 of 1 pieces of work are left", "1 failed", "verilator", "task-1.log"]);
    // a node that does not share the folder
    cluster.desk.write("slurm/apart", "");
    cluster
        .run("sim va --policy simt --slurm --runs runs")
        .is(2, &["here: does not share the folder", "--exclude=NODES"]);
}

#[test]
fn slurm_that_is_missing_refuses_or_raves_is_an_error() {
    let cluster = Cluster::new();
    let words = "sim va --policy simt --slurm --runs runs";
    let mut command = cluster.desk.heddle(words);
    command.env("PATH", cluster.desk.path("nowhere"));
    ran(&mut command).is(3, &["sbatch is not found on PATH", "--print-script"]);
    cluster.desk.write("slurm/refuse", "sbatch: error: invalid partition specified: p\n");
    cluster.run(&format!("{words} --partition p")).is(2, &["invalid partition specified: p", "`sinfo`"]);
    cluster
        .desk
        .write("slurm/refuse", "sbatch: error: Batch job submission failed: Job violates accounting/QOS policy\n");
    cluster.run(words).is(2, &["QOS policy", "--account"]);
    cluster.desk.write("slurm/refuse", "");
    cluster.desk.script("slurm/sbatch", "[ \"$1\" = --version ] || echo Hello");
    cluster.run(words).is(3, &["sbatch answered `Hello`"]);
    // what squeue raves is waited out: the tasks work without it
    let sbatch = format!("cd \"$(dirname \"$0\")\"\n{SBATCH}");
    cluster.desk.script("slurm/sbatch", &sbatch);
    cluster.desk.write("slurm/rave", "\u{1b}[31m|||\n");
    cluster.run(words).is(0, &["as expected"]);
    for (wrong, said) in [
        ("sim va --policy simt --slurm", "--runs"),
        ("sim va --policy simt --partition p", "--slurm"),
        ("sim va --policy simt --slurm --runs runs --afresh", "--afresh cannot be used"),
        ("sim va --policy simt --slurm --runs runs --html x.html", "--html cannot be used"),
        ("sim nothing --policy simt --slurm --runs runs", "nothing"),
        ("sim va --policy simt --slurm --runs /proc/x", "the shared folder /proc/x"),
        ("figure stsimt/5 --slurm --runs runs", "stsimt/5 does not take --slurm"),
        ("jobs nowhere", "no folder that tasks share"),
        ("jobs runs --number 77", "no submission 77"),
    ] {
        cluster.run(wrong).is(2, &[said]);
    }
}
