//! Equivalence of two versions of one netlist: a proof, or inputs that distinguish them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::aiger::{Aiger, AigerError};
use crate::bounded::{Bounded, Inputs, search};
use crate::correspond::differing;
use crate::frames::{Answer, Frames, Limit};
use crate::graph::{Graph, Lit};
use crate::induction::Problem;
use crate::netlist::Netlist;
use crate::pipeline::Pipeline;
use crate::reachable::{Reachable, reachable};

/// Shares of the remaining time, in percent: of the solver in a question about one cycle, of ABC in
/// the same one, of a pipeline, and of ABC's reachability.
const SOLVER: u32 = 10;
const SWEEP: u32 = 20;
const PIPELINE: u32 = 60;
const REACHABILITY: u32 = 80;

/// The rules of a unit, as logic added beside the original version: its protocol, its invariants,
/// and when outputs are defined.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Literals of the protocol, which legal inputs keep true.
    pub assumptions: Vec<Lit>,
    /// Literals that are true in every reachable state, proved elsewhere.
    pub invariants: Vec<Lit>,
    /// For each output name, the literal of when the output is defined; an output that is not named
    /// always is.
    pub care: BTreeMap<String, Lit>,
    /// Bits that may mean that a register's content is undefined, beside all registers of one bit.
    pub guards: Vec<Lit>,
}

/// Two versions of a netlist with the same ports, and the rules for their comparison.
pub struct Pair<'a> {
    /// The version that is taken to be right.
    pub right: &'a Aiger,
    /// The version that is compared with the right one.
    pub other: &'a Aiger,
    /// A function that adds the unit's rules to the graph of the right version.
    pub rules: &'a dyn Fn(&mut Graph, &Netlist) -> Rules,
    /// The name of the reset input.
    pub reset: &'a str,
}

/// The result of an equivalence check of two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No inputs distinguish the versions, from equal states; with the method of the proof.
    Equivalent(How),
    /// These inputs, of which the first cycle is reset, lead to different outputs.
    Differs(Vec<Inputs>),
    /// Neither proved nor refuted: no difference in this number of cycles after reset.
    Undecided(usize),
}

/// The method by which two versions were proved equivalent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// From equal states the outputs are equal, and so are the next states.
    State,
    /// As `State`, but only in states that keep the invariants, under legal inputs.
    Invariants,
    /// This number of pipeline registers may differ, and the outputs of the pipeline never do.
    Pipeline(usize),
    /// This number of registers may differ, only while their content does not matter.
    Relation(usize),
    /// ABC found that no state with different outputs can be reached.
    Unreachable,
}

/// Checks whether two versions are equivalent: tries to prove it, then to refute it up to `depth`
/// cycles after reset. The right version is known not to depend on what registers hold before
/// reset, so both may start from equal states.
pub fn equivalent(pair: &Pair, depth: usize, limit: Limit) -> Result<Verdict, AigerError> {
    if same_state(pair, false, limit)? {
        return Ok(Verdict::Equivalent(How::State));
    }
    if same_state(pair, true, limit)? {
        return Ok(Verdict::Equivalent(How::Invariants));
    }
    let both = Both::new(pair)?;
    if let Some(loose) = both.pipeline(limit.within(PIPELINE)) {
        return Ok(Verdict::Equivalent(How::Pipeline(loose)));
    }
    // a difference is mostly near: look for a near one, then for a proof, then for a far one
    let near = depth.min(6);
    match both.refute(near, limit) {
        Bounded::Refuted(inputs) => return Ok(Verdict::Differs(inputs)),
        Bounded::GaveUp(depth) => return Ok(Verdict::Undecided(depth)),
        Bounded::Holds(_) => {}
    }
    if let Some(differing) = both.relation(limit) {
        return Ok(Verdict::Equivalent(How::Relation(differing)));
    }
    // ABC looks as far as there is, and may find invariants that are not among the claims
    match reachable(&both.problem, both.same, &both.registers(), limit.within(REACHABILITY)) {
        Reachable::Never => return Ok(Verdict::Equivalent(How::Unreachable)),
        Reachable::By(inputs) => return Ok(Verdict::Differs(inputs)),
        Reachable::Unknown => {}
    }
    Ok(match both.refute(depth, limit) {
        Bounded::Refuted(inputs) => Verdict::Differs(inputs),
        Bounded::GaveUp(known) => Verdict::Undecided(known.max(near)),
        Bounded::Holds(depth) => Verdict::Undecided(depth),
    })
}

