//! From reset to a depth.

use std::collections::BTreeMap;

use crate::frames::{Answer, Frames, Limit};
use crate::graph::Lit;
use crate::induction::Problem;
use crate::netlist::Netlist;

/// Inputs of a cycle, by name.
pub type Inputs = BTreeMap<String, u64>;

/// What a bounded search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bounded {
    /// It holds in so many cycles after reset.
    Holds(usize),
    /// It breaks in the last of these cycles, of which the first one is reset.
    Refuted(Vec<Inputs>),
    /// The limit was reached; so many cycles are known.
    GaveUp(usize),
}

/// Looks for the shortest run from reset in which `property` breaks, at most `depth` cycles after the cycle of reset.
pub fn bounded(problem: &Problem, property: Lit, depth: usize, limit: Limit) -> Bounded {
    let mut frames = Frames::new(&problem.graph, limit);
    frames.set(0, problem.reset, Lit::TRUE);
    search(&mut frames, problem, property, depth, limit)
}

/// The same in frames whose beginning is settled.
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

/// Inputs of the case that was found.
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
