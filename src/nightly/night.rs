//! Execution of the steps of a nightly run, whose results are kept, so that it resumes after an
//! interruption.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use heddle_testbench::interrupt;
use heddle_testbench::kept::{self, Trust};
use serde_json::{Value, json};

use super::attend::attended;
use super::plan::Step;
use crate::cluster::{Claim, Claims, Owner, Share};
use crate::error::Error;
use crate::output::out_error;
use crate::own;
use crate::store;

/// Name of the file by whose claim a process has the folder for itself.
const WHOLE: &str = "night";
/// Extension of the file that holds when a step last passed.
const PASSED: &str = "passed";
/// What to do about a folder in which another nightly run is under way.
const HELD: &str = "wait for it, end it, or name another folder with --out; \
                    what a process of another system held is free after five minutes";
/// The greatest size of a step's output that is read, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// The result of a step of a nightly run.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// The figures of the step, taken from the end of its output.
    pub figures: String,
    /// The exit status of the step, as a shell has it; `None` if a signal ended who attended to it.
    pub status: Option<i32>,
    /// Wall-clock time of the step, in seconds.
    pub seconds: f64,
    /// Whether the result is from an earlier nightly run, and the step was not run again.
    pub kept: bool,
}

impl Done {
    /// Whether the step ended with exit status 0.
    pub fn passed(&self) -> bool {
        self.status == Some(0)
    }
}

/// A nightly run: the folder in which the results of its steps are kept.
pub struct Night {
    folder: PathBuf,
    /// Whose results in it are believed.
    trust: Trust,
    /// The claims of this process, where it does the nightly run alone.
    claims: Option<Claims>,
    /// The identity of this command's executable: steps done by another version are run again.
    version: String,
    /// Whether tasks share the steps.
    shared: bool,
    /// Whether this is a new nightly run for tasks, in which steps that failed are done again.
    begins: bool,
}

impl Night {
    /// Creates a nightly run whose results are kept in this folder.
    pub fn new(folder: &Path, share: Option<&Share>) -> Result<Self, Error> {
        let version = store::hex(&own::identity()?);
        let begins = share.is_some_and(Share::is_before);
        let trust = if share.is_some() { Trust::Group } else { Trust::of_user() };
        kept::make(folder, trust).map_err(|error| out_error(folder, error))?;
        let claims = share.is_none().then(Claims::own);
        Ok(Night { folder: folder.to_path_buf(), trust, claims, version, shared: share.is_some(), begins })
    }

    /// Claims the folder for this process alone; `None` where tasks share the nightly run.
    ///
    /// It is an error if another process does a nightly run in it, alone or as a task that shares
    /// one.
    pub fn take(&self, steps: &[Step]) -> Result<Option<Claim>, Error> {
        let unreadable = |error| out_error(&self.folder, error);
        let held = |owner: Option<Owner>| {
            let what = |owner| format!("{}: another night is under way there: {owner}", self.folder.display());
            owner.map_or(Ok(()), |owner| Err(Error::input(what(owner), HELD)))
        };
        let whole = self.folder.join(WHOLE);
        let Some(claims) = &self.claims else {
            held(Claims::own().holder(&whole).map_err(unreadable)?)?;
            return Ok(None);
        };
        let claim = loop {
            match claims.take(&whole).map_err(unreadable)? {
                Some(claim) => break claim,
                // who had it may have ended since
                None => held(claims.holder(&whole).map_err(unreadable)?)?,
            }
        };
        for step in steps {
            held(claims.holder(&self.file(step, "json")).map_err(unreadable)?)?;
        }
        Ok(Some(claim))
    }

    /// Returns the path of a step's file with this extension.
    pub fn file(&self, step: &Step, extension: &str) -> PathBuf {
        self.folder.join(format!("{}.{extension}", step.file()))
    }

    /// Returns the kept result of a step that passed before; `None` if there is none. The step's
    /// command and the version of this program must be the same. Where tasks share a nightly run, a
    /// step that failed in it is done, too.
    pub fn find(&self, step: &Step) -> Result<Option<Done>, Error> {
        let kept = store::whole(&self.file(step, "json"), self.trust)?;
        let found = kept.and_then(|kept| self.read(step, &kept));
        let found = found.filter(|done| done.passed() || self.shared && !self.begins);
        if found.is_none() && self.begins {
            // tasks take a step that has a result for one that is done
            let _ = std::fs::remove_file(self.file(step, "json"));
        }
        Ok(found)
    }

    fn read(&self, step: &Step, kept: &Value) -> Option<Done> {
        let same = kept["command"] == json!(step.command()) && kept["version"] == json!(self.version);
        let done = Done {
            figures: kept["figures"].as_str()?.to_string(),
            status: kept["status"].as_i64().map(|status| status as i32),
            seconds: kept["seconds"].as_f64()?,
            // what the tasks of one nightly run do counts as done in it
            kept: !self.shared,
        };
        Some(done).filter(|_| same)
    }

    /// Returns the time at which a step last passed, with any command and any version of this
    /// program; `None` if it never did.
    pub fn last_passed(&self, step: &Step) -> Result<Option<String>, Error> {
        let path = self.file(step, PASSED);
        let kept = kept::read(&path, MOST_BYTES, self.trust);
        match kept.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_string()) {
            Ok(time) => Ok(Some(time)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(out_error(&path, error)),
        }
    }

    fn temporary(&self) -> Result<File, Error> {
        tempfile::tempfile_in(&self.folder).map_err(|error| out_error(&self.folder, error))
    }

    /// Runs a step to its end, and keeps its result; `None` after an interruption.
    pub fn run(&self, step: &Step) -> Result<Option<Done>, Error> {
        let started = Instant::now();
        let unwritable = |error| out_error(&self.folder, error);
        let (mut out, mut err) = (self.temporary()?, self.temporary()?);
        let [to, aside] = [&out, &err].map(|file| file.try_clone().map_err(unwritable));
        let ended = attended(&step.words, to?, aside?).map_err(unwritable)?;
        if interrupt::asked() {
            return Ok(None);
        }
        let (said, aside) = (read_back(&mut out).map_err(unwritable)?, read_back(&mut err).map_err(unwritable)?);
        kept::write(&self.file(step, "out"), &said).map_err(unwritable)?;
        kept::write(&self.file(step, "err"), &aside).map_err(unwritable)?;
        let status = ended.code();
        let (said, aside) = (String::from_utf8_lossy(&said), String::from_utf8_lossy(&aside));
        let figures =
            if status == Some(0) || !said.trim().is_empty() { figures(&said) } else { last_line(&aside).to_string() };
        let done = Done { figures, status, seconds: started.elapsed().as_secs_f64(), kept: false };
        let kept = json!({
            "name": step.name, "command": step.command(), "version": self.version,
            "status": done.status, "seconds": done.seconds, "figures": done.figures,
        });
        store::keep(&self.file(step, "json"), kept, self.trust).map_err(unwritable)?;
        if done.passed() {
            let now = format!("{}\n", humantime::format_rfc3339_seconds(SystemTime::now()));
            kept::write(&self.file(step, PASSED), now.as_bytes()).map_err(unwritable)?;
        }
        Ok(Some(done))
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

/// Returns the figures in a step's output, for the page: values of the last JSON object, or the
/// last line. Where several objects have a result, the number of each result.
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