/// Whether defined outputs and next states are equal in every state that both versions share.
fn same_state(pair: &Pair, with_rules: bool, limit: Limit) -> Result<bool, AigerError> {
    let (mut graph, mut inputs, mut latches) = (Graph::default(), HashMap::new(), HashMap::new());
    let right = pair.right.add(&mut graph, &mut inputs, &mut latches)?;
    let other = pair.other.add(&mut graph, &mut inputs, &mut latches)?;
    let rules = if with_rules { (pair.rules)(&mut graph, &right.netlist) } else { Rules::default() };
    let same = shown(&mut graph, &right.netlist, &other.netlist, &rules);
    let next = |(latch, next): (&Lit, &Lit)| other.next.get(latch).map(|other| (*next, *other));
    let mut sides = vec![(same, Lit::TRUE)];
    sides.extend(right.next.iter().filter_map(next));
    let equal: Vec<Lit> = sides.iter().map(|(one, other)| !graph.xor(*one, *other)).collect();
    let differ = !graph.all(equal);
    let known = graph.all(rules.assumptions.into_iter().chain(rules.invariants));
    let mut frames = Frames::new(&graph, limit.within(SOLVER));
    let [flat_known, flat_differ] = [known, differ].map(|lit| frames.at(0, lit));
    match frames.solve(&[flat_known, flat_differ]) {
        Answer::Unsat => return Ok(true),
        Answer::Sat => return Ok(false),
        Answer::Unknown => {}
    }
    // in a wide datapath ABC finds what is equal inside, from the inputs on
    let sides: Vec<(Lit, Lit)> = sides
        .into_iter()
        .map(|(one, other)| [one, other].map(|side| graph.and(known, side)))
        .map(|[one, other]| (one, other))
        .collect();
    let mut frames = Frames::new(&graph, limit);
    let mut flat: Vec<(Lit, Lit)> =
        sides.iter().map(|(one, other)| (frames.at(0, *one), frames.at(0, *other))).collect();
    flat.retain(|(one, other)| one != other);
    Ok(flat.is_empty() || differing(frames.flat(), &flat, limit.within(SWEEP)) == Some(None))
}

/// The literal of whether all defined outputs of the two versions are equal.
fn shown(graph: &mut Graph, right: &Netlist, other: &Netlist, rules: &Rules) -> Lit {
    let mut same = Vec::new();
    for (name, word) in &right.outputs {
        let equal = match other.outputs.get(name) {
            Some(other) => graph.equal(word, other),
            None => Lit::FALSE,
        };
        let care = rules.care.get(name).copied().unwrap_or(Lit::TRUE);
        same.push(graph.implies(care, equal));
    }
    graph.all(same)
}

/// Both versions in one graph, each with registers of its own.
struct Both {
    problem: Problem,
    other: Netlist,
    guards: Vec<Lit>,
    same: Lit,
}

impl Both {
    fn new(pair: &Pair) -> Result<Self, AigerError> {
        let (mut graph, mut inputs) = (Graph::default(), HashMap::new());
        let right = pair.right.add(&mut graph, &mut inputs, &mut HashMap::new())?.netlist;
        let other = pair.other.add(&mut graph, &mut inputs, &mut HashMap::new())?.netlist;
        let rules = (pair.rules)(&mut graph, &right);
        let same = shown(&mut graph, &right, &other, &rules);
        let mut guards = rules.guards.clone();
        let latches: BTreeSet<Lit> = right.latches.values().copied().collect();
        let lone = right.wires.values().filter(|word| word.len() == 1).map(|word| word[0]);
        guards.extend(lone.filter(|lit| latches.contains(lit)).collect::<BTreeSet<_>>());
        let Rules { assumptions, invariants, .. } = rules;
        let reset = right.bit(pair.reset);
        let problem = Problem { graph, netlist: right, reset, assumptions, invariants };
        Ok(Both { problem, other, guards, same })
    }

