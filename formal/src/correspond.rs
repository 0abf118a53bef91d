//! Comparison of a netlist with its origin, register by register.
//!
//! Registers of one name are one register: if in every state that both share, outputs and next
//! states are equal, the two are indistinguishable. ABC decides that, as combinational logic. A
//! register may be missing from the netlist if it can be a constant for ever, or the same as
//! another one: before a reset it may hold anything.

use std::collections::{BTreeMap, HashMap};

use crate::abc;
use crate::aiger::{Aiger, AigerError};
use crate::frames::{Answer, Frames, Limit};
use crate::graph::{Graph, Lit};

/// The result of comparing a netlist with the Verilog that it was made from, register by register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Correspondence {
    /// The netlist and its origin are equal in every state.
    Same {
        /// Number of register bits of the origin.
        registers: usize,
        /// Number of register bits that the netlist lacks because each is constant or equal to
        /// another register.
        spared: usize,
    },
    /// This output, or the next value of this register, differs.
    Differs(String),
    /// This register or output has no counterpart in the other design.
    Unpaired(String),
    /// ABC is missing, or did not answer within the limit.
    Undecided,
}

/// Compares a netlist with the design that it was made from (`origin`): registers are paired by
/// name, and ABC compares outputs and next values.
pub fn correspond(origin: &Aiger, netlist: &Aiger, limit: Limit) -> Result<Correspondence, AigerError> {
    let (mut graph, mut inputs, mut latches) = (Graph::default(), HashMap::new(), HashMap::new());
    let one = origin.add(&mut graph, &mut inputs, &mut latches)?;
    let other = netlist.add(&mut graph, &mut inputs, &mut latches)?;
    let mut names: BTreeMap<Lit, &str> = BTreeMap::new();
    for (name, latch) in other.netlist.latches.iter().chain(&one.netlist.latches) {
        names.insert(*latch, name);
    }
    let name = |latch: Lit| names[&latch].to_string();
    if let Some(latch) = other.next.keys().find(|latch| !one.next.contains_key(latch)) {
        return Ok(Correspondence::Unpaired(name(*latch)));
    }
    if let Some((port, _)) = other.netlist.outputs.iter().find(|(port, _)| !one.netlist.outputs.contains_key(*port)) {
        return Ok(Correspondence::Unpaired(port.clone()));
    }
    let alike = |latch: Lit| other.netlist.latches.get(names[&latch]).copied();
    let lone: Vec<Spared> = one
        .next
        .iter()
        .filter(|(latch, _)| !other.next.contains_key(latch))
        .map(|(latch, next)| Spared { latch: *latch, next: *next, value: alike(*latch).unwrap_or(Lit::FALSE) })
        .collect();
    let spared = match settle(&graph, &one.next, lone, limit) {
        Ok(spared) => spared,
        Err(Some(latch)) => return Ok(Correspondence::Unpaired(name(latch))),
        Err(None) => return Ok(Correspondence::Undecided),
    };

    // both sides of each question
    let mut frames = Frames::new(&graph, limit);
    set(&mut frames, &spared);
    let mut questions: Vec<(String, Lit, Lit)> = Vec::new();
    for (port, word) in &one.netlist.outputs {
        let there = other.netlist.outputs.get(port).filter(|there| there.len() == word.len());
        let Some(there) = there else { return Ok(Correspondence::Differs(port.clone())) };
        for (n, (a, b)) in word.iter().zip(there).enumerate() {
            questions.push((format!("{port}[{n}]"), frames.at(0, *a), frames.at(0, *b)));
        }
    }
    for (latch, next) in &one.next {
        if let Some(there) = other.next.get(latch) {
            questions.push((name(*latch), frames.at(0, *next), frames.at(0, *there)));
        }
    }
    questions.retain(|(_, a, b)| a != b);
    let same = Correspondence::Same { registers: one.next.len(), spared: spared.len() };
    if questions.is_empty() {
        return Ok(same);
    }
    let sides: Vec<(Lit, Lit)> = questions.iter().map(|(_, a, b)| (*a, *b)).collect();
    Ok(match differing(frames.flat(), &sides, limit) {
        Some(None) => same,
        Some(Some(n)) => Correspondence::Differs(questions.swap_remove(n).0),
        None => Correspondence::Undecided,
    })
}

/// A register that is in the netlist's origin alone, and what it can be for ever: a constant, or
/// another register.
struct Spared {
    latch: Lit,
    next: Lit,
    value: Lit,
}

fn set(frames: &mut Frames, spared: &[Spared]) {
    for Spared { latch, value, .. } in spared {
        let value = frames.at(0, *value);
        frames.set(0, *latch, value);
    }
}

/// Finds what all of them together stay; or one that does not, `None` if that is not decided within
/// the limit.
fn settle(
    graph: &Graph,
    next: &BTreeMap<Lit, Lit>,
    mut spared: Vec<Spared>,
    limit: Limit,
) -> Result<Vec<Spared>, Option<Lit>> {
    'again: loop {
        let mut frames = Frames::new(graph, limit);
        set(&mut frames, &spared);
        for one in &mut spared {
            let (becomes, should) = (frames.at(0, one.next), next.get(&one.value).copied().unwrap_or(one.value));
            let should = frames.at(0, should);
            let moves = frames.flat().xor(becomes, should);
            match (frames.solve(&[moves]), one.value) {
                (Answer::Unsat, _) => {}
                (Answer::Unknown, _) => return Err(None),
                (Answer::Sat, Lit::FALSE) => {
                    one.value = Lit::TRUE;
                    continue 'again;
                }
                (Answer::Sat, _) => return Err(Some(one.latch)),
            }
        }
        return Ok(spared);
    }
}

/// The first of the pairs that ABC finds to be different, if any is.
pub(crate) fn differing(flat: &Graph, pairs: &[(Lit, Lit)], limit: Limit) -> Option<Option<usize>> {
    let folder = tempfile::tempdir().ok()?;
    let sides: [Vec<Lit>; 2] = [pairs.iter().map(|(a, _)| *a).collect(), pairs.iter().map(|(_, b)| *b).collect()];
    let inputs = flat.free();
    for (file, outputs) in ["one.aig", "other.aig"].iter().zip(&sides) {
        std::fs::write(folder.path().join(file), abc::aiger(flat, &inputs, outputs)).ok()?;
    }
    let said = abc::run(folder.path(), "cec -n one.aig other.aig", limit)?;
    if said.contains("Networks are equivalent") {
        return Some(None);
    }
    let at = said.split_whitespace().find_map(|word| word.strip_prefix("po")?.parse::<usize>().ok())?;
    (said.contains("NOT EQUIVALENT") && at < pairs.len()).then_some(Some(at))
}
