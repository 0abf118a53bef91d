//! Proofs of a unit's claims about its RTL.
//!
//! Proofs are by induction where possible: all claims of a unit are tried together, and a claim
//! that follows from the others needs no more. The other claims are checked from reset on, by ABC
//! in all states that can be reached, else to a depth. A counterexample is a trace like any other.

use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, Instant};

use heddle_formal::{
    Aiger, AigerError, Bounded, Correspondence, ElaborateError, Graph, Inputs, Limit, Lit, Netlist, Problem, Reachable,
    bounded, correspond, elaborate, inductive, questions, reachable, words,
};
use heddle_sandbox::{child, confine_tool};
use heddle_synth::generic::{self, Gates};
use heddle_synth::{Resets, SynthError, Yosys};

use crate::flat::FlatError;
use crate::unit::Unit;

/// Limits of a proof: induction depth, bounded depth and time.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Greatest induction depth, in cycles.
    pub induction: usize,
    /// Cycles after reset that are checked where induction fails.
    pub depth: usize,
    /// Time for each question to the solver.
    pub time: Duration,
    /// When no further question is put to the solver, and the one that it has is given up; `None`
    /// if it goes on.
    pub until: Option<Instant>,
}

impl Effort {
    fn ended(&self) -> bool {
        Limit { until: self.until }.reached()
    }
}

/// The result of a claim: proved, held to a depth, or refuted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The claim follows by induction of this depth from the claims that are proved.
    Proved(usize),
    /// No state that violates the claim can be reached, by ABC.
    Unreachable,
    /// The claim holds in this many cycles after reset.
    Holds(usize),
    /// The claim is violated in the last cycle of this trace.
    Refuted(Vec<Inputs>),
}

/// A claim and its result.
#[derive(Debug, Clone)]
pub struct Proof {
    /// Description of the claim.
    pub claim: String,
    /// Result of the claim.
    pub verdict: Verdict,
    /// Time that it took, alone or with others.
    pub time: Duration,
}

