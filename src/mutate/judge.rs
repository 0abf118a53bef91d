//! What is asked of a solver about a mutant that the stimulus did not notice.

use std::time::{Duration, Instant};

use heddle_formal::{Aiger, Limit, elaborate, elaborate_with_unwritten};
use heddle_testbench::interrupt;
use heddle_testbench::mutate::{Fate, Mutant, Mutants};
use heddle_testbench::prove::{Claimed, Effort, Verdict};
use heddle_testbench::target::Target;

use crate::cli::Mutate;
use crate::error::Error;
use crate::select::Selected;

pub const TOOLS: &str = "another version of Yosys may do better; `heddle doctor` shows the tools";

/// For the claims of the units, which help to compare: what does not follow soon is not relied upon.
const EFFORT: Effort = Effort { induction: 2, depth: 0, time: Duration::from_secs(60) };

/// The circuit without a mutant, and what is known of it.
pub struct Judge {
    right: Aiger,
    /// Of the claims of the unit, which are proved of it.
    proved: Vec<bool>,
    depth: usize,
    limit: Duration,
}

impl Judge {
    /// Proves what claims can be.
    pub fn new(args: &Mutate, selected: &Selected, mutants: &Mutants) -> Result<Self, Error> {
        let none = mutants.none()?;
        let right = elaborate(selected.unit.name, &none).map_err(|error| Error::tool(error, TOOLS))?;
        let mut claimed = Claimed::new(&selected.unit, selected.preset, &none).map_err(|e| Error::tool(e, TOOLS))?;
        let proofs = claimed.prove(&EFFORT, &mut |_| ());
        let proved = |name: &&str| proofs.iter().any(|p| p.claim == *name && matches!(p.verdict, Verdict::Proved(_)));
        let proved = claimed.names().iter().map(proved).collect();
        Ok(Judge { right, proved, depth: args.depth.into(), limit: Duration::from_secs(args.limit.into()) })
    }

    /// Whether anybody can tell a mutant, which `target` is, from the RTL. Nothing: its netlist can not be asked, or all work is to end.
    pub fn judge(&self, target: &dyn Target, mutants: &Mutants, mutant: &Mutant) -> Result<Option<Fate>, Error> {
        // a loop that its values happen to settle is no netlist
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
