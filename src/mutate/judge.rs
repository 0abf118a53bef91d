//! The solver's verdict on a mutant that the stimulus does not detect.

use std::time::{Duration, Instant};

use heddle_formal::{Aiger, Limit, elaborate, elaborate_with_unwritten};
use heddle_testbench::interrupt;
use heddle_testbench::mutate::{Fate, Mutant, Mutants};
use heddle_testbench::prove::{Claimed, Effort, Verdict};
use heddle_testbench::target::Target;

use crate::cli::Mutate;
use crate::error::Error;
use crate::select::Selected;

pub const TOOLS: &str = "another version of Yosys may work; `heddle doctor` shows the tools";

/// Effort for the proofs of the units' claims, which help to compare: claims without a quick proof are not used.
const EFFORT: Effort = Effort { induction: 2, depth: 0, time: Duration::from_secs(60) };

/// The circuit without a mutant, and the claims that are proved of it.
pub struct Judge {
    right: Aiger,
    /// Whether each of the unit's claims is proved of the circuit.
    proved: Vec<bool>,
    depth: usize,
    limit: Duration,
}

impl Judge {
    /// Elaborates the circuit without a mutant, and proves those of the unit's claims that can be proved.
    pub fn new(args: &Mutate, selected: &Selected, mutants: &Mutants) -> Result<Self, Error> {
        let none = mutants.none()?;
        let right = elaborate(selected.unit.name, &none).map_err(|error| Error::tool(error, TOOLS))?;
        let mut claimed = Claimed::new(&selected.unit, selected.preset, &none).map_err(|e| Error::tool(e, TOOLS))?;
        let proofs = claimed.prove(&EFFORT, &mut |_| ());
        let proved = |name: &&str| proofs.iter().any(|p| p.claim == *name && matches!(p.verdict, Verdict::Proved(_)));
        let proved = claimed.names().iter().map(proved).collect();
        Ok(Judge { right, proved, depth: args.depth.into(), limit: Duration::from_secs(args.limit.into()) })
    }

    /// Returns a solver's verdict on whether the mutant that `target` runs differs from the RTL.
    /// `None` if there is no netlist, or after an interruption.
    pub fn judge(&self, target: &dyn Target, mutants: &Mutants, mutant: &Mutant) -> Result<Option<Fate>, Error> {
        // a combinational loop that its values happen to settle has no netlist
        let Ok(own) = elaborate_with_unwritten(target.unit(), &mutants.alone(mutant)?) else { return Ok(None) };
        let limit = Limit { until: Some(Instant::now() + self.limit), stop: interrupt::asked };
        let told = target.tell_apart(&self.right, &own, &self.proved, self.depth, limit);
        if interrupt::asked() {
            return Ok(None);
        }
        let name = || format!("{}/{} {}", target.unit(), target.preset(), mutant.number);
        told.map(Some).map_err(|error| Error::tool(format!("{}: {error}", name()), TOOLS))
    }
}
