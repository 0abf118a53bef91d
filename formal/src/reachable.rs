//! Whether a state that breaks a property can be reached, by ABC's property directed reachability,
//! which finds the invariants itself.
//!
//! ABC gets the question as AIGER: all latches start at zero, so a latch says whether the run has
//! begun, and in the first cycle, which is reset, registers read free inputs.

use std::collections::HashMap;

use crate::abc;
use crate::bounded::Inputs;
use crate::frames::Limit;
use crate::graph::{Graph, Lit, Node};
use crate::induction::Problem;

/// The answer of ABC about a bad state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reachable {
    /// No run reaches a bad state.
    Never,
    /// These inputs, of which the first cycle is reset, lead to a bad state.
    By(Vec<Inputs>),
    /// ABC gave no answer.
    Unknown,
}

/// Whether `property` breaks in a run from reset, in which registers that `start` pairs begin
/// equal.
pub fn reachable(problem: &Problem, property: Lit, start: &[(Lit, Lit)], limit: Limit) -> Reachable {
    ask(problem, property, start, limit).unwrap_or(Reachable::Unknown)
}

fn ask(problem: &Problem, property: Lit, start: &[(Lit, Lit)], limit: Limit) -> Option<Reachable> {
    let run = Run::new(problem, property, start);
    let folder = tempfile::tempdir().ok()?;
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("run.aig"), abc::aiger(&run.graph, &run.inputs, &[run.bad])).ok()?;
    let said = abc::run(folder.path(), "read_aiger run.aig; scorr; dc2; pdr; print_status; write_cex -a cex", limit)?;
    let status = said.lines().rev().find_map(|line| line.trim().strip_prefix("Status = "))?;
    match status.split_whitespace().next()? {
        "1" => Some(Reachable::Never),
        "0" => Some(Reachable::By(run.inputs(problem, &std::fs::read_to_string(at("cex")).ok()?)?)),
        _ => None,
    }
}

/// A problem with its beginning, as logic whose latches start at zero.
struct Run {
    graph: Graph,
    inputs: Vec<Lit>,
    bad: Lit,
    /// The place of each input of the problem among these inputs.
    places: HashMap<usize, usize>,
}

impl Run {
    fn new(problem: &Problem, property: Lit, start: &[(Lit, Lit)]) -> Self {
        let old = &problem.graph;
        let pairs: HashMap<usize, Lit> = start.iter().map(|(one, other)| (other.node(), *one)).collect();
        let mut graph = Graph::default();
        let (mut inputs, mut places) = (Vec::new(), HashMap::new());
        let begun = graph.latch();
        graph.drive(begun, Lit::TRUE);
        let mut new: Vec<Lit> = Vec::with_capacity(old.nodes.len());
        let mut latches: HashMap<usize, Lit> = HashMap::new();
        let mut first: HashMap<usize, Lit> = HashMap::new();
        for (n, node) in old.nodes.iter().enumerate() {
            let lit = match node {
                Node::False => Lit::FALSE,
                Node::And(a, b) => {
                    let of = |lit: &Lit| if lit.inverted() { !new[lit.node()] } else { new[lit.node()] };
                    let (a, b) = (of(a), of(b));
                    graph.and(a, b)
                }
                Node::Input => {
                    let input = graph.input();
                    places.insert(n, inputs.len());
                    inputs.push(input);
                    if n == problem.reset.node() { graph.or(input, !begun) } else { input }
                }
                Node::Latch => {
                    let latch = graph.latch();
                    latches.insert(n, latch);
                    let twin = pairs.get(&n).and_then(|one| first.get(&one.node()).copied());
                    let free = twin.unwrap_or_else(|| {
                        let input = graph.input();
                        inputs.push(input);
                        input
                    });
                    first.insert(n, free);
                    graph.mux(begun, latch, free)
                }
            };
            new.push(lit);
        }
        let of = |lit: Lit| if lit.inverted() { !new[lit.node()] } else { new[lit.node()] };
        for (latch, next) in &old.latches {
            graph.drive(latches[&latch.node()], of(*next));
        }
        let legal = graph.all(problem.assumptions.iter().map(|lit| of(*lit)));
        let known = graph.all(problem.invariants.iter().map(|lit| of(*lit)));
        let known = graph.implies(begun, known);
        let legal = graph.and(legal, known);
        let illegal = graph.latch();
        let next = graph.or(illegal, !legal);
        graph.drive(illegal, next);
        let bad = graph.all([begun, !illegal, legal, !of(property)]);
        Run { graph, inputs, bad, places }
    }

    /// Inputs of ABC's AIGER witness: a line of latches, and a line a cycle, the last one with a
    /// comment behind.
    fn inputs(&self, problem: &Problem, witness: &str) -> Option<Vec<Inputs>> {
        let bits = |line: &str| line.bytes().all(|bit| b"01x".contains(&bit)) && line.len() == self.inputs.len();
        let lines = witness.lines().skip(1).map(|line| line.split('#').next().unwrap_or_default().trim());
        let lines: Vec<&[u8]> = lines.filter(|line| bits(line)).map(str::as_bytes).collect();
        let value = |line: &[u8], lit: &Lit| u64::from(line[self.places[&lit.node()]] == b'1');
        let mut cycles: Vec<Inputs> = lines
            .iter()
            .map(|line| {
                let words = problem.netlist.inputs.iter();
                let word = |word: &Vec<Lit>| word.iter().enumerate().map(|(n, lit)| value(line, lit) << n).sum();
                words.map(|(name, bits)| (name.clone(), word(bits))).collect()
            })
            .collect();
        // the run begins with a reset, whatever the input is
        for word in problem.netlist.inputs.iter().filter(|(_, word)| **word == [problem.reset]) {
            cycles.first_mut()?.insert(word.0.clone(), 1);
        }
        Some(cycles)
    }
}
