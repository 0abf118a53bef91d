//! That something can not be reached, proved: a bit keeps one value after every reset, a branch is never taken.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use heddle_formal::{Limit, Lit, Netlist, Problem, elaborate, inductive};

use super::place::{Place, parenthesised};
use crate::interrupt;
use crate::prove::ProveError;
use crate::units::Unit;
use crate::verilator::Kind;

/// The longest induction.
const DEPTH: usize = 3;

/// Those of these places of a preset that are not proved to be constant, in its own RTL. What is claimed of the unit helps, where it is inductive
/// itself.
pub fn not_constant(unit: &Unit, preset: &'static str, places: &[Place], time: Duration) -> Result<Vec<Place>, ProveError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let (verilog, probes) = probed(&unit.emit(preset), places);
    let mut graph = heddle_formal::Graph::default();
    let added = elaborate(unit.name, &verilog)?.add(&mut graph, &mut HashMap::new(), &mut HashMap::new());
    let netlist = added.map_err(|source| ProveError::Netlist { unit: unit.name, source })?.netlist;
    let claims = unit.claims(preset, &mut graph, &netlist);
    // a bit that is always one is as constant as one that is always zero
    let mut asked: Vec<Option<usize>> = Vec::new();
    let mut properties: Vec<Lit> = claims.properties.iter().map(|(_, lit)| *lit).collect();
    for (place, probe) in places.iter().zip(&probes) {
        let bit = bit(&netlist, probe.as_deref().unwrap_or(&place.name));
        asked.push(bit.map(|_| properties.len()));
        properties.extend(bit.into_iter().flat_map(|bit| [!bit, bit]));
    }
    let reset = netlist.bit("reset");
    let mut problem = Problem { graph, netlist, reset, assumptions: claims.assumptions, invariants: Vec::new() };
    let mut proved = vec![false; properties.len()];
    for depth in 1..=DEPTH {
        let open: Vec<usize> = (0..properties.len()).filter(|n| !proved[*n]).collect();
        let wanted: Vec<Lit> = open.iter().map(|n| properties[*n]).collect();
        let limit = Limit { until: Some(Instant::now() + time), stop: interrupt::asked };
        let Some(holds) = inductive(&problem, &wanted, depth, limit) else { break };
        for (n, _) in open.iter().zip(holds).filter(|(_, holds)| *holds) {
            proved[*n] = true;
            problem.invariants.push(properties[*n]);
        }
    }
    let is_constant = |kind: Kind, n: usize| proved[n] || kind == Kind::Toggle && proved[n + 1];
    let open = places.iter().zip(asked).filter(|(place, n)| !n.is_some_and(|n| is_constant(place.kind, n)));
    Ok(open.map(|(place, _)| place.clone()).collect())
}

/// The bit of a name: `word[3]`, or a word of one bit.
fn bit(netlist: &Netlist, name: &str) -> Option<Lit> {
    if let Some(word) = netlist.find(name).filter(|word| word.len() == 1) {
        return Some(word[0]);
    }
    let (word, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    netlist.find(word)?.get(index.parse::<usize>().ok()?).copied()
}

/// The Verilog with a word for each branch among some places, which is one in the cycles in which the branch is taken, and the names of these words. A
/// branch of another form than our RTL has gets none.
fn probed(verilog: &str, places: &[Place]) -> (String, Vec<Option<String>>) {
    let lines: Vec<&str> = verilog.lines().collect();
    // what stands before and behind each line
    let mut around = vec![[String::new(), String::new()]; lines.len()];
    let mut names = Vec::new();
    for (n, place) in places.iter().enumerate() {
        let probe = format!("heddle_probe_{n}");
        let name = || [&place.instance, ".", &probe][usize::from(place.instance.is_empty()) * 2..].concat();
        names.push(insert(&lines, &mut around, place, &probe).map(|()| name()));
    }
    let text = lines.iter().zip(around).map(|(line, [before, behind])| format!("{before}{line}\n{behind}"));
    (text.collect(), names)
}

fn insert(lines: &[&str], around: &mut [[String; 2]], place: &Place, probe: &str) -> Option<()> {
    let at = place.line.checked_sub(1).filter(|_| place.kind == Kind::Branch)?;
    let always = (0..at).rev().find(|at| lines[*at].contains("always @"))?;
    if !lines[always].ends_with("always @(*) begin") {
        return None;
    }
    let line = lines[at].trim_start();
    let not = place.name.contains(": not if (");
    if line.starts_with("if (") {
        let condition = parenthesised(line).trim_start_matches("if ");
        around[at][0] += &format!("{probe} = {}{condition};\n", if not { "!" } else { "" });
    } else if line.ends_with("begin") && !not {
        around[at][1] += &format!("{probe} = 1'b1;\n");
    } else {
        return None;
    }
    around[always][0] += &format!("reg {probe};\n");
    around[always][1] += &format!("{probe} = 1'b0;\n");
    Some(())
}
