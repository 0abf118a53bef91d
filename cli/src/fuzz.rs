//! `heddle fuzz`: random stimulus until a time or a number of cycles is reached, or a mismatch is
//! found.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;

use crate::cli::Fuzz;
use crate::cluster::conduct;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::hunt::prepare;
use crate::number::group;
use crate::store::Store;

const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Runs `heddle fuzz`, alone or shared among tasks, which all get the seed.
pub fn shared(mut args: Fuzz, mut words: Vec<String>) -> Result<Outcome, Error> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64 % 1_000_000_000);
    if args.hunt.seed.is_none() {
        args.hunt.seed = Some(now);
        words.splice(1..1, ["--seed".to_string(), now.to_string()]);
    }
    conduct(&words, args, |args| args.cluster.with(&mut args.hunt.jobs, None), run)
}

/// Runs `heddle fuzz`: random stimulus in lockstep; returns whether a mismatch is found.
fn run(args: &Fuzz) -> Result<Outcome, Error> {
    let seed = args.hunt.seed.unwrap_or_default();
    let start = || {
        if args.hunt.json {
            say!("{}", json!({ "event": "start", "seed": seed }));
        } else {
            say!("seed {seed}");
        }
    };
    if args.cluster.share.is_none() {
        start();
    }
    let prepared = prepare(&args.chosen, &args.hunt, seed)?;
    let time = if args.cycles.is_some() { None } else { Some(args.time.unwrap_or(DEFAULT_TIME)) };
    let report = match &args.cluster.share {
        None => prepared.run(&args.hunt, args.cycles, time, true)?,
        Some(_) => {
            let store = Store::open(None, &args.cluster, "hunts")?;
            prepared.run_shared((&args.hunt, &args.cluster), args.cycles, time, &store, start)?
        }
    };
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
