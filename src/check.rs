//! `heddle check`: every unit and preset in lockstep, the corpus, and short recordings of kernels.

use heddle_testbench::target::Target;
use heddle_testbench::trace::TraceFile;
use include_dir::{Dir, include_dir};
use serde_json::json;

use crate::cli::Check;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::hunt::{Prepared, Report, prepare};
use crate::progress::{Task, Work};
use crate::recordings::{Replayed, kernels, replay};
use crate::table::{right_from, table};

/// Traces of every bug ever found, shrunk: one folder for each unit.
static CORPUS: Dir = include_dir!("$CARGO_MANIFEST_DIR/tests/corpus");
/// Most cycles of the golden model alone in which cover points are counted.
const COVER_CYCLES: u64 = 300_000;

/// Runs `heddle check`: lockstep, corpus, recorded kernels and cover points; returns whether all agree.
pub fn run(args: &Check) -> Result<Outcome, Error> {
    let seed = args.hunt.seed.unwrap_or(1);
    let prepared = prepare(&args.hunt, seed)?;
    let report = prepared.run(&args.hunt, Some(args.cycles), None, false)?;
    report.interrupted()?;
    let mut outcome = report.outcome;
    let mut corpus = Vec::new();
    let what = "corpus, kernels and cover points";
    let task = Task::start(what, Work::Pieces(3 * prepared.targets.len() as u64));
    for target in &prepared.targets {
        let (replayed, failed) = replay_corpus(&prepared, args, target.as_ref())?;
        if failed != 0 {
            outcome = Outcome::Mismatch;
        }
        corpus.push((replayed, failed));
        task.add(1);
    }
    let recorded = replay(&prepared.targets, &kernels()?, prepared.jobs, &task)?;
    for (target, replayed) in prepared.targets.iter().zip(&recorded) {
        for failed in replayed.iter().filter_map(|replayed| replayed.failed.as_ref()) {
            outcome = Outcome::Mismatch;
            prepared.replay(&args.hunt, target.as_ref(), failed)?;
        }
    }
    let mut covers = Vec::new();
    for target in &prepared.targets {
        covers.push(target.cover(prepared.seed, COVER_CYCLES.min(args.cycles)));
        task.add(1);
    }
    drop(task);
    summary(args, &prepared, &report, &corpus, &recorded, &covers);
    Ok(outcome)
}

/// Replays the corpus of a target's preset; returns the number of traces, and the number of them that fail.
fn replay_corpus(prepared: &Prepared, args: &Check, target: &dyn Target) -> Result<(usize, usize), Error> {
    let (mut replayed, mut failed) = (0, 0);
    let files = CORPUS.get_dir(target.unit()).map(Dir::files).into_iter().flatten();
    for file in files.filter(|file| file.path().extension().is_some_and(|extension| extension == "trace")) {
        let text = file.contents_utf8().unwrap_or_default().to_string();
        let trace = TraceFile::parse(format!("corpus/{}", file.path().display()), text)?;
        if trace.header.preset != target.preset() {
            continue;
        }
        replayed += 1;
        failed += usize::from(!prepared.replay(&args.hunt, target, &trace)?);
    }
    Ok((replayed, failed))
}

/// Cover points of a target, each with its number of hits.
type Cover = Vec<(&'static str, u64)>;

fn summary(
    args: &Check,
    prepared: &Prepared,
    report: &Report,
    corpus: &[(usize, usize)],
    recorded: &[Vec<Replayed>],
    covers: &[Cover],
) {
    let mut table = table();
    table.set_header(["unit/preset", "cycles", "result", "corpus", "kernels", "cover"]);
    right_from(&mut table, 1);
    let mut total = 0;
    let rows = prepared.targets.iter().zip(&report.verdicts).zip(corpus).zip(recorded).zip(covers);
    for ((((target, verdict), (replayed, failed)), recorded), cover) in rows {
        let name = format!("{}/{}", target.unit(), target.preset());
        let reached = cover.iter().filter(|(_, hits)| *hits != 0).count();
        let wrong = recorded.iter().filter(|recording| recording.failed.is_some()).count();
        let result = if verdict.failed.is_some() || *failed != 0 || wrong != 0 { "MISMATCH" } else { "equal" };
        total += verdict.cycles;
        if args.hunt.json {
            let missed: Vec<&str> = cover.iter().filter(|(_, hits)| *hits == 0).map(|(point, _)| *point).collect();
            let event = json!({
                "event": "verdict", "unit": target.unit(), "preset": target.preset(), "seed": prepared.seed,
                "cycles": verdict.cycles, "result": result.to_lowercase(),
                "corpus": replayed, "corpus_failed": failed,
                "kernels": recorded.iter().map(|recording| recording.kernel).collect::<Vec<_>>(), "kernels_failed": wrong,
                "cover_points": cover.len(), "cover_reached": reached, "cover_missed": missed,
            });
            say!("{event}");
            continue;
        }
        let some =
            |failed: usize, of: usize| if failed == 0 { of.to_string() } else { format!("{failed} of {of} fail") };
        let (corpus, kernels) = (some(*failed, *replayed), some(wrong, recorded.len()));
        let cover = format!("{reached}/{}", cover.len());
        table.add_row([name, group(verdict.cycles), result.into(), corpus, kernels, cover]);
    }
    let seconds = report.elapsed.as_secs_f64();
    if args.hunt.json {
        say!("{}", json!({ "event": "summary", "cycles": total, "seconds": seconds, "seed": prepared.seed }));
        return;
    }
    say!("{table}");
    let rate = total as f64 / seconds / 1e6;
    say!("{} cycles compared in {seconds:.1} s ({rate:.2} M cycles/s), seed {}", group(total), prepared.seed);
}

/// Writes a number with a space between each three digits.
pub fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n != 0 && (digits.len() - n).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}
