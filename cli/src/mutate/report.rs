//! The table of a mutation campaign, and the mutants that are left over, undecided or survived.

use std::path::PathBuf;

use heddle_testbench::kept;
use heddle_testbench::mutate::{Fate, Mutant};
use serde_json::json;

use super::campaign::Campaign;
use super::record;
use crate::cli::Mutate;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::name::command_name;
use crate::number::group;
use crate::output::out_error;
use crate::table::{right_from, table};

/// The largest share of mutants that may be left over, undecided or survived, in percent.
const LEFT_OVER: f64 = 1.0;

/// The number of mutants by fate.
#[derive(Default)]
struct Count {
    /// Cycles until each killed mutant was detected, in ascending order.
    deaths: Vec<u64>,
    refused: usize,
    equivalent: usize,
    undecided: usize,
    survived: usize,
}

impl Count {
    fn of<'a>(fates: impl Iterator<Item = &'a Fate>) -> Self {
        let mut count = Count::default();
        for fate in fates {
            match fate {
                Fate::Killed { cycles, .. } => count.deaths.push(*cycles),
                Fate::Refused { .. } => count.refused += 1,
                Fate::Equivalent { .. } => count.equivalent += 1,
                Fate::Undecided { .. } => count.undecided += 1,
                Fate::Survived { .. } => count.survived += 1,
            }
        }
        count.deaths.sort_unstable();
        count
    }

    /// Returns the share of mutants that are left over, in percent.
    fn left_over(&self, all: usize) -> f64 {
        100.0 * (self.undecided + self.survived) as f64 / all.max(1) as f64
    }
}

/// Prints the results of campaigns; returns a mismatch if more mutants are left over than is
/// allowed.
pub fn print(args: &Mutate, campaigns: &[Campaign]) -> Result<Outcome, Error> {
    let mut table = table();
    table.set_header([
        "unit/preset",
        "mutants",
        "killed",
        "median",
        "latest",
        "by the tool",
        "equivalent",
        "undecided",
        "survived",
        "left over",
    ]);
    right_from(&mut table, 1);
    let mut outcome = Outcome::Equal;
    for campaign in campaigns {
        for (mutant, fate) in campaign.mutants.list.iter().zip(campaign.verdicts.iter().flatten()) {
            tell(args, campaign, mutant, fate)?;
        }
        let count = Count::of(campaign.verdicts.iter().flatten());
        let all = campaign.mutants.list.len();
        let share = count.left_over(all);
        if share > LEFT_OVER {
            outcome = Outcome::Mismatch;
        }
        let Count { deaths, refused, equivalent, undecided, survived } = &count;
        let (killed, median, latest) = (deaths.len(), deaths.get(deaths.len() / 2), deaths.last());
        if args.json {
            let event = json!({
                "event": "mutants", "unit/preset": campaign.name, "seed": args.seed, "cycles": args.cycles, "depth": args.depth,
                "mutants": all, "killed": killed, "median": median, "latest": latest, "by the tool": refused,
                "equivalent": equivalent, "undecided": undecided, "survived": survived, "left over": share,
            });
            say!("{event}");
            continue;
        }
        if all == 0 {
            say!("{}: there is nothing that a mutant could change", campaign.name);
            continue;
        }
        let cycles = |cycles: Option<&u64>| cycles.map(|cycles| group(*cycles)).unwrap_or_default();
        let mut row = vec![campaign.name.clone(), all.to_string(), killed.to_string(), cycles(median), cycles(latest)];
        row.extend([refused, equivalent, undecided, survived].map(ToString::to_string));
        row.push(format!("{share:.1} %"));
        table.add_row(row);
    }
    if !args.json {
        if table.is_empty() {
            return Ok(outcome);
        }
        say!("{table}");
        say!(
            "median, latest: cycles until a mutant is killed; at most {} cycles each, seed {}",
            group(args.cycles),
            args.seed
        );
    }
    Ok(outcome)
}

/// Prints some lines for a mutant that is left over; in JSON, one event for every mutant.
fn tell(args: &Mutate, campaign: &Campaign, mutant: &Mutant, fate: &Fate) -> Result<(), Error> {
    let Mutant { number, mode, cell, port, signal, file, line, .. } = mutant;
    let variant = if args.fpga { " --fpga" } else { "" };
    let Mutate { count, seed, .. } = args;
    let again =
        format!("{} mutate {}{variant} --count {count} --seed {seed} --only {number}", command_name(), campaign.name);
    let emitted = line.checked_sub(1).filter(|_| file.is_none());
    let source = emitted.and_then(|line| campaign.verilog.lines().nth(line)).unwrap_or_default().trim();
    let trace = keep(args, campaign, mutant, fate)?;
    if args.json {
        let mut event = json!({
            "event": "mutant", "unit/preset": campaign.name, "number": number, "mode": mode, "cell": cell, "port": port,
            "signal": signal, "file": file, "line": line, "source": source, "again": again, "ran": ran(args, fate),
        });
        if let (Some(event), Some(fate)) = (event.as_object_mut(), record::write(fate).as_object()) {
            event.extend(fate.clone());
            event.insert("trace".into(), json!(trace));
        }
        say!("{event}");
        return Ok(());
    }
    let (verdict, why) = match fate {
        Fate::Undecided { depth, why } => ("undecided", format!("to {depth} cycles after reset: {why}")),
        Fate::Survived { port, .. } => ("survived", format!("a legal run shows it at port {port}")),
        _ => return Ok(()),
    };
    let signal = signal.as_ref().map(|signal| format!(", {signal}")).unwrap_or_default();
    say!("{verdict} {} {number}: {mode} {port} of {cell}{signal}", campaign.name);
    match file {
        Some(file) => say!("  {:<10} {file}:{line}", "place"),
        None => say!("  {:<10} {source}", format!("line {line}")),
    }
    say!("  {:<10} {why}", "why");
    if let Some(trace) = trace {
        say!("  {:<10} {}", "trace", trace.display());
    }
    say!("  {:<10} {again}", "again");
    Ok(())
}

/// Returns the cycles of stimulus that a mutant ran.
fn ran(args: &Mutate, fate: &Fate) -> u64 {
    match fate {
        Fate::Killed { cycles, .. } | Fate::Refused { cycles, .. } => *cycles,
        Fate::Equivalent { .. } | Fate::Undecided { .. } | Fate::Survived { .. } => args.cycles,
    }
}

/// Writes the trace that detects a surviving mutant into a file; `None` for other fates.
fn keep(args: &Mutate, campaign: &Campaign, mutant: &Mutant, fate: &Fate) -> Result<Option<PathBuf>, Error> {
    let Fate::Survived { trace, .. } = fate else { return Ok(None) };
    let name = format!("{}-mutant-{}-{}.trace", campaign.name.replace('/', "-"), args.seed, mutant.number);
    let path = args.out.join(name);
    kept::write(&path, trace.as_bytes()).map_err(|error| out_error(&path, error))?;
    Ok(Some(path))
}
