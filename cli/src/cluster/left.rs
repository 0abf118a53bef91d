//! The error of a submission whose tasks have ended though pieces of its work are not done: the
//! states that Slurm reports of the tasks, and the tasks' own output.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use heddle_testbench::kept::{self, Trust};

use super::folder::{Folder, Submission};
use super::script::NOT_SHARED;
use super::share::Seen;
use super::slurm::{self, Stand};
use super::wait::summary;
use crate::error::Error;

/// Most bytes of a task's output that are read.
const MOST_BYTES: u64 = 64 << 20;
/// Lines of a task's output that are shown.
const LINES: usize = 6;
/// Most tasks whose output is shown.
const SHOWN: usize = 2;

/// Returns the error of a submission that ended before all pieces were done: which tasks failed,
/// and why.
pub fn left(folder: &Folder, number: u32, submission: &Submission, seen: &Seen) -> Error {
    let place = folder.place(number);
    let (all, missing) = (seen.all.len(), seen.missing.len());
    let mut what = format!("{missing} of {all} pieces of work are left");
    // the first of all reasons: then a task cannot even write why
    if let Err(Error::Input { what: full, help }) = folder.has_room() {
        return Error::input(format!("{what}; {full}"), help);
    }
    let stands = submission.job.as_deref().map(slurm::stands).and_then(Result::ok).unwrap_or_default();
    if !stands.is_empty() {
        what += &format!(": {} tasks", summary(&stands));
    }
    let apart: BTreeSet<&str> =
        stands.iter().filter(|stand| stand.status == NOT_SHARED).map(|stand| stand.node.as_str()).collect();
    if !apart.is_empty() {
        let nodes = apart.into_iter().collect::<Vec<_>>().join(", ");
        what += &format!("\n{nodes}: does not share the folder {}: its token is not there", folder.root().display());
        return Error::input(
            what,
            "name a folder with --runs that all nodes share, or leave the nodes out with `-- --exclude=NODES`",
        );
    }
    let logs = logs(&place, &stands);
    for (name, said) in &logs {
        what += &format!("\n{name}: {said}");
    }
    if stands.iter().any(|stand| stand.state == "TIMEOUT") {
        return Error::input(
            what,
            "tasks reached their time limit: the same command resumes; --time gives more, --tasks divides the work further",
        );
    }
    let again = "the same command resumes, and does only what is left";
    if logs.is_empty() && !has_logs(&place) && submission.job.is_some() {
        what += "\nno task has written anything into the folder";
        return Error::input(what, format!("see that all nodes share {}; {again}", folder.root().display()));
    }
    Error::input(what, format!("{again}; what tasks said is in {}", place.display()))
}

/// Returns the last words of tasks that failed, or of all where Slurm has forgotten them, each with
/// the task's file.
fn logs(place: &Path, stands: &[Stand]) -> Vec<(String, String)> {
    let failed = |path: &Path| {
        let task = path.file_stem().and_then(|name| name.to_str()?.strip_prefix("task-")?.parse::<u32>().ok());
        stands.is_empty() || stands.iter().any(|stand| Some(stand.task) == task && stand.state != "COMPLETED")
    };
    let mut files = files(place);
    files.retain(|path| failed(path));
    let said = files.into_iter().filter_map(|path| {
        let text = kept::read(&path, MOST_BYTES, Trust::Group).ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let said = lines[lines.len().saturating_sub(LINES)..].join("\n  ");
        (!said.is_empty()).then(|| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), said))
    });
    // most tasks say the same
    let mut shown: Vec<(String, String)> = Vec::new();
    for (name, said) in said {
        if shown.len() < SHOWN && shown.iter().all(|(_, other)| *other != said) {
            shown.push((name, said));
        }
    }
    shown
}

fn has_logs(place: &Path) -> bool {
    !files(place).is_empty()
}

fn files(place: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "log")).collect();
    files.sort();
    files
}
