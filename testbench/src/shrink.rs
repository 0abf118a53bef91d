//! Shrinking: a failing trace becomes one that a person can read. Cycles are removed; where many
//! are left, shorter traces are drawn (`long`, `steady`); then events are removed
//! ([`elastic`](crate::elastic)), one by one and all those of one object (`parts`), and the
//! remaining ones are simplified. Inputs that become illegal are repaired, and rejected if they
//! still are illegal.

mod events;
mod long;
mod parts;
mod steady;

use std::num::NonZeroU32;
use std::time::Instant;

use heddle_block::{Block, Ports};

use crate::bench::Bench;
use crate::dut::Dut;
use crate::elastic::{Elastic, Step, steps};
use crate::lockstep::{Lockstep, Mismatch, Repaired, Source};
use heddle_verilator::Model;
use heddle_verilator::interrupt;

/// Events, or cycles, few enough to try every pair of them.
const FEW: usize = 40;
/// What the first deletion of cycles may cost: of a long trace, it leaves effort for other ways.
const FIRST: u64 = 4000;

/// Limits of the work of shrinking: replays and time.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Greatest number of replays; a replay of a long trace counts as several.
    pub replays: u64,
    /// Time after which no replay starts; `None` for no limit.
    pub until: Option<Instant>,
}

impl Effort {
    /// No shrinking: a trace stays as it was found.
    pub const NONE: Effort = Effort { replays: 0, until: None };
    /// The usual limit: enough for nearly every trace, and the same result on every machine.
    pub const USUAL: Effort = Effort { replays: 20_000, until: None };

    /// Creates a limit by time alone, whatever the number of replays.
    pub fn until(end: Instant) -> Self {
        Effort { replays: u64::MAX, until: Some(end) }
    }

    /// Whether the limit is reached after `spent` replays, or all work must end.
    pub fn is_spent(&self, spent: u64) -> bool {
        spent >= self.replays || self.until.is_some_and(|end| Instant::now() >= end) || interrupt::asked()
    }
}

/// The shortest failing trace that shrinking has found.
pub struct Shrunk<B: Block> {
    /// The inputs, the last of which shows the mismatch.
    pub inputs: Vec<B::In>,
    /// The mismatch that the inputs show.
    pub mismatch: Mismatch,
    /// Number of replays.
    pub replays: u64,
    /// The replays' cost, as an [`Effort`] counts it.
    pub spent: u64,
    /// Whether the effort was spent while shrinking still helped.
    pub early: bool,
}

struct Shrinker<'a, B: Bench> {
    cfg: &'a B::Config,
    model: &'a Model,
    seed: NonZeroU32,
    lockstep: Lockstep<B>,
    best: Shrunk<B>,
    /// The best trace, as events.
    steps: Vec<Step<B::In>>,
    effort: Effort,
}

/// Cycles of a replay that counts as one.
const REPLAY: u64 = 1 << 10;

/// Shrinks inputs that fail on a device of this seed, and returns the shortest failing trace;
/// `None` if they do not fail.
pub fn shrink<B: Bench>(
    cfg: &B::Config,
    model: &Model,
    seed: NonZeroU32,
    inputs: &[B::In],
    effort: Effort,
    progress: &mut dyn FnMut(usize),
) -> Option<Shrunk<B>> {
    let mismatch = Mismatch { cycle: 0, port: String::new(), width: 0, golden: 0, rtl: 0 };
    let best = Shrunk { inputs: Vec::new(), mismatch, replays: 0, spent: 0, early: false };
    let mut shrinker = Shrinker { cfg, model, seed, lockstep: Lockstep::new(cfg), best, steps: Vec::new(), effort };
    let mut source = Repaired { inputs: inputs.iter(), used: Vec::with_capacity(inputs.len()) };
    let mismatch = shrinker.replay(&mut source)?;
    source.used.truncate(mismatch.cycle as usize + 1);
    shrinker.best.inputs = source.used;
    shrinker.best.mismatch = mismatch;
    let left = shrinker.delete_ranges(usize::MAX, FIRST, progress);
    let shortened = shrinker.shorten(progress);
    shrinker.delete_ranges(if shortened { usize::MAX } else { left }, u64::MAX, progress);
    loop {
        let before = shrinker.best.inputs.clone();
        shrinker.silence();
        shrinker.shrink_events(progress);
        shrinker.delete_ranges(usize::MAX, u64::MAX, progress);
        shrinker.simplify();
        shrinker.delete_pairs();
        progress(shrinker.best.inputs.len());
        shrinker.best.early = shrinker.spent();
        if shrinker.best.inputs == before || shrinker.best.early {
            return Some(shrinker.best);
        }
    }
}

