//! `heddle nightly`: runs all work that takes hours, step by step, and writes a page with the
//! results.

pub mod attend;
mod night;
mod plan;

use std::path::Path;
use std::time::Instant;

use heddle_testbench::files::{could_write_in, write_whole};
use heddle_testbench::interrupt;
use heddle_testbench::kept::{self, Trust};
use serde_json::json;

use crate::cli::Nightly;
use crate::cluster::{Claim, Share};
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::output::out_error;
use crate::page;
use crate::progress::{Task, Work};
use night::{Done, MOST_BYTES, Night};
use plan::Step;

/// File name of the page.
const PAGE: &str = "index.html";

/// Runs `heddle nightly`: runs the steps that have not passed yet, and writes the page.
pub fn run(args: &Nightly) -> Result<Outcome, Error> {
    args.cluster.takes(&[("--afresh", args.afresh)])?;
    let steps = plan::read(args.plan.as_deref())?;
    could_write_in(&args.out).map_err(|error| out_error(&args.out, error))?;
    let night = Night::new(&args.out, args.cluster.share.as_deref())?;
    let alone = night.take(&steps)?;
    let outcome = steps_of(args, &night, &steps);
    alone.into_iter().for_each(Claim::done);
    outcome
}

fn steps_of(args: &Nightly, night: &Night, steps: &[Step]) -> Result<Outcome, Error> {
    let mut done: Vec<Option<Done>> = vec![None; steps.len()];
    if !args.afresh {
        for (done, step) in done.iter_mut().zip(steps) {
            *done = night.find(step)?;
        }
    }
    let started = Instant::now();
    let task = Task::start("nightly", Work::Pieces(steps.len() as u64));
    let finish = |done: &[Option<Done>]| write(args, night, steps, done);
    if let Some(share) = &args.cluster.share {
        shared(args, night, steps, &mut done, share)?;
    }
    for n in 0..steps.len() {
        let step = &steps[n];
        let late = args.time.is_some_and(|time| started.elapsed() >= time);
        if done[n].is_none() && args.cluster.share.is_none() && !late && !interrupt::asked() {
            task.say(step.name.clone());
            done[n] = night.run(step)?;
        }
        if let Some(done) = &done[n] {
            tell(args, night, step, done)?;
            task.add(1);
        }
        // the page is written after each step, so that it is up to date if the command is killed
        finish(&done)?;
    }
    drop(task);
    let page = args.out.join(PAGE);
    let count = |of: &dyn Fn(&Done) -> bool| done.iter().flatten().filter(|done| of(done)).count();
    let (passed, failed) = (count(&|done| done.passed()), count(&|done| !done.passed()));
    let left = steps.len() - passed - failed;
    if args.json {
        say!("{}", json!({ "event": "summary", "passed": passed, "failed": failed, "left": left, "page": page }));
    } else {
        say!("{passed} passed, {failed} failed, {left} left: {}", page.display());
    }
    if interrupt::asked() {
        return Err(Error::Interrupted {
            what: format!("{left} steps are left; the same command continues with them"),
        });
    }
    Ok(if failed == 0 { Outcome::Equal } else { Outcome::Mismatch })
}

/// Runs the steps that are neither done nor claimed by another task; an observer goes on once all
/// are done, or the time is over.
fn shared(
    args: &Nightly,
    night: &Night,
    steps: &[Step],
    done: &mut [Option<Done>],
    share: &Share,
) -> Result<(), Error> {
    for (step, done) in steps.iter().zip(done) {
        let file = night.file(step, "json");
        let late = args.time.is_some_and(|time| share.age() >= time);
        if done.is_none()
            && share.works()
            && !late
            && !interrupt::asked()
            && let Some(claim) = share.take(&file)?
        {
            // the task that had it before may have done it
            *done = night.find(step)?;
            if done.is_none() {
                *done = night.run(step)?;
            }
            if done.is_some() {
                claim.done();
            }
        }
        // what is not begun in time is left, as it is on one machine
        if !(done.is_none() && late && share.works()) {
            share.see(&file, done.is_some());
        }
    }
    match share.gathered() {
        Err(Error::Unfinished) if !share.works() && !share.is_before() && args.time.is_some() => Ok(()),
        gathered => gathered,
    }
}

fn verdict(done: Option<&Done>) -> &'static str {
    match done {
        None => "not run",
        Some(done) if !done.passed() => "FAILED",
        Some(done) if done.kept => "passed before",
        Some(_) => "passed",
    }
}

fn tell(args: &Nightly, night: &Night, step: &Step, done: &Done) -> Result<(), Error> {
    let last = night.last_passed(step)?;
    if args.json {
        let event = json!({
            "event": "step", "name": step.name, "command": step.command(), "verdict": verdict(Some(done)),
            "status": done.status, "seconds": done.seconds, "figures": done.figures, "last_passed": last,
        });
        say!("{event}");
    } else {
        let last = last.filter(|_| done.kept || !done.passed()).map(|last| format!("; last passed {last}"));
        let (verdict, last) = (verdict(Some(done)), last.unwrap_or_default());
        say!("{verdict:<14} {:>8.1} s  {}: {}{last}", done.seconds, step.name, done.figures);
    }
    Ok(())
}

/// Writes the page: a row for each step, and the output of failed steps.
fn write(args: &Nightly, night: &Night, steps: &[Step], done: &[Option<Done>]) -> Result<(), Error> {
    let words = |row: &[&str]| row.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = steps
        .iter()
        .zip(done)
        .map(|(step, done)| {
            let figures = done.as_ref().map_or("", |done| &done.figures);
            let time = done.as_ref().map_or(String::new(), |done| format!("{:.1} s", done.seconds));
            let last = night.last_passed(step)?.unwrap_or_default();
            Ok(vec![step.name.clone(), step.command(), figures.to_string(), verdict(done.as_ref()).into(), last, time])
        })
        .collect::<Result<_, Error>>()?;
    let failed = done.iter().flatten().filter(|done| !done.passed()).count();
    let left = done.iter().filter(|done| done.is_none()).count();
    let passed = steps.len() - failed - left;
    let mut body = format!("<p>{passed} passed, {failed} failed, {left} not run.</p>\n");
    body += &page::table(&words(&["step", "command", "figures", "verdict", "last passed", "time"]), &rows, 5);
    for (step, done) in steps.iter().zip(done) {
        if done.as_ref().is_some_and(|done| !done.passed()) {
            let status = done
                .as_ref()
                .and_then(|done| done.status)
                .map_or("ended by a signal".into(), |s| format!("ended with status {s}"));
            let said = ["out", "err"].map(|extension| page::plain(&tail(&night.file(step, extension))));
            let said = format!("<p>{status}</p><pre>{}</pre><pre>{}</pre>", said[0], said[1]);
            body += &page::details(&format!("{}: {}", step.name, step.command()), &said);
        }
    }
    let path = args.out.join(PAGE);
    write_whole(&path, page::page("A night", &body).as_bytes()).map_err(|error| out_error(&path, error))
}

/// Returns the last lines of a step's output file.
fn tail(path: &Path) -> String {
    let text = kept::read(path, MOST_BYTES, Trust::Group).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}
