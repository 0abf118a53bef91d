//! Proof by induction: properties that hold in all cycles after reset.

use crate::frames::{Answer, Frames, Limit};
use crate::graph::{Graph, Lit};
use crate::netlist::Netlist;

/// A module with its reset, assumptions and invariants, over which properties are proved.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The graph with the module, and with the logic of properties, assumptions and monitors.
    pub graph: Graph,
    /// The names of the module's words.
    pub netlist: Netlist,
    /// The literal of the module's reset input.
    pub reset: Lit,
    /// Literals of the protocol, which legal inputs keep true.
    pub assumptions: Vec<Lit>,
    /// Literals that are true in every state after reset, proved before.
    pub invariants: Vec<Lit>,
}

impl Problem {
    /// Adds the assumptions of a cycle to the solver, and the invariants if `known`: the cycle
    /// comes after a reset.
    pub(crate) fn assume(&self, frames: &mut Frames, frame: usize, known: bool) {
        let invariants = if known { self.invariants.as_slice() } else { &[] };
        for assumption in self.assumptions.iter().chain(invariants) {
            let flat = frames.at(frame, *assumption);
            frames.assume(flat);
        }
    }
}

/// Returns which of the properties hold in all cycles after reset, by induction; `None` if the
/// limit was reached. These are the properties that hold in the `depth` cycles after reset, and
/// that follow, all of them together, from themselves in `depth` cycles before. A property that
/// does not follow is dropped, until none has to be.
pub fn inductive(problem: &Problem, properties: &[Lit], depth: usize, limit: Limit) -> Option<Vec<bool>> {
    let mut holds = vec![true; properties.len()];
    let mut base = Frames::new(&problem.graph, limit);
    base.set(0, problem.reset, Lit::TRUE);
    problem.assume(&mut base, 0, false);
    for frame in 1..=depth {
        problem.assume(&mut base, frame, true);
        drop_broken(&mut base, frame, properties, &mut holds, &[])?;
    }
    let mut step = Frames::new(&problem.graph, limit);
    for frame in 0..=depth {
        problem.assume(&mut step, frame, true);
    }
    loop {
        // what is assumed shrinks with what is left, so it is asked for anew each time
        let mut before = Vec::new();
        for frame in 0..depth {
            for (property, _) in properties.iter().zip(&holds).filter(|(_, holds)| **holds) {
                before.push(step.at(frame, *property));
            }
        }
        if !drop_broken(&mut step, depth, properties, &mut holds, &before)? {
            return Some(holds);
        }
    }
}

/// Returns the two questions of the induction in SMT-LIB 2, whose answer is no, for another solver.
/// The first: whether any of these properties, all of them proved, breaks in the `depth` cycles
/// after a reset; the second: whether one breaks after `depth` cycles in which all hold.
pub fn questions(problem: &Problem, properties: &[Lit], depth: usize) -> [String; 2] {
    [true, false].map(|from_reset| {
        let mut frames = Frames::new(&problem.graph, Limit::NONE);
        if from_reset {
            frames.set(0, problem.reset, Lit::TRUE);
        }
        let (mut given, mut holds) = (Vec::new(), Vec::new());
        for frame in 0..=depth {
            let known = if from_reset && frame == 0 { &[] } else { problem.invariants.as_slice() };
            for lit in problem.assumptions.iter().chain(known) {
                given.push(frames.at(frame, *lit));
            }
            let here: Vec<Lit> = properties.iter().map(|lit| frames.at(frame, *lit)).collect();
            match (from_reset, frame) {
                (true, 0) => {}
                (true, _) => holds.extend(here),
                (false, _) if frame < depth => given.extend(here),
                (false, _) => holds.extend(here),
            }
        }
        given.push(!frames.flat().all(holds));
        frames.smt2(&given)
    })
}

/// Drops the properties that can break in a cycle while `before` holds, once; with nothing assumed,
/// until none can. Returns whether any was dropped.
fn drop_broken(
    frames: &mut Frames,
    frame: usize,
    properties: &[Lit],
    holds: &mut [bool],
    before: &[Lit],
) -> Option<bool> {
    let mut dropped = false;
    loop {
        let left: Vec<usize> = (0..properties.len()).filter(|n| holds[*n]).collect();
        let now: Vec<Lit> = left.iter().map(|n| frames.at(frame, properties[*n])).collect();
        let broken = !frames.flat().all(now.iter().copied());
        let mut question = before.to_vec();
        question.push(broken);
        match frames.solve(&question) {
            Answer::Unsat => return Some(dropped),
            Answer::Unknown => return None,
            Answer::Sat => {
                for (n, lit) in left.iter().zip(&now) {
                    if !frames.flat_value(*lit) {
                        holds[*n] = false;
                        dropped = true;
                    }
                }
                if !before.is_empty() {
                    return Some(dropped);
                }
            }
        }
    }
}
