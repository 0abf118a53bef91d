//! Proofs that a place cannot be reached: a bit never rises or never falls after a reset; a branch has such a bit, too.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use heddle_formal::{Graph, Limit, Lit, Netlist, Problem, elaborate, inductive};

use super::instrument::instrument;
use super::place::Place;
use crate::claims::before;
use crate::prove::ProveError;
use crate::units::Unit;
use heddle_verilator::interrupt;

/// Number of ways in which a bit can be constant.
const WAYS: usize = 4;
/// Greatest induction depth.
const DEPTH: usize = 3;

/// Returns the `places` of a preset that are not proved to be constant in its own RTL.
///
/// The proofs are tried together, and with the unit's claims: one may follow from others.
pub fn not_constant(
    unit: &Unit,
    preset: &'static str,
    places: &[Place],
    time: Duration,
) -> Result<Vec<Place>, ProveError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let verilog = instrument(unit.name, &unit.emit(preset));
    let mut graph = Graph::default();
    let added = elaborate(unit.name, &verilog)?.add(&mut graph, &mut HashMap::new(), &mut HashMap::new());
    let netlist = added.map_err(|source| ProveError::Netlist { unit: unit.name, source })?.netlist;
    let claims = unit.claims(preset, &mut graph, &netlist);
    // a bit keeps one value, or it changes one way alone, as one does that starts at random and is written once
    let mut asked: Vec<Option<usize>> = Vec::new();
    let mut properties: Vec<Lit> = claims.properties.iter().map(|(_, lit)| *lit).collect();
    for place in places {
        let bit = bit(&netlist, &place.bit);
        asked.push(bit.map(|_| properties.len()));
        properties.extend(bit.into_iter().flat_map(|bit| one_way(&mut graph, bit)));
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
    let is_constant = |first: usize| proved[first..first + WAYS].contains(&true);
    let open = places.iter().zip(asked).filter(|(_, first)| !first.is_some_and(is_constant));
    Ok(open.map(|(place, _)| place.clone()).collect())
}

/// Returns logic that says that a bit is 0, is 1, never rises, never falls.
fn one_way(graph: &mut Graph, bit: Lit) -> [Lit; WAYS] {
    let last = before(graph, &[bit])[0];
    let (rises, falls) = (graph.and(bit, !last), graph.and(!bit, last));
    [!bit, bit, !rises, !falls]
}

/// Returns the bit with a name: `word[3]`, or a word of one bit.
fn bit(netlist: &Netlist, name: &str) -> Option<Lit> {
    if let Some(word) = netlist.find(name).filter(|word| word.len() == 1) {
        return Some(word[0]);
    }
    let (word, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    netlist.find(word)?.get(index.parse::<usize>().ok()?).copied()
}
