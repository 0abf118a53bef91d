//! The solver's verdict on a mutant that the stimulus does not detect.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use heddle_formal::{Aiger, Limit, elaborate_with_unwritten};
use heddle_testbench::interrupt;
use heddle_testbench::mutate::{Fate, Mutant, Mutants};
use heddle_testbench::prove::{Claimed, Effort, Verdict};
use heddle_testbench::target::Target;

use crate::cli::Mutate;
use crate::error::Error;
use crate::progress::{Task, Work};
use crate::select::Selected;

pub const TOOLS: &str = "another version of Yosys may work; `heddle doctor` shows the tools";

/// Greatest effort for the proofs of the units' claims, which help to compare: claims without a
/// quick proof are not used.
const EFFORT: Effort = Effort { induction: 2, depth: 0, time: Duration::from_secs(60), until: None };
/// Time for all of them together, as a multiple of that for a mutant.
const ALL_CLAIMS: u32 = 10;

/// The formal part of a mutation campaign, which begins with the first mutant that the stimulus
/// does not detect.
pub struct Judge {
    selected: Selected,
    known: Mutex<Option<Arc<Known>>>,
    depth: usize,
    limit: Duration,
}

/// The circuit without a mutant, and the claims that are proved of it.
struct Known {
    right: Aiger,
    /// Whether each of the unit's claims is proved of the circuit.
    proved: Vec<bool>,
}

impl Judge {
    pub fn new(args: &Mutate, selected: &Selected) -> Self {
        let limit = Duration::from_secs(args.limit.into());
        Judge { selected: selected.clone(), known: Mutex::default(), depth: args.depth.into(), limit }
    }

    /// Elaborates the circuit without a mutant, and proves those of the unit's claims that can be
    /// proved: once, while other threads wait.
    fn known(&self, mutants: &Mutants) -> Result<Arc<Known>, Error> {
        let mut known = self.known.lock().expect("an earlier mutant's judgement panicked");
        if let Some(known) = &*known {
            return Ok(known.clone());
        }
        let Selected { unit, preset, .. } = &self.selected;
        let task = Task::start("claims", Work::Open);
        task.say(format!("{}/{preset}", unit.name));
        let none = mutants.none()?;
        let right = elaborate_with_unwritten(unit.top, &none).map_err(|error| Error::tool(error, TOOLS))?;
        let mut claimed = Claimed::of(unit, preset, &right).map_err(|error| Error::tool(error, TOOLS))?;
        let until = Instant::now() + ALL_CLAIMS * self.limit;
        let effort = Effort { time: EFFORT.time.min(self.limit), until: Some(until), ..EFFORT };
        let proofs = claimed.prove(&effort, &mut |_| ());
        let proved = |name: &String| proofs.iter().any(|p| p.claim == *name && matches!(p.verdict, Verdict::Proved(_)));
        let proved = claimed.names().iter().map(proved).collect();
        Ok(known.insert(Arc::new(Known { right, proved })).clone())
    }

    /// Returns a solver's verdict on whether the mutant that `target` runs differs from the RTL.
    /// `None` after an interruption.
    pub fn judge(&self, target: &dyn Target, mutants: &Mutants, mutant: &Mutant) -> Result<Option<Fate>, Error> {
        let known = self.known(mutants)?;
        let own = match elaborate_with_unwritten(self.selected.unit.top, &mutants.alone(mutant)?) {
            Ok(own) => own,
            // such as a combinational loop that its values happen to settle
            Err(error) => {
                let why = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
                return Ok(Some(Fate::Undecided { depth: 0, why: format!("it has no netlist: {why}") }));
            }
        };
        let limit = Limit { until: Some(Instant::now() + self.limit) };
        let told = target.tell_apart(&known.right, &own, &known.proved, self.depth, limit);
        if interrupt::asked() {
            return Ok(None);
        }
        let name = || format!("{}/{} {}", target.unit(), target.preset(), mutant.number);
        told.map(Some).map_err(|error| Error::tool(format!("{}: {error}", name()), TOOLS))
    }
}
