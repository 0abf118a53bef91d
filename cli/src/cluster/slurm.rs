//! Slurm by its commands: `sbatch` submits, `squeue` lists the states of tasks, `scancel` ends
//! them.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::error::Error;

/// Time for which an answer of `squeue` about a claim's owner holds.
const HOLDS: Duration = Duration::from_secs(20);
/// The columns of a task's line, each with the separator that follows it.
const COLUMNS: &str = "JobArrayID:|,State:|,exit_code:|,Reason:|,NodeList:|";
/// What `squeue` says of a job that Slurm has forgotten.
const FORGOTTEN: &str = "Invalid job id";

/// The state of a task of a Slurm job array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// The number of the task in its array.
    pub task: u32,
    /// Slurm's word for the state, as in `RUNNING`.
    pub state: String,
    /// The exit status of a task that ended, if it ended by itself.
    pub status: u32,
    /// Why a task does not run, or how it failed.
    pub reason: String,
    /// The node; empty before the task has one.
    pub node: String,
}

impl Stand {
    /// Whether the task runs, or will run.
    pub fn is_active(&self) -> bool {
        let ended = [
            "BOOT_FAIL",
            "CANCELLED",
            "COMPLETED",
            "DEADLINE",
            "FAILED",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "PREEMPTED",
            "TIMEOUT",
        ];
        !ended.contains(&self.state.as_str())
    }
}

/// The error of one of Slurm's commands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SlurmError {
    /// The command is not installed.
    #[error("{0} is not found on PATH")]
    Missing(&'static str),
    /// The command failed: its last words.
    #[error("{command}: {said}")]
    Failed {
        /// The command.
        command: &'static str,
        /// What it said.
        said: String,
    },
    /// The command's output is not what Slurm's manual says.
    #[error("{command} answered `{said}`, which no version of Slurm is known to say")]
    Strange {
        /// The command.
        command: &'static str,
        /// What it said.
        said: String,
    },
}

impl From<SlurmError> for Error {
    fn from(error: SlurmError) -> Self {
        match &error {
            SlurmError::Missing(_) => Error::tool(
                error,
                "--slurm needs Slurm's own commands; for other schedulers, --print-script writes a script",
            ),
            SlurmError::Failed { said, .. } if said.to_lowercase().contains("partition") => {
                Error::input(error, "`sinfo` lists the partitions; name one with --partition")
            }
            SlurmError::Failed { said, .. } if said.contains("job array") => {
                Error::input(error, "`scontrol show config` shows MaxArraySize: ask for fewer --tasks")
            }
            SlurmError::Failed { .. } => Error::input(
                error,
                "Slurm refuses it: change --partition, --time, --account, --tasks, or the options behind `--`",
            ),
            SlurmError::Strange { .. } => Error::tool(error, "check that PATH leads to Slurm's own commands"),
        }
    }
}

/// Submits a batch script, which contains its own options, with `sbatch`; returns the job's id.
pub fn submit(script: &Path) -> Result<String, SlurmError> {
    let said = output("sbatch", Command::new("sbatch").arg("--parsable").arg(script))?;
    // on several clusters, the cluster's name follows
    let job = said.trim().split(';').next().unwrap_or_default();
    if job.is_empty() || !job.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SlurmError::Strange { command: "sbatch", said: shortened(&said) });
    }
    Ok(job.to_string())
}

