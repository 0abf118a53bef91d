//! A netlist against what it was made of, register by register.
//!
//! Registers of one name are one register: if in every state that both share, outputs and next states are equal, nobody can tell them apart. ABC decides that, as
//! combinational logic. A register that synthesis took for a constant, because it never becomes anything else, is that constant in both; before a reset it may be.

use std::collections::HashMap;

use crate::abc;
use crate::aiger::{Aiger, AigerError};
use crate::frames::{Answer, Frames, Limit};
use crate::graph::{Graph, Lit};

/// Whether a netlist does what it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Correspondence {
    /// In every state.
    Same {
        /// Registers, in bits.
        registers: usize,
        /// Those that are constant in the netlist.
        constant: usize,
    },
    /// Not this output, or not what becomes of this register.
    Differs(String),
    /// This register is there, and not here.
    Unpaired(String),
    /// ABC is not there, or did not answer in time.
    Undecided,
}

/// Compares a netlist with what it was made of.
pub fn correspond(origin: &Aiger, netlist: &Aiger, limit: Limit) -> Result<Correspondence, AigerError> {
    let (mut graph, mut inputs, mut latches) = (Graph::default(), HashMap::new(), HashMap::new());
    let one = origin.add(&mut graph, &mut inputs, &mut latches)?;
    let other = netlist.add(&mut graph, &mut inputs, &mut latches)?;
    let name = |latch: Lit| {
        let all = one.netlist.latches.iter().chain(&other.netlist.latches);
        all.filter(|(_, lit)| **lit == latch).map(|(name, _)| name.clone()).min().unwrap_or_default()
    };
    if let Some(latch) = other.next.keys().find(|latch| !one.next.contains_key(latch)) {
        return Ok(Correspondence::Unpaired(name(*latch)));
    }
    if let Some((port, _)) = other.netlist.outputs.iter().find(|(port, _)| !one.netlist.outputs.contains_key(*port)) {
        return Ok(Correspondence::Unpaired(port.clone()));
    }
    let lone: Vec<(Lit, Lit)> =
        one.next.iter().filter(|(latch, _)| !other.next.contains_key(latch)).map(|(l, next)| (*l, *next)).collect();
    let (values, moved) = constants(&graph, &lone, limit);
    if let Some(latch) = moved {
        return Ok(Correspondence::Unpaired(name(latch)));
    }

    // both sides of each question
    let mut frames = Frames::new(&graph, limit);
    for ((latch, _), value) in lone.iter().zip(&values) {
        frames.set(0, *latch, *value);
    }
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
    let same = Correspondence::Same { registers: one.next.len(), constant: lone.len() };
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

/// What these latches can be for ever, all of them together; or one that moves from either value.
fn constants(graph: &Graph, lone: &[(Lit, Lit)], limit: Limit) -> (Vec<Lit>, Option<Lit>) {
    let mut values = vec![Lit::FALSE; lone.len()];
    'again: loop {
        let mut frames = Frames::new(graph, limit);
        for ((latch, _), value) in lone.iter().zip(&values) {
            frames.set(0, *latch, *value);
        }
        for (n, (latch, next)) in lone.iter().enumerate() {
            let next = frames.at(0, *next);
            let moves = if values[n] == Lit::TRUE { !next } else { next };
            if frames.solve(&[moves]) != Answer::Unsat {
                if values[n] == Lit::TRUE {
                    return (values, Some(*latch));
                }
                values[n] = Lit::TRUE;
                continue 'again;
            }
        }
        return (values, None);
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
