//! Execution of steps, whose results are kept, so that a night resumes after an interruption.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use heddle_testbench::files::{read_at_most, write_whole};
use heddle_testbench::interrupt;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::plan::Step;
use crate::cluster::Share;
use crate::error::Error;
use crate::output::out_error;

/// Most bytes of a step's output that are read.
const MOST_BYTES: u64 = 64 << 20;
/// Time between two polls of a running step.
const LOOK: Duration = Duration::from_millis(100);

/// The result of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// The figures of the step, taken from the end of its output.
    pub figures: String,
    /// The exit status of the step; `None` if a signal ended the step, or it could not be started.
    pub status: Option<i32>,
    /// Wall-clock time of the step, in seconds.
    pub seconds: f64,
    /// Whether the result is from an earlier night, and the step was not run again.
    pub kept: bool,
}

impl Done {
    /// Whether the step ended with exit status 0.
    pub fn passed(&self) -> bool {
        self.status == Some(0)
    }
}

/// The folder in which the results of steps are kept.
pub struct Night {
    folder: PathBuf,
    /// A hash of this command's executable: steps done by another version are run again.
    version: String,
    /// Whether tasks share the steps.
    shared: bool,
    /// Whether this is a new night for tasks, in which steps that failed are done again.
    begins: bool,
}

impl Night {
    /// Creates a night whose results are kept in this folder.
    pub fn new(folder: &Path, share: Option<&Share>) -> Result<Self, Error> {
        // the file that runs, whatever lies at its path by now
        let own = std::fs::read("/proc/self/exe").map_err(|error| {
            Error::tool(format!("/proc/self/exe: {error}"), "the command must be able to read its own file")
        })?;
        let version = Sha256::digest(own).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let begins = share.is_some_and(Share::is_before);
        Ok(Night { folder: folder.to_path_buf(), version, shared: share.is_some(), begins })
    }

    /// Returns the path of a step's file with this extension.
    pub fn file(&self, step: &Step, extension: &str) -> PathBuf {
        self.folder.join(format!("{}.{extension}", step.file()))
    }

    /// Returns the kept result of a step that passed before; `None` if there is none.
    /// The step's command and the version of this program must be the same. Where tasks share a night, a step that failed in it is done, too.
    pub fn find(&self, step: &Step) -> Option<Done> {
        let found = self.kept(step).filter(|done| done.passed() || self.shared && !self.begins);
        if found.is_none() && self.begins {
            // tasks take a step that has a result for one that is done
            let _ = std::fs::remove_file(self.file(step, "json"));
        }
        found
    }

    fn kept(&self, step: &Step) -> Option<Done> {
        let kept: Value = serde_json::from_slice(&read_at_most(&self.file(step, "json"), MOST_BYTES).ok()?).ok()?;
        let same = kept["command"] == json!(step.command()) && kept["version"] == json!(self.version);
        let done = Done {
            figures: kept["figures"].as_str()?.to_string(),
            status: kept["status"].as_i64().map(|status| status as i32),
            seconds: kept["seconds"].as_f64()?,
            // what the tasks of one night do counts as done in it
            kept: !self.shared,
        };
        Some(done).filter(|_| same)
    }

    fn temporary(&self) -> Result<File, Error> {
        tempfile::tempfile_in(&self.folder).map_err(|error| out_error(&self.folder, error))
    }