impl<B: Bench> Shrinker<'_, B> {
    fn spent(&self) -> bool {
        self.effort.is_spent(self.best.spent)
    }

    /// Replays a candidate, unless the effort is spent.
    fn mismatch(&mut self, source: &mut impl Source<B>) -> Option<Mismatch> {
        if self.spent() { None } else { self.replay(source) }
    }

    /// Replays a candidate on a fresh device.
    fn replay(&mut self, source: &mut impl Source<B>) -> Option<Mismatch> {
        self.best.replays += 1;
        let mut dut = Dut::<B>::new(self.cfg, self.model, self.seed).ok()?;
        let run = self.lockstep.run(source, &mut dut).ok()?;
        self.best.spent += 1 + run.cycles / REPLAY;
        run.mismatch
    }

    /// Keeps a candidate that fails and is no longer than the best.
    fn accept(&mut self, candidate: &[B::In]) -> bool {
        let mut source = Repaired { inputs: candidate.iter(), used: Vec::with_capacity(candidate.len()) };
        let Some(mismatch) = self.mismatch(&mut source) else { return false };
        let mut used = source.used;
        used.truncate(mismatch.cycle as usize + 1);
        if used.len() > self.best.inputs.len() || used == self.best.inputs {
            return false;
        }
        self.best.inputs = used;
        self.best.mismatch = mismatch;
        true
    }

    /// Keeps events that fail and take no longer than the best; with `less`, only if they take
    /// fewer cycles.
    fn accept_steps(&mut self, candidate: Vec<Step<B::In>>, less: bool) -> bool {
        let limit = self.best.inputs.len() - usize::from(less);
        let mut source = Elastic::<B>::new(self.cfg, &candidate, limit);
        let Some(mismatch) = self.mismatch(&mut source) else { return false };
        let length = mismatch.cycle as usize + 1;
        let (mut used, happened) = (source.used, source.happened);
        used.truncate(length);
        let when = candidate.into_iter().zip(happened);
        let left =
            when.filter_map(|(step, cycle)| cycle.filter(|cycle| *cycle < length).map(|due| Step { due, ..step }));
        self.steps = left.collect();
        self.best.inputs = used;
        self.best.mismatch = mismatch;
        true
    }

    /// Removes ever smaller ranges of cycles, from the end to the start; the greatest has `range`
    /// cycles at most. Returns the range at which it has cost more than `most`; 0 if it comes to
    /// its end.
    fn delete_ranges(&mut self, range: usize, most: u64, progress: &mut dyn FnMut(usize)) -> usize {
        let limit = self.best.spent.saturating_add(most);
        let mut range = range.min(self.best.inputs.len().next_power_of_two() / 2);
        while range > 0 && !self.spent() {
            let mut end = self.best.inputs.len();
            while end > 0 {
                if self.best.spent >= limit {
                    return range;
                }
                let start = end.saturating_sub(range);
                let mut candidate = self.best.inputs.clone();
                candidate.drain(start..end);
                if self.accept(&candidate) {
                    progress(self.best.inputs.len());
                }
                end = start.min(self.best.inputs.len());
            }
            range /= 2;
        }
        range
    }

    /// Zeroes the payload of every port that is not valid.
    fn silence(&mut self) {
        let shape = B::In::shape(self.cfg);
        let (mut slots, mut care) = (vec![0; shape.len()], vec![false; shape.len()]);
        let mut silent = self.best.inputs.clone();
        for input in &mut silent {
            input.pack(self.cfg, &mut slots);
            input.care(self.cfg, &mut care);
            slots.iter_mut().zip(&care).filter(|(_, care)| !**care).for_each(|(slot, _)| *slot = 0);
            *input = B::In::unpack(self.cfg, &slots);
        }
        self.accept(&silent);
    }

    /// Works on events until none of the ways to shrink them helps.
    fn shrink_events(&mut self, progress: &mut dyn FnMut(usize)) {
        self.steps = steps::<B>(self.cfg, &self.best.inputs);
        if !self.accept_steps(self.steps.clone(), false) {
            return;
        }
        loop {
            let (length, before) = (self.best.inputs.len(), self.steps.clone());
            self.hurry();
            self.drop_events();
            self.drop_parts();
            progress(self.best.inputs.len());
            self.simplify_together();
            self.simplify_events();
            self.hurry();
            self.alternatives();
            self.merge_events();
            self.drop_pairs();
            progress(self.best.inputs.len());
            if (self.best.inputs.len() == length && self.steps == before) || self.spent() {
                return;
            }
        }
    }

    /// Takes slack away: all, then of each event.
    fn hurry(&mut self) {
        let all = self.steps.iter().map(|step| Step { slack: 0, ..step.clone() }).collect();
        self.accept_steps(all, false);
        for at in 0..self.steps.len() {
            if self.spent() {
                return;
            }
            for less in [usize::MAX, 8, 2, 1] {
                while let Some(slack) = self.steps.get(at).map(|step| step.slack).filter(|slack| *slack > 0) {
                    let mut candidate = self.steps.clone();
                    candidate[at].slack = slack.saturating_sub(less);
                    if !self.accept_steps(candidate, false) {
                        break;
                    }
                }
            }
        }
    }

    fn drop_events(&mut self) {
        let mut range = self.steps.len().next_power_of_two() / 2;
        while range > 0 && !self.spent() {
            let mut end = self.steps.len();
            while end > 0 {
                let start = end.saturating_sub(range);
                self.drop_range(start, end);
                end = start.min(self.steps.len());
            }
            range /= 2;
        }
    }

    /// Drops the events of a range: later events come as soon as possible, or when they came.
    fn drop_range(&mut self, start: usize, end: usize) -> bool {
        let mut candidate = self.steps.clone();
        candidate.drain(start..end);
        self.accept_steps(candidate, false)
    }

    fn drop_pairs(&mut self) {
        if self.steps.len() > FEW {
            return;
        }
        'again: loop {
            for later in (1..self.steps.len()).rev() {
                for earlier in 0..later {
                    let mut candidate = self.steps.clone();
                    candidate.remove(later);
                    candidate.remove(earlier);
                    if self.accept_steps(candidate, false) {
                        continue 'again;
                    }
                }
            }
            return;
        }
    }

    /// Makes all events simpler at once, in ways that hold together.
    fn simplify_together(&mut self) {
        let mut way = 0;
        loop {
            let inputs: Vec<B::In> = self.steps.iter().map(|step| step.input.clone()).collect();
            let Some(candidates) = B::shrink_candidates_together(self.cfg, &inputs, way) else { return };
            if candidates != inputs {
                let with = |(step, input): (&Step<B::In>, B::In)| Step { input, ..step.clone() };
                let candidate = self.steps.iter().zip(candidates).map(with).collect();
                self.accept_steps(candidate, false);
            }
            way += 1;
        }
    }

    /// Makes each event as simple as it can be.
    fn simplify_events(&mut self) {
        let mut at = 0;
        while at < self.steps.len() && !self.spent() {
            let candidates = B::shrink_candidates(self.cfg, &self.steps[at].input);
            let accepted = candidates.into_iter().any(|input| {
                let mut candidate = self.steps.clone();
                candidate[at].input = input;
                self.accept_steps(candidate, false)
            });
            at += usize::from(!accepted);
        }
    }

    /// Replaces events by others that may show the same sooner.
    fn alternatives(&mut self) {
        let mut at = 0;
        while at < self.steps.len() && !self.spent() {
            let inputs: Vec<B::In> = self.steps.iter().map(|step| step.input.clone()).collect();
            let accepted = B::alternatives(self.cfg, &inputs, at).into_iter().any(|input| {
                let mut candidate = self.steps.clone();
                candidate[at].input = input;
                (candidate[at].slack, candidate[at].waits) = (0, true);
                self.accept_steps(candidate, true)
            });
            at += usize::from(!accepted);
        }
    }

    /// Two events in one cycle, or in the other order.
    fn merge_events(&mut self) {
        let slots = B::In::shape(self.cfg).len();
        let (mut some, mut other) = (vec![0; slots], vec![0; slots]);
        let mut at = 1;
        while at < self.steps.len() && !self.spent() {
            let mut swapped = self.steps.clone();
            swapped.swap(at - 1, at);
            let due = self.steps[at].due;
            swapped.iter_mut().take(at + 1).skip(at - 1).for_each(|step| (step.slack, step.due) = (0, due));
            self.steps[at - 1].input.pack(self.cfg, &mut some);
            self.steps[at].input.pack(self.cfg, &mut other);
            let apart = some.iter().zip(&other).all(|(some, other)| *some == 0 || *other == 0);
            let accepted = (apart && {
                some.iter_mut().zip(&other).for_each(|(some, other)| *some |= other);
                let mut merged = self.steps.clone();
                merged[at - 1].input = B::In::unpack(self.cfg, &some);
                merged[at - 1].due = due;
                merged.remove(at);
                self.accept_steps(merged, true)
            }) || self.accept_steps(swapped, true);
            at = if accepted { 1 } else { at + 1 };
        }
    }

    /// Makes each cycle's input as simple as it can be.
    fn simplify(&mut self) {
        let mut at = 0;
        while at < self.best.inputs.len() && !self.spent() {
            let candidates = B::shrink_candidates(self.cfg, &self.best.inputs[at]);
            let mut candidate = self.best.inputs.clone();
            let accepted = candidates.into_iter().any(|input| {
                candidate[at] = input;
                self.accept(&candidate)
            });
            at += usize::from(!accepted);
        }
    }

    /// Removes two cycles at a time, which need not be neighbours: a single deletion may shift
    /// events that must coincide.
    fn delete_pairs(&mut self) {
        if self.best.inputs.len() > FEW {
            return;
        }
        'again: loop {
            for later in (1..self.best.inputs.len()).rev() {
                for earlier in 0..later {
                    let mut candidate = self.best.inputs.clone();
                    candidate.remove(later);
                    candidate.remove(earlier);
                    if self.accept(&candidate) {
                        continue 'again;
                    }
                }
            }
            return;
        }
    }
}