    /// The pairs of registers that both versions have.
    fn registers(&self) -> Vec<(Lit, Lit)> {
        let right = &self.problem.netlist.latches;
        let pair = |(name, lit): (&String, &Lit)| self.other.latches.get(name).map(|other| (*lit, *other));
        right.iter().filter_map(pair).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns how many pipeline registers may differ; `None` if other registers differ too.
    /// Every register of the other version has to correspond to a register of the right version.
    fn pipeline(&self, limit: Limit) -> Option<usize> {
        let registers = self.registers();
        let paired: BTreeSet<Lit> = registers.iter().map(|(_, other)| *other).collect();
        if !self.other.latches.values().all(|latch| paired.contains(latch)) {
            return None;
        }
        Pipeline { problem: &self.problem, registers: &registers, same: self.same, limit }.loose()
    }

    fn refute(&self, depth: usize, limit: Limit) -> Bounded {
        let mut frames = Frames::new(&self.problem.graph, limit);
        for (right, other) in self.registers() {
            let flat = frames.at(0, right);
            frames.set(0, other, flat);
        }
        frames.set(0, self.problem.reset, Lit::TRUE);
        search(&mut frames, &self.problem, self.same, depth, limit)
    }

    /// Searches a relation between the two states that holds after reset, is kept, and makes
    /// outputs equal: each register is equal in both, or equal while a guard is high, or low. Parts
    /// that are not kept are dropped. Returns how many registers may differ, if there is a
    /// relation.
    fn relation(&self, limit: Limit) -> Option<usize> {
        let registers = self.registers();
        let mut graph = self.problem.graph.clone();
        let mut equal = vec![true; registers.len()];
        let mut weaker: Vec<(usize, Lit)> = Vec::new();
        let mut tried = vec![false; registers.len()];
        loop {
            if limit.reached() {
                return None;
            }
            // what is no longer equal gets its weaker forms, once
            for n in (0..registers.len()).filter(|n| !equal[*n]) {
                if !std::mem::replace(&mut tried[n], true) {
                    let differ = graph.xor(registers[n].0, registers[n].1);
                    for guard in &self.guards {
                        weaker.push((n, !graph.and(*guard, differ)));
                        weaker.push((n, !graph.and(!*guard, differ)));
                    }
                }
            }
            let (dropped, kept) = self.round(&graph, &registers, &equal, &weaker, limit)?;
            if dropped.is_empty() && kept.len() == weaker.len() {
                break;
            }
            for n in dropped {
                equal[n] = false;
            }
            weaker = kept;
        }
        let mut frames = self.start(&graph, &registers, &equal, &weaker, false, limit);
        let same = frames.at(0, self.same);
        (frames.solve(&[!same]) == Answer::Unsat).then(|| equal.iter().filter(|equal| !**equal).count())
    }

    /// A cycle from a state that keeps the relation, or a cycle of reset.
    fn start<'g>(
        &self,
        graph: &'g Graph,
        registers: &[(Lit, Lit)],
        equal: &[bool],
        weaker: &[(usize, Lit)],
        at_reset: bool,
        limit: Limit,
    ) -> Frames<'g> {
        let mut frames = Frames::new(graph, limit);
        if at_reset {
            frames.set(0, self.problem.reset, Lit::TRUE);
        }
        for ((right, other), _) in registers.iter().zip(equal).filter(|(_, equal)| **equal) {
            let flat = frames.at(0, *right);
            frames.set(0, *other, flat);
        }
        self.problem.assume(&mut frames, 0, !at_reset);
        for (_, lit) in weaker {
            let flat = frames.at(0, *lit);
            frames.assume(flat);
        }
        frames
    }

    /// Returns the parts that are not kept by a reset cycle from equal states, or by any cycle from
    /// a state of the relation: registers that are not equal any more, and the weaker forms that
    /// remain.
    #[allow(clippy::type_complexity)]
    fn round(
        &self,
        graph: &Graph,
        registers: &[(Lit, Lit)],
        equal: &[bool],
        weaker: &[(usize, Lit)],
        limit: Limit,
    ) -> Option<(Vec<usize>, Vec<(usize, Lit)>)> {
        let mut broken_equal = vec![false; registers.len()];
        let mut broken_weaker = vec![false; weaker.len()];
        for at_reset in [true, false] {
            let mut frames = if at_reset {
                self.start(graph, registers, &vec![true; registers.len()], &[], true, limit)
            } else {
                self.start(graph, registers, equal, weaker, false, limit)
            };
            self.problem.assume(&mut frames, 1, true);
            loop {
                let mut kept = Vec::new();
                for (n, (right, other)) in registers.iter().enumerate() {
                    if equal[n] && !broken_equal[n] {
                        let (right, other) = (frames.at(1, *right), frames.at(1, *other));
                        kept.push((false, n, !frames.flat().xor(right, other)));
                    }
                }
                for (n, (_, lit)) in weaker.iter().enumerate().filter(|(n, _)| !broken_weaker[*n]) {
                    kept.push((true, n, frames.at(1, *lit)));
                }
                kept.retain(|(_, _, lit)| *lit != Lit::TRUE);
                let broken = !frames.flat().all(kept.iter().map(|(_, _, lit)| *lit));
                match frames.solve(&[broken]) {
                    Answer::Unsat => break,
                    Answer::Unknown => return None,
                    Answer::Sat => {
                        for (weak, n, lit) in kept {
                            if !frames.flat_value(lit) {
                                if weak { broken_weaker[n] = true } else { broken_equal[n] = true }
                            }
                        }
                    }
                }
            }
        }
        let dropped = (0..registers.len()).filter(|n| broken_equal[*n]).collect();
        let kept = weaker.iter().zip(broken_weaker).filter(|(_, broken)| !broken).map(|(one, _)| *one).collect();
        Some((dropped, kept))
    }
}
