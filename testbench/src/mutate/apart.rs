//! Formal comparison of the RTL with a mutant that the stimulus did not detect.

use heddle_block::Ports;
use heddle_formal::{Aiger, AigerError, Graph, How, Inputs, Limit, Netlist, Pair, Rules, Verdict, equivalent};

use super::{Fate, care};
use crate::bench::Bench;
use crate::claims::claims;
use crate::dut::{Dut, initial_seed};
use crate::lockstep::{Lockstep, Repaired, Run};
use crate::trace::Trace;
use heddle_verilator::Model;

/// The first input of every unit.
const RESET: &str = "reset";
/// Number of initial contents from which a run that the solver found is tried.
const BEGINNINGS: u64 = 8;

/// A mutant's model, on which runs that the solver finds are replayed.
pub struct Apart<'a, B: Bench> {
    /// Configuration of the preset.
    pub cfg: &'a B::Config,
    /// Name of the preset.
    pub preset: &'a str,
    /// The mutant's model.
    pub model: &'a Model,
}

impl<B: Bench> Apart<'_, B> {
    /// Checks by a solver whether the netlist `own` of a mutant can be distinguished from the RTL's
    /// netlist `right`.
    pub fn told(
        &self,
        right: &Aiger,
        own: &Aiger,
        proved: &[bool],
        depth: usize,
        limit: Limit,
    ) -> Result<Fate, AigerError> {
        let rules = |graph: &mut Graph, netlist: &Netlist| {
            let rules = claims::<B>(self.cfg, graph, netlist).rules(proved);
            let mut care = care::<B>(self.cfg, graph, netlist);
            care.extend(rules.care);
            Rules { care, ..rules }
        };
        let how = match equivalent(&Pair { right, other: own, rules: &rules, reset: RESET }, depth, limit)? {
            Verdict::Equivalent(How::State) => "in equal states".into(),
            Verdict::Equivalent(How::Invariants) => {
                "in equal states that the invariants allow, where outputs have a meaning".into()
            }
            Verdict::Equivalent(How::Pipeline(bits)) => {
                format!("{bits} bits of a pipeline may differ, but nothing that leaves the pipeline")
            }
            Verdict::Equivalent(How::Relation(bits)) => {
                format!("{bits} bits of state may differ where they do not matter")
            }
            Verdict::Equivalent(How::Unreachable) => "no reachable state shows a difference, by ABC".into(),
            Verdict::Undecided(depth) => {
                return Ok(Fate::Undecided { depth, why: "no proof, and no difference so far".into() });
            }
            Verdict::Differs(cycles) => return Ok(self.shown(&cycles)),
        };
        Ok(Fate::Equivalent { how })
    }

    /// Replays inputs that the solver found, the first cycle of which is reset, made legal; they
    /// may show a difference in lockstep.
    fn shown(&self, cycles: &[Inputs]) -> Fate {
        let shape = B::In::shape(self.cfg);
        let input = |cycle: &Inputs| -> B::In {
            let slot = |name: &String| cycle.get(name).copied().unwrap_or(0);
            B::In::unpack(self.cfg, &shape.iter().map(|port| slot(&port.name)).collect::<Vec<u64>>())
        };
        let found: Vec<B::In> = cycles[1..].iter().map(input).collect();
        let mut why = "the run that the solver found shows nothing in lockstep".to_string();
        // what registers hold before their reset may matter
        for n in 0..BEGINNINGS {
            let initial = initial_seed(n, 0);
            let Ok(mut dut) = Dut::<B>::new(self.cfg, self.model, initial) else { break };
            let mut source = Repaired::<B> { inputs: found.iter(), used: Vec::new() };
            let run = Lockstep::new(self.cfg).run(&mut source, &mut dut);
            if let Some(cycle) = source.used.iter().zip(&found).position(|(used, found)| used != found) {
                why = format!(
                    "the run that the solver found is not legal in its cycle {cycle}; made legal, the run shows nothing"
                );
            }
            if let Ok(Run { mismatch: Some(mismatch), .. }) = run {
                source.used.truncate(mismatch.cycle as usize + 1);
                let notes = vec!["found by a solver".to_string()];
                let trace = Trace::<B> { preset: self.preset.to_string(), initial, notes, inputs: source.used };
                return Fate::Survived { trace: trace.text(), port: mismatch.port };
            }
        }
        Fate::Undecided { depth: cycles.len().saturating_sub(2), why }
    }
}
