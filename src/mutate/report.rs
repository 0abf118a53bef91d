//! The table of a campaign, and the names of those that nobody killed.

use heddle_testbench::mutate::{Fate, Mutant};
use serde_json::json;

use super::campaign::Campaign;
use super::record;
use crate::check::group;
use crate::cli::Mutate;
use crate::error::Outcome;
use crate::say::say;
use crate::table::{right_from, table};

/// The share of mutants that may be left over, in percent.
const LEFT_OVER: f64 = 1.0;

/// Prints it; a mismatch if more are left over than may be.
pub fn print(args: &Mutate, campaigns: &[Campaign]) -> Outcome {
    let mut table = table();
    let columns = ["unit/preset", "mutants", "killed", "median", "latest", "by the tool", "undecided", "left over"];
    table.set_header(columns);
    right_from(&mut table, 1);
    let mut outcome = Outcome::Equal;
    for campaign in campaigns {
        let fates = || campaign.verdicts.iter().flatten();
        let mut deaths: Vec<u64> = fates()
            .filter_map(|fate| match fate {
                Fate::Killed { cycles, .. } => Some(*cycles),
                _ => None,
            })
            .collect();
        deaths.sort_unstable();
        let refused = fates().filter(|fate| matches!(fate, Fate::Refused { .. })).count();
        let undecided = fates().filter(|fate| matches!(fate, Fate::Unnoticed { .. })).count();
        let all = campaign.mutants.list.len();
        let share = 100.0 * undecided as f64 / all.max(1) as f64;
        if share > LEFT_OVER {
            outcome = Outcome::Mismatch;
        }
        let (median, latest) = (deaths.get(deaths.len() / 2), deaths.last());
        for (mutant, fate) in campaign.mutants.list.iter().zip(fates()) {
            tell(args, campaign, mutant, fate);
        }
        if args.json {
            let event = json!({
                "event": "mutants", "unit/preset": campaign.name, "mutants": all, "seed": args.seed, "cycles": args.cycles,
                "killed": deaths.len(), "median": median, "latest": latest, "by the tool": refused, "undecided": undecided,
                "left over": share,
            });
            say!("{event}");
            continue;
        }
        let cycles = |cycles: Option<&u64>| cycles.map(|cycles| group(*cycles)).unwrap_or_default();
        let counts = [all, deaths.len()].map(|count| count.to_string());
        let [all, killed] = counts;
        let (refused, undecided) = (refused.to_string(), undecided.to_string());
        let share = format!("{share:.1} %");
        table.add_row([campaign.name.clone(), all, killed, cycles(median), cycles(latest), refused, undecided, share]);
    }
    if !args.json {
        say!("{table}");
        say!("{} cycles each at most, seed {}", group(args.cycles), args.seed);
    }
    outcome
}

/// A line for each that was not killed; for a program, one for each.
fn tell(args: &Mutate, campaign: &Campaign, mutant: &Mutant, fate: &Fate) {
    let again =
        format!("heddle mutate {} --count {} --seed {} --only {}", campaign.name, args.count, args.seed, mutant.number);
    let source = mutant.line.checked_sub(1).and_then(|line| campaign.verilog.lines().nth(line)).unwrap_or_default();
    if args.json {
        let mut event = json!({
            "event": "mutant", "unit/preset": campaign.name, "number": mutant.number, "mode": mutant.mode,
            "cell": mutant.cell, "port": mutant.port, "signal": mutant.signal, "line": mutant.line,
            "source": source.trim(), "again": again,
        });
        if let (Some(event), Some(fate)) = (event.as_object_mut(), record::write(fate).as_object()) {
            event.extend(fate.clone());
        }
        say!("{event}");
        return;
    }
    if !matches!(fate, Fate::Unnoticed { .. }) {
        return;
    }
    let signal = mutant.signal.as_ref().map(|signal| format!(", {signal}")).unwrap_or_default();
    say!("undecided {} {}: {} {} of {}{signal}", campaign.name, mutant.number, mutant.mode, mutant.port, mutant.cell);
    say!("  line {:<5} {}", mutant.line, source.trim());
    say!("  again      {again}");
}
