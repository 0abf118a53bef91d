//! The search for a mismatch that was found once, and the shrinking of its trace.

use super::{Failure, Origin, UnitTarget};
use crate::bench::Bench;
use crate::dut::{Dut, initial_seed};
use crate::guided::line::{Inputs, Line};
use crate::lockstep::{Lockstep, Mismatch, Run, RunError, Source, record};
use crate::shrink::{Effort, shrink};
use crate::trace::Trace;
use heddle_verilator::Stopped;

/// Number of further searches for a fault that was found, in segments that no campaign reaches: one
/// trace of it shrinks better than another.
const AGAIN: u64 = 2;
/// Cycles of a trace that is short enough.
const SHORT: usize = 6;

/// The result of a search: the mismatch before shrinking, its shrunk trace, and the number of
/// replays.
pub(super) struct Hunted<B: Bench> {
    found: Mismatch,
    trace: Trace<B>,
    replays: u64,
    /// The replays' cost, as an [`Effort`] counts it.
    spent: u64,
    early: bool,
}

impl<B: Bench> UnitTarget<B> {
    /// Returns the shortest trace of a mismatch in a stretch, after further searches for the same
    /// fault.
    pub(super) fn hunt_again(
        &self,
        seed: u64,
        line: &Line,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Option<Hunted<B>> {
        let mut best = self.hunt(seed, line, effort, progress)?;
        for again in 1..=AGAIN {
            if best.trace.inputs.len() <= SHORT || effort.is_spent(best.spent) {
                break;
            }
            let left = Effort { replays: effort.replays - best.spent, ..effort };
            let other = self.hunt(seed, &line.again(again), left, &mut |_| ());
            let Some(other) = other else { continue };
            (best.replays, best.spent) = (best.replays + other.replays, best.spent + other.spent);
            if other.trace.inputs.len() < best.trace.inputs.len() {
                progress(other.trace.inputs.len());
                (best.trace, best.early) = (other.trace, other.early);
            }
        }
        Some(best)
    }

    /// Runs random inputs in lockstep; `number` is the number of their segment.
    pub(super) fn random(&self, seed: u64, number: u64, source: &mut impl Source<B>) -> Result<Run, Stopped> {
        let mut dut = Dut::<B>::new(self.cfg, &self.model, initial_seed(seed, number))?;
        match Lockstep::new(self.cfg).run(source, &mut dut) {
            Ok(run) => Ok(run),
            Err(RunError::Stopped(stopped)) => Err(stopped),
            Err(RunError::Illegal(illegal)) => unreachable!("random stimulus is not held to `legal`: {illegal}"),
        }
    }

    /// Searches a stretch for a mismatch, and shrinks its trace.
    fn hunt(&self, seed: u64, line: &Line, effort: Effort, progress: &mut dyn FnMut(usize)) -> Option<Hunted<B>> {
        let found = self.random(seed, line.number, &mut Inputs::new(self.cfg, seed, line)).ok()?.mismatch?;
        let length = found.cycle + 1;
        let initial = initial_seed(seed, line.number);
        let inputs = record::<B>(self.cfg, &mut Inputs::new(self.cfg, seed, &line.first(length)));
        let notes = vec![format!("shrunk from {length} cycles; seed {seed}, stretch {}", line.name())];
        self.shrunk(found, Trace { preset: self.preset.to_string(), initial, notes, inputs }, effort, progress)
    }

    /// Shrinks a trace that ends with a mismatch.
    pub(super) fn shrunk(
        &self,
        found: Mismatch,
        mut trace: Trace<B>,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Option<Hunted<B>> {
        if effort.is_spent(0) {
            return Some(Hunted { found, trace, replays: 0, spent: 0, early: effort.replays != 0 });
        }
        let shrunk = shrink::<B>(self.cfg, &self.model, trace.initial, &trace.inputs, effort, progress)?;
        trace.inputs = shrunk.inputs;
        Some(Hunted { found, trace, replays: shrunk.replays, spent: shrunk.spent, early: shrunk.early })
    }

    pub(super) fn failure(&self, origin: Origin, hunted: Hunted<B>) -> Option<Failure> {
        let Hunted { found, trace, replays, early, .. } = hunted;
        let replay = self.replay_trace(&trace).ok()?;
        let trace = trace.text();
        Some(Failure { unit: B::NAME, preset: self.preset, origin, found, replay, replays, early, trace })
    }
}
