//! That something can not be reached, proved: a bit never rises or never falls after a reset, a branch is never taken.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use heddle_formal::{Graph, Limit, Lit, Netlist, Problem, elaborate, inductive};

use super::place::{Place, parenthesised};
use crate::claims::before;
use crate::interrupt;
use crate::prove::ProveError;
use crate::units::Unit;
use crate::verilator::Kind;

/// The longest induction.
const DEPTH: usize = 3;

/// Those of these places of a preset that are not proved to be constant, in its own RTL. They are tried together, and with what is claimed of the unit:
/// one may follow from others.
pub fn not_constant(unit: &Unit, preset: &'static str, places: &[Place], time: Duration) -> Result<Vec<Place>, ProveError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let (verilog, probes) = probed(&unit.emit(preset), places);
    let mut graph = Graph::default();
    let added = elaborate(unit.name, &verilog)?.add(&mut graph, &mut HashMap::new(), &mut HashMap::new());
    let netlist = added.map_err(|source| ProveError::Netlist { unit: unit.name, source })?.netlist;
    let claims = unit.claims(preset, &mut graph, &netlist);
    // a bit keeps one value, or it changes one way alone, as one does that starts at random and is written once; a condition never holds, or never
    // fails where it is looked at: Verilator counts neither way then
    let mut asked: Vec<Option<(usize, usize)>> = Vec::new();
    let mut properties: Vec<Lit> = claims.properties.iter().map(|(_, lit)| *lit).collect();
    for (place, probe) in places.iter().zip(&probes) {
        let never: Option<Vec<Lit>> = match probe {
            None => bit(&netlist, &place.name).map(|bit| one_way(&mut graph, bit).to_vec()),
            Some(probes) => probes.iter().map(|probe| bit(&netlist, probe).map(|bit| !bit)).collect(),
        };
        let never = never.unwrap_or_default();
        asked.push((!never.is_empty()).then_some((properties.len(), never.len())));
        properties.extend(never);
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
    let open = places.iter().zip(asked).filter(|(_, n)| !n.is_some_and(|(first, count)| proved[first..first + count].contains(&true)));
    Ok(open.map(|(place, _)| place.clone()).collect())
}

/// A bit's value is 0, is 1, never rises, never falls.
fn one_way(graph: &mut Graph, bit: Lit) -> [Lit; 4] {
    let last = before(graph, &[bit])[0];
    let (rises, falls) = (graph.and(bit, !last), graph.and(!bit, last));
    [!bit, bit, !rises, !falls]
}

/// The bit of a name: `word[3]`, or a word of one bit.
fn bit(netlist: &Netlist, name: &str) -> Option<Lit> {
    if let Some(word) = netlist.find(name).filter(|word| word.len() == 1) {
        return Some(word[0]);
    }
    let (word, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    netlist.find(word)?.get(index.parse::<usize>().ok()?).copied()
}

/// The Verilog with words for each branch among some places, and their names: one that is 1 in the cycles in which it is taken, and one for those in
/// which the condition is looked at and the other way is taken. A branch of another form than our RTL has gets none; a bit needs none.
fn probed(verilog: &str, places: &[Place]) -> (String, Vec<Option<Vec<String>>>) {
    let lines: Vec<&str> = verilog.lines().collect();
    // what stands before and behind each line
    let mut around = vec![[String::new(), String::new()]; lines.len()];
    let mut names = Vec::new();
    for (n, place) in places.iter().enumerate() {
        let probe = format!("heddle_probe_{n}");
        let before = if place.instance.is_empty() { String::new() } else { format!("{}.", place.instance) };
        let added = insert(&lines, &mut around, place, &probe).unwrap_or_default();
        names.push((place.kind == Kind::Branch).then(|| added.into_iter().map(|name| before.clone() + &name).collect()));
    }
    let text = lines.iter().zip(around).map(|(line, [before, behind])| format!("{before}{line}\n{behind}"));
    (text.collect(), names)
}

fn insert(lines: &[&str], around: &mut [[String; 2]], place: &Place, probe: &str) -> Option<Vec<String>> {
    let at = place.line.checked_sub(1).filter(|_| place.kind == Kind::Branch)?;
    let always = (0..at).rev().find(|at| lines[*at].contains("always @"))?;
    if !lines[always].ends_with("always @(*) begin") {
        return None;
    }
    let line = lines[at].trim_start();
    let (taken, other) = (probe.to_string(), format!("{probe}_other"));
    let names = if line.starts_with("if (") {
        let condition = parenthesised(line).trim_start_matches("if ");
        around[at][0] += &format!("{taken} = {condition};\n{other} = !{condition};\n");
        vec![taken, other]
    } else if line.ends_with("begin") && !place.name.contains(": not if (") {
        around[at][1] += &format!("{taken} = 1'b1;\n");
        vec![taken]
    } else {
        return None;
    };
    for name in &names {
        around[always][0] += &format!("reg {name};\n");
        around[always][1] += &format!("{name} = 1'b0;\n");
    }
    Some(names)
}