    /// Runs a step to its end, and keeps its result; `None` after an interruption.
    pub fn run(&self, step: &Step) -> Result<Option<Done>, Error> {
        let started = Instant::now();
        let unwritable = |error| out_error(&self.folder, error);
        let (mut out, mut err) = (self.temporary()?, self.temporary()?);
        let child = command(step)
            .stdin(Stdio::null())
            .stdout(out.try_clone().map_err(unwritable)?)
            .stderr(err.try_clone().map_err(unwritable)?)
            .spawn();
        let ended = match child {
            Ok(child) => wait(child).map_err(unwritable)?,
            Err(error) => {
                let _ = writeln!(err, "{}: {error}", step.words[0]);
                None
            }
        };
        if interrupt::asked() {
            return Ok(None);
        }
        let (said, aside) = (read_back(&mut out).map_err(unwritable)?, read_back(&mut err).map_err(unwritable)?);
        write_whole(&self.file(step, "out"), &said).map_err(unwritable)?;
        write_whole(&self.file(step, "err"), &aside).map_err(unwritable)?;
        let status = ended.and_then(|status| status.code());
        let (said, aside) = (String::from_utf8_lossy(&said), String::from_utf8_lossy(&aside));
        let figures =
            if status == Some(0) || !said.trim().is_empty() { figures(&said) } else { last_line(&aside).to_string() };
        let done = Done { figures, status, seconds: started.elapsed().as_secs_f64(), kept: false };
        let kept = json!({
            "name": step.name, "command": step.command(), "version": self.version,
            "status": done.status, "seconds": done.seconds, "figures": done.figures,
        });
        write_whole(&self.file(step, "json"), format!("{kept}\n").as_bytes()).map_err(unwritable)?;
        Ok(Some(done))
    }
}

/// Returns the command of a step; the program `heddle` is this executable.
fn command(step: &Step) -> Command {
    let (program, arguments) = step.words.split_first().expect("a step has words");
    let own = (program == "heddle").then(std::env::current_exe).and_then(Result::ok);
    let mut command = own.map_or_else(|| Command::new(program), Command::new);
    command.args(arguments);
    command
}

/// Waits for a step to end; after an interruption, the step is sent a signal to terminate.
fn wait(mut child: Child) -> io::Result<Option<ExitStatus>> {
    let mut told = false;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if interrupt::asked() && !told {
            told = true;
            if let Some(pid) = Pid::from_raw(child.id() as i32) {
                // the step may have ended meanwhile
                let _ = kill_process(pid, Signal::TERM);
            }
        }
        std::thread::sleep(LOOK);
    }
}

fn read_back(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn last_line(text: &str) -> &str {
    text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// Returns the figures in a step's output: values of the last JSON object, or the last line.
/// Where several objects have a result, the number of each result.
pub fn figures(text: &str) -> String {
    let last = last_line(text);
    let Ok(Value::Object(object)) = serde_json::from_str::<Value>(last) else { return last.to_string() };
    let plain = |value: &Value| match value {
        Value::String(text) if text.len() < 40 => Some(text.clone()),
        Value::Number(number) => {
            Some(number.as_f64().filter(|n| n.fract() != 0.0).map_or(number.to_string(), |n| format!("{n:.1}")))
        }
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    };
    let of_last = object
        .iter()
        .filter(|(key, _)| *key != "event")
        .filter_map(|(key, value)| Some(format!("{key} {}", plain(value)?)));
    let mut results: Vec<(String, usize)> = Vec::new();
    for line in text.lines() {
        let result =
            serde_json::from_str::<Value>(line).ok().and_then(|line| line["result"].as_str().map(str::to_string));
        let Some(result) = result else { continue };
        match results.iter_mut().find(|(known, _)| *known == result) {
            Some((_, count)) => *count += 1,
            None => results.push((result, 1)),
        }
    }
    let several = results.iter().map(|(_, count)| count).sum::<usize>() > 1;
    if several {
        return results.iter().map(|(result, count)| format!("{count} {result}")).collect::<Vec<_>>().join(", ");
    }
    of_last.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::figures;

    #[test]
    fn figures_are_what_a_step_said_last() {
        assert_eq!(figures("a\nb\n\n"), "b");
        assert_eq!(
            figures("{\"event\":\"summary\",\"cycles\":5,\"seconds\":0.25,\"result\":\"equal\",\"x\":[1]}"),
            "cycles 5, seconds 0.2, result equal"
        );
        let many = "{\"result\":\"equal\"}\n{\"result\":\"mismatch\"}\n{\"result\":\"equal\"}\n";
        assert_eq!(figures(many), "2 equal, 1 mismatch");
        assert_eq!(figures(""), "");
    }
}
