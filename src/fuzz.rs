//! `heddle fuzz`: random stimulus until a time or a number of cycles is reached, or a mismatch is found.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;

use crate::check::group;
use crate::cli::Fuzz;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::hunt::prepare;

const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Runs `heddle fuzz`: random stimulus in lockstep; returns whether a mismatch is found.
pub fn run(args: &Fuzz) -> Result<Outcome, Error> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64 % 1_000_000_000);
    let seed = args.hunt.seed.unwrap_or(now);
    if args.hunt.json {
        say!("{}", json!({ "event": "start", "seed": seed }));
    } else {
        say!("seed {seed}");
    }
    let prepared = prepare(&args.hunt, seed)?;
    let time = if args.cycles.is_some() { None } else { Some(args.time.unwrap_or(DEFAULT_TIME)) };
    let report = prepared.run(&args.hunt, args.cycles, time, true)?;
    let total: u64 = report.verdicts.iter().map(|verdict| verdict.cycles).sum();
    let seconds = report.elapsed.as_secs_f64();
    let found = report.outcome == Outcome::Mismatch;
    if args.hunt.json {
        let event = json!({
            "event": "summary", "seed": seed, "cycles": total, "seconds": seconds,
            "result": if found { "mismatch" } else { "equal" },
        });
        say!("{event}");
    } else {
        let result = if found { "a mismatch" } else { "no mismatch" };
        say!("{result} in {} cycles, {seconds:.1} s, seed {seed}", group(total));
    }
    report.interrupted()?;
    Ok(report.outcome)
}
