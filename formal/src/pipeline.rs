//! Equivalence of two versions of a netlist that differ inside a pipeline.
//!
//! Registers of the other version may hold something else as long as nothing else depends on the
//! difference: those are *loose*. If none of them depends on itself, along chains of at most
//! `depth` of them, they are a function of the last `depth` cycles, in which all other registers
//! were equal. So whether anything depends on them is a question about `depth` cycles and one more,
//! and about the first ones after a reset from equal states.

use std::collections::{HashMap, HashSet};

use crate::correspond::differing;
use crate::frames::{Answer, Frames, Limit};
use crate::graph::{Graph, Lit, Node};
use crate::induction::Problem;

/// Shares of the time that is left, in percent: of the solver in one question, and of ABC in the
/// same one.
const SOLVER: u32 = 15;
const SWEEP: u32 = 50;

/// Two versions of a netlist in one graph.
pub(crate) struct Pipeline<'a> {
    /// Both versions, and the assumptions and invariants of the right one.
    pub problem: &'a Problem,
    /// Pairs of registers: the right version's and the other's.
    pub registers: &'a [(Lit, Lit)],
    /// The literal of whether all defined outputs are equal.
    pub same: Lit,
    pub limit: Limit,
}

/// The beginning of a window of cycles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The window begins with the reset cycle.
    Reset,
    /// The window begins anywhere after the reset cycle.
    Later,
}

impl Pipeline<'_> {
    /// Returns how many registers may differ (are loose) while all others are always equal; `None`
    /// if that is not proved.
    pub fn loose(&self) -> Option<usize> {
        let mut loose = HashSet::new();
        'more: loop {
            let depth = self.depth(&loose)?;
            let beginnings = (0..depth.max(1)).map(|frame| (Start::Reset, frame));
            for (start, frame) in beginnings.chain([(Start::Later, depth)]) {
                let noticed = self.noticed(&loose, start, frame)?;
                if !noticed.is_empty() {
                    loose.extend(noticed);
                    continue 'more;
                }
            }
            return Some(loose.len());
        }
    }

    /// The length of the longest chain of loose registers; `None` if one depends on itself.
    fn depth(&self, loose: &HashSet<usize>) -> Option<usize> {
        let graph = &self.problem.graph;
        let places: HashMap<usize, usize> = loose.iter().map(|n| (self.registers[*n].1.node(), *n)).collect();
        let before: HashMap<usize, Vec<usize>> =
            loose.iter().map(|n| (*n, read(graph, graph.next(self.registers[*n].1), &places))).collect();
        let mut depth: HashMap<usize, usize> = HashMap::new();
        while depth.len() < loose.len() {
            let ready: Vec<(usize, usize)> = before
                .iter()
                .filter(|(n, _)| !depth.contains_key(n))
                .filter_map(|(n, before)| {
                    let longest = before.iter().map(|one| depth.get(one).copied()).collect::<Option<Vec<_>>>()?;
                    Some((*n, 1 + longest.into_iter().max().unwrap_or(0)))
                })
                .collect();
            if ready.is_empty() {
                return None;
            }
            depth.extend(ready);
        }
        Some(depth.into_values().max().unwrap_or(0))
    }

    /// Returns the registers, not loose so far, that can become different in the cycle `last` of a
    /// window. `None` if an output can, or if the limit was reached.
    fn noticed(&self, loose: &HashSet<usize>, start: Start, last: usize) -> Option<Vec<usize>> {
        let (mut frames, known) = self.window(loose, start, last, self.limit.within(SOLVER));
        let mut sides = Vec::new();
        // what shows before a reset means nothing
        if (start, last) != (Start::Reset, 0) {
            sides.push((None, frames.at(last, self.same), Lit::TRUE));
        }
        for (n, (one, other)) in self.registers.iter().enumerate().filter(|(n, _)| !loose.contains(n)) {
            let next = [one, other].map(|latch| self.problem.graph.next(*latch));
            sides.push((Some(n), frames.at(last, next[0]), frames.at(last, next[1])));
        }
        sides.retain(|(_, one, other)| one != other);
        for lit in known.iter().copied() {
            frames.assume(lit);
        }
        let mut noticed = Vec::new();
        while !sides.is_empty() {
            let differ: Vec<Lit> = sides.iter().map(|(_, one, other)| frames.flat().xor(*one, *other)).collect();
            let any = frames.flat().any(differ.iter().copied());
            match frames.solve(&[any]) {
                Answer::Unsat => return Some(noticed),
                Answer::Unknown if noticed.is_empty() => return self.swept(&mut frames, &sides, &known),
                Answer::Unknown => return Some(noticed),
                Answer::Sat => {
                    let mut shows = differ.iter().map(|lit| frames.flat_value(*lit)).collect::<Vec<_>>().into_iter();
                    let mut left = Vec::new();
                    for side in sides {
                        match (shows.next(), side.0) {
                            (Some(true), Some(n)) => noticed.push(n),
                            (Some(true), None) => return None,
                            _ => left.push(side),
                        }
                    }
                    sides = left;
                }
            }
        }
        Some(noticed)
    }

    /// As [`noticed`](Self::noticed), by ABC, which finds equal logic inside a wide datapath, from
    /// the inputs on. First without the assumptions, then under them.
    fn swept(&self, frames: &mut Frames, sides: &[(Option<usize>, Lit, Lit)], known: &[Lit]) -> Option<Vec<usize>> {
        let flat = frames.flat();
        let plain: Vec<(Lit, Lit)> = sides.iter().map(|(_, one, other)| (*one, *other)).collect();
        if differing(flat, &plain, self.limit.within(SWEEP)) == Some(None) {
            return Some(Vec::new());
        }
        let known = flat.all(known.iter().copied());
        let legal: Vec<(Lit, Lit)> =
            plain.iter().map(|(one, other)| (flat.and(known, *one), flat.and(known, *other))).collect();
        match differing(flat, &legal, self.limit.within(SWEEP))? {
            None => Some(Vec::new()),
            Some(at) => sides[at].0.map(|n| vec![n]),
        }
    }

    /// Cycles 0 to `last`, from equal states, in which all but the loose registers is equal, and
    /// the literals that are known to hold in them.
    fn window(&self, loose: &HashSet<usize>, start: Start, last: usize, limit: Limit) -> (Frames<'_>, Vec<Lit>) {
        let problem = self.problem;
        let mut frames = Frames::new(&problem.graph, limit);
        if start == Start::Reset {
            frames.set(0, problem.reset, Lit::TRUE);
        }
        let mut known = Vec::new();
        for frame in 0..=last {
            for (n, (one, other)) in self.registers.iter().enumerate() {
                if frame == 0 || !loose.contains(&n) {
                    let flat = frames.at(frame, *one);
                    frames.set(frame, *other, flat);
                }
            }
            let invariants = if start == Start::Later || frame != 0 { problem.invariants.as_slice() } else { &[] };
            for lit in problem.assumptions.iter().chain(invariants) {
                known.push(frames.at(frame, *lit));
            }
        }
        (frames, known)
    }
}

/// Returns which of the latches, by node, the logic of a literal reads.
fn read(graph: &Graph, lit: Lit, latches: &HashMap<usize, usize>) -> Vec<usize> {
    let (mut stack, mut seen, mut found) = (vec![lit.node()], HashSet::new(), Vec::new());
    while let Some(node) = stack.pop() {
        if !seen.insert(node) {
            continue;
        }
        match graph.nodes[node] {
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
            Node::Latch => found.extend(latches.get(&node)),
            Node::False | Node::Input => {}
        }
    }
    found
}
