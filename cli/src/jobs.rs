//! `heddle jobs`: looks at work that tasks of a cluster share; waits for it, cancels it, resumes
//! it.

use serde_json::json;

use crate::cli::Jobs;
use crate::cluster::{Claims, Folder, Submission, cancel, is_done, stands, summary};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::name::command_name;
use crate::program;

/// Most pieces under way that are listed.
const LISTED: usize = 20;

/// Runs `heddle jobs`: shows the submissions of a shared folder, or waits for one, cancels it or
/// resumes it.
pub fn run(args: &Jobs) -> Result<Outcome, Error> {
    let folder = Folder::existing(&args.folder)?;
    let numbers = folder.numbers()?;
    let number = match args.number {
        Some(number) if numbers.contains(&number) => number,
        Some(number) => {
            let what = format!("{}: there is no submission {number}", folder.root().display());
            let all: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            return Err(Error::input(what, format!("there are: {}", all.join(", "))));
        }
        None => *numbers.last().ok_or_else(|| {
            let what = format!("{}: nothing was submitted", folder.root().display());
            Error::input(what, "a command with --slurm or --print-script submits")
        })?,
    };
    let submission = folder.read(number)?;
    if args.cancel {
        let Some(job) = &submission.job else {
            return Err(Error::input(format!("submission {number} is no job of Slurm's"), "end its tasks by hand"));
        };
        cancel(job)?;
        say!(
            "submission {number}: job {job} is cancelled; `{} jobs DIR --resume` submits what is left",
            command_name()
        );
        return Ok(Outcome::Equal);
    }
    if args.wait || args.resume {
        return again(args, number, submission);
    }
    for number in args.number.map_or(numbers, |number| vec![number]) {
        show(args, &folder, number, &folder.read(number)?);
    }
    Ok(Outcome::Equal)
}

/// Runs the command of a submission once more: attached to its tasks, or with tasks of its own for
/// what is left.
fn again(args: &Jobs, number: u32, submission: Submission) -> Result<Outcome, Error> {
    std::env::set_current_dir(&submission.cwd).map_err(|error| {
        let what = format!("submission {number}: {}: {error}", submission.cwd.display());
        Error::input(what, "give the command itself again")
    })?;
    program::again(submission.words, &|cluster| {
        if args.wait {
            cluster.attached = Some(number);
        }
    })
}

/// Prints how a submission stands.
fn show(args: &Jobs, folder: &Folder, number: u32, submission: &Submission) {
    let files = submission.files(folder);
    let all = files.len();
    let left: Vec<_> = files.iter().filter(|piece| !is_done(piece)).collect();
    let done = all - left.len();
    let claims = Claims::own();
    let under_way: Vec<_> = left.iter().filter_map(|piece| Some((piece, claims.holder(piece).ok()??))).collect();
    let job = submission.job.as_deref().unwrap_or("none");
    let tasks = match submission.job.as_deref().map(stands) {
        Some(Ok(stands)) if !stands.is_empty() => summary(&stands),
        Some(Ok(_)) => "ended".into(),
        Some(Err(error)) => error.to_string(),
        None => "of a script".into(),
    };
    let name = |piece: &std::path::Path| piece.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let command = submission.words.join(" ");
    if args.json {
        let claims: Vec<_> = under_way
            .iter()
            .map(|(piece, owner)| json!({ "piece": name(piece), "owner": owner.to_string() }))
            .collect();
        let event = json!({
            "event": "submission", "number": number, "job": submission.job, "command": command, "pieces": all, "done": done,
            "before": submission.before, "tasks": tasks, "under_way": claims,
        });
        say!("{event}");
        return;
    }
    say!("submission {number}, job {job}: {} {command}", command_name());
    say!("  {done} of {all} pieces are done; tasks: {tasks}");
    for (piece, owner) in under_way.iter().take(LISTED) {
        say!("  {owner}: {}", name(piece));
    }
    if under_way.len() > LISTED {
        say!("  and {} more under way", under_way.len() - LISTED);
    }
}
