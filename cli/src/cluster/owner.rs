//! The owner of a claim: a task by its Slurm job, its node and its process; and whether the owner
//! still works.

use std::fs;
use std::time::SystemTime;

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use serde_json::{Value, json};

/// Whether the owner of a claim is alive, dead, or unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// The owner works.
    Alive,
    /// The owner is gone.
    Dead,
    /// Not known on this node: it follows from the time at which the owner last touched its claim.
    Unknown,
}

/// The owner of a claim: a task by its Slurm job, its node and its process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The job and the number of the task in its array, as Slurm writes them: `123_4`; `None`
    /// outside of Slurm.
    pub job: Option<String>,
    /// The name of the node.
    pub host: String,
    /// The start of the node's system and the space of its process numbers: only within one does a
    /// process number mean anything.
    system: String,
    /// The process.
    pub pid: u32,
    /// The start of the process: another process can get the same number later.
    started: String,
    /// When the process became an owner, in words.
    pub since: String,
}

impl Owner {
    /// Returns this process as an owner.
    pub fn own() -> Owner {
        let pid = std::process::id();
        let started = stat(pid).map(|(_, started)| started).unwrap_or_default();
        let since = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        Owner { job: own_job(), host: host(), system: system(), pid, started, since }
    }

    /// Returns the owner as the text of a claim.
    pub fn text(&self) -> String {
        let Owner { job, host, system, pid, started, since } = self;
        json!({ "job": job, "host": host, "system": system, "pid": pid, "started": started, "since": since })
            .to_string()
    }

    /// Reads an owner from the text of a claim; `None` if it is empty or no owner.
    pub fn read(text: &[u8]) -> Option<Owner> {
        let claim: Value = serde_json::from_slice(text).ok()?;
        let word = |key: &str| claim.get(key)?.as_str().map(str::to_string);
        let pid = u32::try_from(claim.get("pid")?.as_u64()?).ok()?;
        let [host, system, started, since] = ["host", "system", "started", "since"].map(word);
        Some(Owner { job: word("job"), host: host?, system: system?, pid, started: started?, since: since? })
    }

    /// Returns whether another owner is alive, as far as this node can find out; `ended` returns
    /// whether Slurm has ended a job.
    ///
    /// A job that Slurm lists may be dead all the same: its node may have failed.
    pub fn judge(&self, other: &Owner, ended: impl Fn(&str) -> bool) -> Life {
        if other.host == self.host && other.system == self.system {
            return other.process();
        }
        match &other.job {
            // what this very task did before Slurm started it again
            Some(_) if other.job == self.job => Life::Dead,
            Some(job) if ended(job) => Life::Dead,
            _ => Life::Unknown,
        }
    }

    /// Whether the process works, on its own system.
    fn process(&self) -> Life {
        match stat(self.pid) {
            Some((state, started)) if started == self.started && !["Z", "X"].contains(&state.as_str()) => Life::Alive,
            Some(_) => Life::Dead,
            // processes of other users may be hidden
            None => match Pid::from_raw(self.pid as i32).map(test_kill_process) {
                Some(Ok(()) | Err(Errno::PERM)) => Life::Unknown,
                _ => Life::Dead,
            },
        }
    }
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.job {
            Some(job) => write!(f, "task {job} on {}", self.host),
            None => write!(f, "process {} on {}", self.pid, self.host),
        }?;
        write!(f, ", since {}", self.since)
    }
}

/// Returns the job that this process is a task of, by the variables that Slurm sets.
fn own_job() -> Option<String> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let of_array = || Some(format!("{}_{}", set("SLURM_ARRAY_JOB_ID")?, set("SLURM_ARRAY_TASK_ID")?));
    of_array().or_else(|| set("SLURM_JOB_ID"))
}

fn host() -> String {
    line("/proc/sys/kernel/hostname").unwrap_or_else(|| "localhost".into())
}

fn system() -> String {
    let space = fs::read_link("/proc/self/ns/pid").map(|path| path.display().to_string()).unwrap_or_default();
    format!("{} {space}", line("/proc/sys/kernel/random/boot_id").unwrap_or_default())
}

fn line(path: &str) -> Option<String> {
    Some(fs::read_to_string(path).ok()?.trim().to_string())
}

/// Returns the state of a process and its start, in ticks since the start of the system; `None` if
/// no process is seen.
fn stat(pid: u32) -> Option<(String, String)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // the name, in parentheses, can hold anything
    let mut words = text.rsplit_once(')')?.1.split_whitespace();
    Some((words.next()?.to_string(), words.nth(18)?.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_comes_back_and_nothing_else_is_one() {
        let own = Owner { job: Some("12_3".into()), ..Owner::own() };
        assert_eq!(Owner::read(own.text().as_bytes()), Some(own.clone()));
        let outside = Owner { job: None, ..own };
        assert_eq!(Owner::read(outside.text().as_bytes()), Some(outside.clone()));
        assert_eq!(
            outside.to_string(),
            format!("process {} on {}, since {}", outside.pid, outside.host, outside.since)
        );
        for wrong in ["", "{}", "null", "{\"pid\": -1}", "\u{0}"] {
            assert_eq!(Owner::read(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn who_is_alive_is_judged_by_process_then_by_job() {
        let own = Owner { job: Some("7_1".into()), ..Owner::own() };
        let never = |_: &str| -> bool { panic!("the process tells") };
        assert_eq!(own.judge(&own, never), Life::Alive);
        let mut ended = std::process::Command::new("true").spawn().unwrap();
        let started = stat(ended.id()).unwrap().1;
        let gone = Owner { pid: ended.id(), started, ..own.clone() };
        while stat(gone.pid).is_some_and(|(state, _)| state != "Z") {
            std::thread::yield_now();
        }
        assert_eq!(own.judge(&gone, never), Life::Dead, "dead, and not yet collected");
        ended.wait().unwrap();
        assert_eq!(own.judge(&gone, never), Life::Dead);
        let reused = Owner { started: "1".into(), ..own.clone() };
        assert_eq!(own.judge(&reused, never), Life::Dead);
        let elsewhere = |job: Option<&str>| Owner { job: job.map(str::to_string), host: "other".into(), ..own.clone() };
        let slurm = |job: &str| job != "7_2";
        assert_eq!(own.judge(&elsewhere(Some("7_2")), slurm), Life::Unknown, "its node may be dead");
        assert_eq!(own.judge(&elsewhere(Some("7_3")), slurm), Life::Dead);
        assert_eq!(own.judge(&elsewhere(Some("7_1")), never), Life::Dead, "this task, before it was started again");
        assert_eq!(own.judge(&elsewhere(None), never), Life::Unknown);
        // after the start of another system, process numbers mean nothing
        let before = Owner { system: "other".into(), ..elsewhere(None) };
        assert_eq!(own.judge(&Owner { host: own.host.clone(), ..before }, never), Life::Unknown);
    }
}
