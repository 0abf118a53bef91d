//! Bounded model checking: a property in all runs from reset up to a depth.

use std::collections::BTreeMap;

use crate::frames::{Answer, Frames, Limit};
use crate::graph::Lit;
use crate::induction::Problem;
use crate::netlist::Netlist;

/// The inputs of one cycle: a value for each input name.
pub type Inputs = BTreeMap<String, u64>;

/// The result of a bounded search for a violation of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bounded {
    /// The property holds in this number of cycles after reset.
    Holds(usize),
    /// The property breaks in the last of these cycles; the first cycle is the reset.
    Refuted(Vec<Inputs>),
    /// The limit was reached; the property holds in this number of cycles after reset.
    GaveUp(usize),
}

/// Searches the shortest run from reset, at most `depth` cycles after the reset cycle, that breaks
/// `property`.
pub fn bounded(problem: &Problem, property: Lit, depth: usize, limit: Limit) -> Bounded {
    let mut frames = Frames::new(&problem.graph, limit);
    frames.set(0, problem.reset, Lit::TRUE);
    search(&mut frames, problem, property, depth, limit)
}

/// As [`bounded`], in frames whose initial state is already set.
pub(crate) fn search(frames: &mut Frames, problem: &Problem, property: Lit, depth: usize, limit: Limit) -> Bounded {
    for frame in 0..=depth {
        problem.assume(frames, frame, frame != 0);
        if frame == 0 {
            continue;
        }
        if limit.reached() {
            return Bounded::GaveUp(frame - 1);
        }
        let broken = !frames.at(frame, property);
        match frames.solve(&[broken]) {
            Answer::Sat => return Bounded::Refuted(inputs(frames, &problem.netlist, frame)),
            Answer::Unsat => frames.assume(!broken),
            Answer::Unknown => return Bounded::GaveUp(frame - 1),
        }
    }
    Bounded::Holds(depth)
}

/// The inputs of the run that the solver found.
fn inputs(frames: &mut Frames, netlist: &Netlist, last: usize) -> Vec<Inputs> {
    let mut cycles = Vec::new();
    for frame in 0..=last {
        let mut cycle = Inputs::new();
        for (name, word) in &netlist.inputs {
            let bits = word.iter().enumerate().map(|(n, lit)| u64::from(frames.value(frame, *lit)) << n);
            cycle.insert(name.clone(), bits.sum());
        }
        cycles.push(cycle);
    }
    cycles
}