/// The error that prevented all proofs.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// Yosys failed to elaborate the RTL.
    #[error(transparent)]
    Elaborate(#[from] ElaborateError),
    /// Synthesis failed.
    #[error(transparent)]
    Synthesis(#[from] SynthError),
    /// Yosys does not read what people wrote.
    #[error(transparent)]
    Flat(#[from] FlatError),
    /// Yosys' netlist cannot be used.
    #[error("the netlist of {unit}: {source}")]
    Netlist {
        /// Name of the unit.
        unit: &'static str,
        /// The error and its place.
        source: AigerError,
    },
    /// The claims are about bits of the RTL that its netlist lacks, since nothing reads them.
    #[error("the claims of {unit} are about bits that nothing in its module reads, and that its netlist lacks: {}", bits.join(", "))]
    Unread {
        /// Name of the unit.
        unit: &'static str,
        /// The bits, `word[bit]`.
        bits: Vec<String>,
    },
    /// Verilog in place of the RTL lacks words that the unit's claims are about.
    #[error("the claims of {unit} are about words that its module lacks: {}", missing.join(", "))]
    Words {
        /// Name of the unit.
        unit: &'static str,
        /// The words, with their widths.
        missing: Vec<String>,
    },
}

/// A preset's netlist with the unit's claims about it.
pub struct Claimed {
    problem: Problem,
    names: Vec<String>,
    properties: Vec<Lit>,
}

impl Claimed {
    /// Elaborates Verilog of a preset, emitted or a version of it, and builds its claims.
    pub fn new(unit: &Unit, preset: &'static str, verilog: &str) -> Result<Self, ProveError> {
        Self::of(unit, preset, &elaborate(unit.top, verilog)?)
    }

    /// Elaborates a user's Verilog in place of a preset's RTL, and builds the claims about it,
    /// which needs every word that they name.
    pub fn of_dut(unit: &Unit, preset: &'static str, verilog: &str) -> Result<Self, ProveError> {
        let mut graph = Graph::default();
        let emitted = words(unit.top, &unit.plain(unit.emit(preset), Resets::Gates)?, &mut graph)?;
        unit.claims(preset, &mut graph, &emitted);
        let aiger = elaborate(unit.top, verilog)?;
        let (_, netlist) = added(unit, &aiger)?;
        let width = |name: &str| netlist.find(name).map(|word| word.len());
        let lacks = |(name, bits): &(String, usize)| width(name) != Some(*bits);
        let missing: Vec<_> = emitted.found().into_iter().chain([("reset".into(), 1)]).filter(lacks).collect();
        if missing.is_empty() {
            return Self::of(unit, preset, &aiger);
        }
        let missing = missing.into_iter().map(|(name, bits)| format!("{name} ({bits} bits)")).collect();
        Err(ProveError::Words { unit: unit.name, missing })
    }

    /// Builds the claims about an elaborated preset.
    pub fn of(unit: &Unit, preset: &'static str, aiger: &Aiger) -> Result<Self, ProveError> {
        let (mut graph, netlist) = added(unit, aiger)?;
        let claims = unit.claims(preset, &mut graph, &netlist);
        let (names, properties): (Vec<_>, Vec<_>) = claims.properties.into_iter().unzip();
        let cone = graph.cone(properties.iter().chain(&claims.assumptions).copied());
        let bits: Vec<String> = cone.iter().filter_map(|lit| netlist.gone.get(lit).cloned()).collect();
        if !bits.is_empty() {
            return Err(ProveError::Unread { unit: unit.name, bits });
        }
        let reset = if unit.primitive { Lit::FALSE } else { netlist.bit("reset") };
        let problem = Problem { graph, netlist, reset, assumptions: claims.assumptions, invariants: Vec::new() };
        Ok(Claimed { problem, names, properties })
    }

    /// Returns the names of a preset's claims, built over the words of its Verilog, without the
    /// logic between them.
    ///
    /// A claim over a word that does not exist panics here as it does in a proof.
    pub fn named(unit: &Unit, preset: &'static str, verilog: &str) -> Result<Vec<String>, ProveError> {
        let mut graph = Graph::default();
        let netlist = words(unit.top, verilog, &mut graph)?;
        Ok(unit.claims(preset, &mut graph, &netlist).properties.into_iter().map(|(name, _)| name).collect())
    }

    /// Proves or refutes the claims, until the limits of `effort` are reached. The function `tell`
    /// receives each result as soon as there is one.
    pub fn prove(&mut self, effort: &Effort, tell: &mut dyn FnMut(&Proof)) -> Vec<Proof> {
        let count = self.properties.len();
        let mut proofs: Vec<Option<Proof>> = vec![None; count];
        let mut settle = |n: usize, verdict: Verdict, time: Duration, proofs: &mut Vec<Option<Proof>>| {
            let proof = Proof { claim: self.names[n].clone(), verdict, time };
            tell(&proof);
            proofs[n] = Some(proof);
        };
        for depth in 1..=effort.induction {
            let open: Vec<usize> = (0..count).filter(|n| proofs[*n].is_none()).collect();
            if open.is_empty() || effort.ended() {
                break;
            }
            let started = Instant::now();
            // of all claims together, a solver does not come to an end in a large preset
            for some in std::iter::once(&open[..]).chain(few_first(&open)) {
                let left: Vec<usize> = some.iter().copied().filter(|n| proofs[*n].is_none()).collect();
                if left.is_empty() || effort.ended() {
                    continue;
                }
                let wanted: Vec<Lit> = left.iter().map(|n| self.properties[*n]).collect();
                let Some(holds) = inductive(&self.problem, &wanted, depth, limit(effort)) else { continue };
                for (n, _) in left.iter().zip(&holds).filter(|(_, holds)| **holds) {
                    settle(*n, Verdict::Proved(depth), started.elapsed(), &mut proofs);
                    self.problem.invariants.push(self.properties[*n]);
                }
                if some.len() == open.len() {
                    break;
                }
            }
        }
        for n in 0..count {
            if proofs[n].is_none() && !effort.ended() {
                let started = Instant::now();
                let verdict = self.searched(self.properties[n], effort);
                settle(n, verdict, started.elapsed(), &mut proofs);
            }
        }
        proofs.into_iter().flatten().collect()
    }

    /// Returns the result of a claim that does not follow by induction: the states that can be
    /// reached are searched, near ones first.
    fn searched(&self, claim: Lit, effort: &Effort) -> Verdict {
        let within = |depth| Verdict::from(bounded(&self.problem, claim, depth, limit(effort)));
        match within(effort.depth.min(NEAR)) {
            Verdict::Holds(held) if held >= NEAR => {}
            near => return near,
        }
        match reachable(&self.problem, claim, &[], limit(effort)) {
            Reachable::Never => Verdict::Unreachable,
            Reachable::By(inputs) => Verdict::Refuted(inputs),
            Reachable::Unknown => within(effort.depth),
        }
    }

    /// Returns the shortest run that violates a claim, without assuming other claims; `None` if
    /// none is found.
    pub fn refute(&self, claim: &str, effort: &Effort) -> Option<Vec<Inputs>> {
        let n = self.names.iter().position(|name| name == claim)?;
        let alone = Problem { invariants: Vec::new(), ..self.problem.clone() };
        match bounded(&alone, self.properties[n], effort.depth, limit(effort)) {
            Bounded::Refuted(inputs) => Some(inputs),
            Bounded::Holds(_) | Bounded::GaveUp(_) => None,
        }
    }

    /// Returns the names of the claims.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the verdict of z3, a second solver, on the proofs by induction, which it checks
    /// together at the greatest depth.
    pub fn second(&self, proofs: &[Proof], time: Duration) -> Result<Second, std::io::Error> {
        let depth_of = |name: &str| match proofs.iter().find(|proof| proof.claim == name)?.verdict {
            Verdict::Proved(depth) => Some(depth),
            _ => None,
        };
        let proved: Vec<(Lit, usize)> =
            self.names.iter().zip(&self.properties).filter_map(|(name, lit)| Some((*lit, depth_of(name)?))).collect();
        let Some(deepest) = proved.iter().map(|(_, depth)| *depth).max() else { return Ok(Second::Nothing) };
        let properties: Vec<Lit> = proved.iter().map(|(lit, _)| *lit).collect();
        // what follows from itself in one cycle follows in several
        let alone = Problem { invariants: Vec::new(), ..self.problem.clone() };
        for question in questions(&alone, &properties, deepest) {
            match z3(&question, time)?.as_str() {
                "unsat" => {}
                "sat" => return Ok(Second::Contradicts),
                _ => return Ok(Second::NoAnswer),
            }
        }
        Ok(Second::Agrees)
    }
}

impl From<Bounded> for Verdict {
    fn from(bounded: Bounded) -> Verdict {
        match bounded {
            Bounded::Holds(depth) | Bounded::GaveUp(depth) => Verdict::Holds(depth),
            Bounded::Refuted(inputs) => Verdict::Refuted(inputs),
        }
    }
}

/// Cycles after reset that are searched before ABC looks as far as there are any.
const NEAR: usize = 6;

/// Number of claims that are tried first.
const FEW: usize = 4;

/// Returns the first few of some claims, twice as many, and so on to all of them.
pub(crate) fn few_first<T>(claims: &[T]) -> impl Iterator<Item = &[T]> {
    let last = claims.len();
    let growing = std::iter::successors(Some(FEW), |count| Some(2 * count)).take_while(move |count| *count < last);
    growing.chain(Some(last).filter(|last| *last > 0)).map(|count| &claims[..count])
}

/// Adds a unit's elaborated Verilog to a new graph.
fn added(unit: &Unit, aiger: &Aiger) -> Result<(Graph, Netlist), ProveError> {
    let mut graph = Graph::default();
    let added = aiger.add(&mut graph, &mut HashMap::new(), &mut HashMap::new());
    let added = added.map_err(|source| ProveError::Netlist { unit: unit.name, source })?;
    Ok((graph, added.netlist))
}

/// Maps a preset's Verilog, which may be a user's, by Yosys to a netlist of generic gates.
pub fn gates(unit: &Unit, verilog: &str) -> Result<Gates, ProveError> {
    Ok(generic::gates(&Yosys::find()?.prepared(confine_tool), unit.top, verilog)?)
}

/// Returns the netlist of generic gates that Yosys makes of a preset's Verilog, which may be a
/// user's, in Verilog for a simulator.
pub fn netlist(unit: &Unit, verilog: &str) -> Result<String, ProveError> {
    Ok(generic::netlist(&Yosys::find()?.prepared(confine_tool), unit.top, verilog)?)
}

/// Checks that a netlist corresponds to the Verilog it was made from, register by register.
/// Yosys reads both, so its reading of Verilog is not checked here, nor are wide products.
pub fn compare(unit: &Unit, gates: &Gates, time: Duration) -> Result<Correspondence, ProveError> {
    let (origin, made) = (elaborate(unit.top, &gates.origin)?, elaborate(unit.top, &gates.netlist)?);
    let limit = Limit { until: Some(Instant::now() + time) };
    correspond(&origin, &made, limit).map_err(|source| ProveError::Netlist { unit: unit.name, source })
}

/// The verdict of the second solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Second {
    /// The second solver agrees with all proofs.
    Agrees,
    /// The second solver found a case that violates a proved claim.
    Contradicts,
    /// The second solver found no result in time.
    NoAnswer,
    /// There was no proof to check.
    Nothing,
}

fn limit(effort: &Effort) -> Limit {
    let question = Instant::now() + effort.time;
    Limit { until: Some(effort.until.map_or(question, |until| until.min(question))) }
}

/// Runs z3 on a question.
fn z3(question: &str, time: Duration) -> Result<String, std::io::Error> {
    let mut file = tempfile::NamedTempFile::with_suffix(".smt2")?;
    std::io::Write::write_all(&mut file, question.as_bytes())?;
    let mut command = Command::new("z3");
    command.arg(format!("-T:{}", time.as_secs().max(1))).arg(file.path());
    Ok(child::run(&mut command, Duration::MAX)?.out.lines().next().unwrap_or_default().trim().to_string())
}

/// What stands before a claim in the note of a trace that refutes it.
pub const REFUTES: &str = "refutes: ";

/// Returns the text of a trace file of these inputs, without the first cycle, which is reset.
pub fn trace_text(unit: &Unit, preset: &str, note: &str, inputs: &[Inputs]) -> String {
    let mut text = format!("heddle-trace 1\nunit {}\npreset {preset}\ninitial 1\nnote {note}\n---\n", unit.name);
    for cycle in &inputs[1..] {
        let set = cycle.iter().filter(|(name, value)| **value != 0 && *name != "clock");
        let line: Vec<String> = set.map(|(name, value)| format!("{name}={value:x}")).collect();
        text += &if line.is_empty() { ".".to_string() } else { line.join(" ") };
        text.push('\n');
    }
    text + &format!("end {}\n", inputs.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::few_first;

    #[test]
    fn claims_grow_to_all_of_them() {
        let counts = |all: usize| few_first(&vec![(); all]).map(<[()]>::len).collect::<Vec<_>>();
        assert!(counts(0).is_empty());
        assert_eq!(counts(1), [1]);
        assert_eq!(counts(4), [4]);
        assert_eq!(counts(5), [4, 5]);
        assert_eq!(counts(19), [4, 8, 16, 19]);
    }
}