/// Returns the state of each task of a job, those that ended a short time ago included; an empty
/// list if Slurm has no record of the job any more.
pub fn stands(job: &str) -> Result<Vec<Stand>, SlurmError> {
    let mut command = Command::new("squeue");
    command.args(["--noheader", "--array", "--states=all", "--jobs", job, "--Format", COLUMNS]);
    match output("squeue", &mut command) {
        Ok(said) => said.lines().filter(|line| !line.trim().is_empty()).map(stand).collect(),
        Err(SlurmError::Failed { said, .. }) if said.contains(FORGOTTEN) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn stand(line: &str) -> Result<Stand, SlurmError> {
    let read = || {
        let mut words = line.split('|').map(str::trim);
        let task = words.next()?.rsplit_once('_').map_or(Some(0), |(_, task)| task.parse().ok())?;
        let state = words.next().filter(|state| !state.is_empty())?.to_string();
        // as the system's `wait` has it
        let status = words.next()?.parse::<u32>().ok()? >> 8;
        Some(Stand { task, state, status, reason: words.next()?.to_string(), node: words.next()?.to_string() })
    };
    read().ok_or_else(|| SlurmError::Strange { command: "squeue", said: shortened(line) })
}

/// Cancels the job with this id (`scancel`); it is no error if the job has ended already.
pub fn cancel(job: &str) -> Result<(), SlurmError> {
    output("scancel", Command::new("scancel").args(["--quiet", job])).map(drop)
}

/// Checks that Slurm's commands can be run, before any work.
pub fn check() -> Result<(), SlurmError> {
    for command in ["sbatch", "squeue", "scancel"] {
        output(command, Command::new(command).arg("--version"))?;
    }
    Ok(())
}

fn output(name: &'static str, command: &mut Command) -> Result<String, SlurmError> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => SlurmError::Missing(name),
        _ => SlurmError::Failed { command: name, said: error.to_string() },
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said =
        said.trim().lines().map(|line| line.trim_start_matches(&format!("{name}: ")).trim_start_matches("error: "));
    let said = shortened(&said.collect::<Vec<_>>().join("; "));
    Err(SlurmError::Failed { command: name, said: if said.is_empty() { output.status.to_string() } else { said } })
}

/// Returns the beginning of a text, in one line.
fn shortened(text: &str) -> String {
    let plain: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.chars().take(400).collect()
}

/// When a job was looked up, and how its tasks stood; `None` if Slurm did not answer.
type Answer = (Instant, Option<Vec<Stand>>);

/// A cache of the states of Slurm's tasks, by name. One call of `squeue` is for all tasks of a job,
/// and its answer stays in use for a while, since many tasks need it.
#[derive(Default)]
pub struct Tasks(Mutex<BTreeMap<String, Answer>>);

impl Tasks {
    /// Whether a task, as in `123_4`, has ended, or Slurm has no record of it any more; false if
    /// Slurm does not answer.
    pub fn has_ended(&self, task: &str) -> bool {
        let (job, number) = task.split_once('_').unwrap_or((task, "0"));
        let mut known = self.0.lock().expect("no panic here");
        if known.get(job).is_none_or(|(at, _)| at.elapsed() > HOLDS) {
            known.insert(job.to_string(), (Instant::now(), stands(job).ok()));
        }
        // the controller may be starting again, or this node has no commands of Slurm's
        let Some((_, Some(stands))) = known.get(job) else { return false };
        !stands.iter().any(|it| it.is_active() && it.task.to_string() == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_squeue_is_read() {
        let failed = stand("12_3|FAILED|18944|NonZeroExitCode|node[1-2]|").unwrap();
        assert_eq!((failed.task, failed.status, failed.is_active()), (3, 74, false));
        let waiting = stand("12_4|PENDING|0|Resources||").unwrap();
        assert!(waiting.is_active() && waiting.node.is_empty());
        // a job that is no array
        assert_eq!(stand("12|RUNNING|0|None|n|").unwrap().task, 0);
    }

    #[test]
    fn a_strange_line_is_an_error() {
        for line in [
            "nonsense",
            "12_x|RUNNING|0|None|n|",
            "12_3||0|None|n|",
            "12_3|RUNNING|x|None|n|",
            "12_3|RUNNING|",
            "\u{1b}[31m",
        ] {
            let Err(SlurmError::Strange { said, .. }) = stand(line) else { panic!("{line} is taken") };
            assert!(!said.contains('\u{1b}'));
        }
    }
}
