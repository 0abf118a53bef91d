//! Proofs that a place cannot be reached: a bit never rises or never falls after a reset; a branch
//! has such a bit, too.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use heddle_formal::{Constants, Graph, Limit, Lit, Netlist, Problem, elaborate, inductive};

use heddle_synth::Resets;

use super::instrument::instrument;
use super::place::Place;
use crate::claims::before;
use crate::prove::{ProveError, few_first};
use crate::unit::Unit;

/// Number of ways in which a bit can be constant.
const WAYS: usize = 4;
/// Greatest induction depth.
const DEPTH: usize = 3;

/// Returns the `places` of a preset that are not proved to be constant in its own RTL.
///
/// Simulation with unknown values finds the simple ones. The other proofs are tried together, since
/// one may follow from others; then with the unit's claims, the first of them alone: of all
/// together, a solver does not come to an end in a large preset.
pub fn not_constant(
    unit: &Unit,
    preset: &'static str,
    places: &[Place],
    time: Duration,
) -> Result<Vec<Place>, ProveError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let verilog = if unit.written {
        unit.plain(unit.emit(preset), Resets::Gates)?
    } else {
        with_every_register(&instrument(unit.name, &unit.emit(preset)))
    };
    let mut graph = Graph::default();
    let added = elaborate(unit.top, &verilog)?.add(&mut graph, &mut HashMap::new(), &mut HashMap::new());
    let netlist = added.map_err(|source| ProveError::Netlist { unit: unit.name, source })?.netlist;
    let reset = netlist.bit("reset");
    let constants = Constants::find(&graph, reset);
    let invariants = constants.registers(&graph);
    let mut open: Vec<(&Place, Option<Lit>)> = places.iter().map(|place| (place, bit(&netlist, &place.bit))).collect();
    open.retain(|(_, bit)| bit.is_none_or(|bit| constants.value(bit).is_none()));
    let claims = unit.claims(preset, &mut graph, &netlist);
    let ways: Vec<Option<[Lit; WAYS]>> = open.iter().map(|(_, bit)| bit.map(|bit| one_way(&mut graph, bit))).collect();
    let mut problem = Problem { graph, netlist, reset, assumptions: claims.assumptions, invariants };
    let mut proved = vec![false; open.len()];
    for claims in std::iter::once(&[][..]).chain(few_first(&claims.properties)) {
        // a bit keeps one value, or it changes one way alone, as one does that starts at random and
        // is written once
        let left = (0..open.len()).filter(|n| !proved[*n]);
        let asked: Vec<(usize, Lit)> =
            left.flat_map(|n| ways[n].into_iter().flatten().map(move |way| (n, way))).collect();
        if asked.is_empty() {
            break;
        }
        let mut properties: Vec<Lit> = asked.iter().map(|(_, way)| *way).collect();
        properties.extend(claims.iter().map(|(_, lit)| *lit));
        let holds = hold(&mut problem, &properties, time);
        asked.iter().zip(holds).for_each(|((n, _), holds)| proved[*n] |= holds);
    }
    Ok(open.iter().zip(proved).filter(|(_, proved)| !proved).map(|((place, _), _)| (*place).clone()).collect())
}

/// Returns Verilog of which Yosys keeps every register, also one that nothing reads: without its
/// logic, it could have any value.
fn with_every_register(verilog: &str) -> String {
    let keep = |module: &str| match module.contains("@(posedge clock)") {
        true => module.replace("output reg", "(* keep *) output reg"),
        false => module.to_string(),
    };
    verilog.split_inclusive("endmodule").map(keep).collect()
}

/// Returns which properties are proved by induction; they become invariants of the problem.
fn hold(problem: &mut Problem, properties: &[Lit], time: Duration) -> Vec<bool> {
    let mut proved = vec![false; properties.len()];
    for depth in 1..=DEPTH {
        let open: Vec<usize> = (0..properties.len()).filter(|n| !proved[*n]).collect();
        let wanted: Vec<Lit> = open.iter().map(|n| properties[*n]).collect();
        let limit = Limit { until: Some(Instant::now() + time) };
        let Some(holds) = inductive(problem, &wanted, depth, limit) else { break };
        for (n, _) in open.iter().zip(holds).filter(|(_, holds)| *holds) {
            proved[*n] = true;
            problem.invariants.push(properties[*n]);
        }
    }
    proved
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
