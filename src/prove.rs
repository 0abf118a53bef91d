//! `heddle prove`: what a unit claims of its RTL, by induction where it goes, and from reset to a depth where it does not.

use std::fs;

use heddle_testbench::interrupt;
use heddle_testbench::prove::{Claimed, Effort, Proof, ProveError, Second, Verdict, trace_text};
use heddle_testbench::units::Unit;
use serde_json::json;

use crate::cli::Prove;
use crate::error::{Error, Outcome};
use crate::progress::{Task, Work};
use crate::say::say;
use crate::select::{Selected, smallest};
use crate::table::{right_from, table};

/// Runs the verb.
pub fn run(args: &Prove) -> Result<Outcome, Error> {
    let selected = smallest(&args.selection)?;
    let effort = Effort { induction: args.induction, depth: args.depth, time: args.time };
    let mut outcome = Outcome::Equal;
    let mut table = table();
    table.set_header(["unit/preset", "claim", "verdict", "seconds", "z3"]);
    right_from(&mut table, 3);
    let mut any = false;
    for Selected { unit, preset } in &selected {
        let task = Task::start("claims", Work::Open);
        task.say(format!("{}/{preset}", unit.name));
        let mut claimed = Claimed::new(unit, preset, &unit.emit(preset)).map_err(unproved)?;
        any |= !claimed.names().is_empty();
        let proofs = claimed.prove(&effort, &mut |_| task.add(1));
        let second = if args.alone { None } else { Some(claimed.second(&proofs, effort.time).map_err(no_z3)?) };
        drop(task);
        if interrupt::asked() {
            return Err(Error::Interrupted { what: format!("{}/{preset} was under way", unit.name) });
        }
        if second == Some(Second::Contradicts) {
            outcome = Outcome::Mismatch;
        }
        for proof in &proofs {
            let (what, kept) = told(unit, preset, proof, args)?;
            if kept {
                outcome = Outcome::Mismatch;
            }
            let said = match (&proof.verdict, second) {
                (Verdict::Proved(_), Some(second)) => second_word(second),
                _ => "",
            };
            let seconds = format!("{:.2}", proof.time.as_secs_f64());
            if args.json {
                let event = json!({
                    "event": "claim", "unit": unit.name, "preset": preset, "claim": proof.claim, "verdict": what,
                    "seconds": proof.time.as_secs_f64(), "z3": said,
                });
                say!("{event}");
            } else {
                table.add_row([format!("{}/{preset}", unit.name), proof.claim.into(), what, seconds, said.into()]);
            }
        }
    }
    if !any {
        return Err(Error::input(
            "nothing is claimed of what was named",
            "name another unit: `heddle prove` alone takes all",
        ));
    }
    if !args.json {
        say!("{table}");
    }
    Ok(outcome)
}

fn second_word(second: Second) -> &'static str {
    match second {
        Second::Agrees => "agrees",
        Second::Contradicts => "CONTRADICTS",
        Second::NoAnswer => "no answer in time",
        Second::Nothing => "",
    }
}

/// A verdict in words, and whether the claim is refuted; then its trace is kept.
fn told(unit: &Unit, preset: &str, proof: &Proof, args: &Prove) -> Result<(String, bool), Error> {
    match &proof.verdict {
        Verdict::Proved(1) => Ok(("proved".into(), false)),
        Verdict::Proved(depth) => Ok((format!("proved, by induction over {depth} cycles"), false)),
        Verdict::Holds(depth) => Ok((format!("holds in {depth} cycles after reset"), false)),
        Verdict::Refuted(inputs) => {
            let text = trace_text(unit, preset, &format!("refutes: {}", proof.claim), inputs);
            let name: String =
                proof.claim.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(60).collect();
            let path = args.out.join(format!("{}-{preset}-{name}.trace", unit.name));
            let kept = fs::create_dir_all(&args.out).and_then(|()| fs::write(&path, text));
            kept.map_err(|error| {
                Error::input(format!("{}: {error}", path.display()), "name another folder with --out")
            })?;
            Ok((format!("REFUTED: heddle replay {}", path.display()), true))
        }
    }
}

fn unproved(error: ProveError) -> Error {
    Error::tool(error.to_string(), "heddle doctor shows the tools that are needed")
}

fn no_z3(error: std::io::Error) -> Error {
    Error::tool(format!("z3 could not be started: {error}"), "install it (apt-get install z3), or say --alone")
}
