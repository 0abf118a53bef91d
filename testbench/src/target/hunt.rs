//! The search for a mismatch that was found once, and the shrinking of its trace.

use super::{Failure, Origin, UnitTarget, found_in};
use crate::bench::Bench;
use crate::dut::{Dut, initial_seed};
use crate::lockstep::{Lockstep, Mismatch, Run, RunError, record};
use crate::segment::{self, SEGMENT, Segment};
use crate::shrink::{Effort, shrink};
use crate::trace::Trace;
use heddle_verilator::Stopped;

/// Number of further searches for a fault that was found: one trace of it shrinks better than
/// another.
const AGAIN: u64 = 2;
/// Cycles of a further search.
const AGAIN_CYCLES: u64 = 4 * SEGMENT;
/// Where the number of a search stands in a segment's: no campaign reaches these segments, and the
/// lower bits, by which a segment has its length and its rules, are those of the first one.
const AGAIN_SHIFT: u32 = 48;
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
    /// Returns the shortest trace of a mismatch in a segment, after further searches for the same
    /// fault.
    pub(super) fn hunt_again(
        &self,
        seed: u64,
        segment: u64,
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Option<Hunted<B>> {
        let mut best = self.hunt(seed, (segment, segment::length(segment)), effort, progress)?;
        for again in 1..=AGAIN {
            if best.trace.inputs.len() <= SHORT || effort.is_spent(best.spent) {
                break;
            }
            let left = Effort { replays: effort.replays - best.spent, ..effort };
            let other = self.hunt(seed, (segment ^ again << AGAIN_SHIFT, AGAIN_CYCLES), left, &mut |_| ());
            let Some(other) = other else { continue };
            (best.replays, best.spent) = (best.replays + other.replays, best.spent + other.spent);
            if other.trace.inputs.len() < best.trace.inputs.len() {
                progress(other.trace.inputs.len());
                (best.trace, best.early) = (other.trace, other.early);
            }
        }
        Some(best)
    }

    /// Runs the first `cycles` of a segment in lockstep.
    pub(super) fn random(&self, seed: u64, segment: u64, cycles: u64) -> Result<Run, Stopped> {
        let mut dut = Dut::<B>::new(self.cfg, &self.model, initial_seed(seed, segment))?;
        match Lockstep::new(self.cfg).run(&mut Segment::<B>::new(self.cfg, seed, segment, cycles), &mut dut) {
            Ok(run) => Ok(run),
            Err(RunError::Stopped(stopped)) => Err(stopped),
            Err(RunError::Illegal(illegal)) => unreachable!("random stimulus is not held to `legal`: {illegal}"),
        }
    }

    /// Searches the first `cycles` of a segment for a mismatch, and shrinks its trace.
    fn hunt(
        &self,
        seed: u64,
        (segment, cycles): (u64, u64),
        effort: Effort,
        progress: &mut dyn FnMut(usize),
    ) -> Option<Hunted<B>> {
        let found = self.random(seed, segment, cycles).ok()?.mismatch?;
        let length = found.cycle + 1;
        let initial = initial_seed(seed, segment);
        let inputs = record::<B>(self.cfg, &mut Segment::new(self.cfg, seed, segment, length));
        let trace = Trace { preset: self.preset.to_string(), initial, notes: Vec::new(), inputs };
        self.shrunk(found, trace, effort, progress)
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
        let Hunted { found, mut trace, replays, early, .. } = hunted;
        let found = origin.from_start(found);
        trace.notes.push(format!("found in {}", found_in(&origin, &found)));
        let replay = self.replay_trace(&trace).ok()?;
        let trace = trace.text();
        Some(Failure { unit: B::NAME, preset: self.preset, origin, found, replay, replays, early, trace })
    }
}
