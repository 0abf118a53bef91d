//! The command whose work is shared: it finds out which pieces are not done, submits tasks for
//! them, waits, and prints what it would have printed alone.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::folder::{Folder, Submission};
use super::share::{Seen, Share};
use super::{left, script, slurm, wait};
use crate::cli::Cluster;
use crate::console::{aside, say, write};
use crate::error::{Error, Outcome};

/// The default number of tasks of a submission.
pub const TASKS: u32 = 8;

/// Submits the work of a command as tasks, waits for them, and prints the result; `words` are those
/// of the command, and `part` runs it with its role in the work.
pub fn submit(
    words: &[String],
    cluster: &Cluster,
    mut part: impl FnMut(&Arc<Share>) -> Result<Outcome, Error>,
) -> Result<Outcome, Error> {
    if cluster.slurm {
        slurm::check()?;
    }
    let folder = Folder::open(cluster.runs.as_deref().unwrap_or(Path::new(".")))?;
    let share = Arc::new(Share::looking(&folder, cluster.attached.is_none()));
    match part(&share) {
        Err(Error::Unfinished) => {}
        other => return other,
    }
    let (number, submission) = match cluster.attached {
        Some(number) => (number, folder.read(number)?),
        None => {
            let (number, submission) = new(words, cluster, &folder, &share.seen())?;
            if cluster.detach {
                say!("{}: submission {number}, job {}", folder.root().display(), submission.job.unwrap_or_default());
                return Ok(Outcome::Equal);
            }
            if cluster.print_script {
                return Ok(Outcome::Equal);
            }
            (number, submission)
        }
    };
    wait::wait(&folder, number, &submission, cluster.attached.is_none())?;
    let share = Arc::new(Share::looking(&folder, false));
    match part(&share) {
        Err(Error::Unfinished) => Err(left::left(&folder, number, &submission, &share.seen())),
        other => other,
    }
}

/// Makes a submission of what is left, and submits it or prints its script.
fn new(words: &[String], cluster: &Cluster, folder: &Folder, seen: &Seen) -> Result<(u32, Submission), Error> {
    let cwd = std::env::current_dir()
        .map_err(|error| Error::input(format!("the current folder: {error}"), "go to a folder that is there"))?;
    // the folder of a nightly run is named as the command names it, from where the command was
    // given
    let place = |path: &PathBuf| path.strip_prefix(folder.root()).map_or_else(|_| cwd.join(path), Path::to_path_buf);
    let pieces: Vec<PathBuf> = seen.missing.iter().map(place).collect();
    let before = seen.all.len() - pieces.len();
    let mut submission = Submission { words: words.to_vec(), cwd, job: None, pieces, before };
    let tasks = cluster.tasks.unwrap_or(TASKS).min(u32::try_from(submission.pieces.len()).unwrap_or(TASKS)).max(1);
    let number = folder.new_submission()?;
    let own = folder.executable()?;
    let options = options(cluster, &words[0], tasks);
    let text = script::script(folder, number, &submission, &own, tasks, &options)?;
    folder.write(number, &submission)?;
    if cluster.print_script {
        write(text.as_bytes());
        return Ok((number, submission));
    }
    let path = folder.place(number).join("script.sh");
    heddle_testbench::kept::write(&path, text.as_bytes())
        .map_err(|error| super::folder::refused(folder.root(), &error))?;
    let job = slurm::submit(&path)?;
    aside!(
        "submitted job {job}: {tasks} tasks for {} pieces of work; {before} were kept before",
        submission.pieces.len()
    );
    submission.job = Some(job.clone());
    folder.write(number, &submission).inspect_err(|_| {
        // an array that nobody can find again
        let _ = slurm::cancel(&job);
    })?;
    Ok((number, submission))
}

/// Returns the options of `sbatch`, the user's last.
fn options(cluster: &Cluster, verb: &str, tasks: u32) -> Vec<String> {
    let mut options = vec![
        format!("--job-name=heddle-{verb}"),
        format!("--array=1-{tasks}"),
        format!("--cpus-per-task={}", cluster.threads.unwrap_or(1)),
        // each task writes its own, in the shared folder
        "--output=/dev/null".into(),
        "--no-requeue".into(),
    ];
    options.extend(cluster.partition.as_ref().map(|it| format!("--partition={it}")));
    options.extend(cluster.account.as_ref().map(|it| format!("--account={it}")));
    options.extend(cluster.limit.map(|it| format!("--time={}", minutes(it))));
    options.extend(cluster.options.iter().cloned());
    options
}

/// Returns a time as Slurm writes it: minutes and seconds.
fn minutes(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}
