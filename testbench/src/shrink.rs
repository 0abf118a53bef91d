//! Shrinking: a failing trace becomes one that a person can read. Cycles are taken away, then what is left of them is made simpler;
//! what that makes illegal is repaired, and what still is illegal is rejected.

use std::num::NonZeroU32;

use heddle_contract::{Block, Ports};

use crate::bench::Bench;
use crate::dut::Dut;
use crate::lockstep::{Lockstep, Mismatch, Repaired};
use crate::verilator::Model;

/// A trace's cycles are few enough to try every pair of them.
const FEW: usize = 48;
/// Enough: a trace that is still shrinking after so many replays is short enough.
const MOST_REPLAYS: u64 = 100_000;

/// The shortest failing trace found.
pub struct Shrunk<B: Block> {
    /// Its inputs, the last of which shows the mismatch.
    pub inputs: Vec<B::In>,
    /// What it shows.
    pub mismatch: Mismatch,
    /// Replays that it took.
    pub replays: u64,
}

struct Shrinker<'a, B: Bench> {
    cfg: &'a B::Config,
    model: &'a Model,
    seed: NonZeroU32,
    lockstep: Lockstep<B>,
    best: Shrunk<B>,
}

/// Shrinks inputs that are known to fail with a device of this seed; nothing if they do not.
pub fn shrink<B: Bench>(
    cfg: &B::Config,
    model: &Model,
    seed: NonZeroU32,
    inputs: &[B::In],
    progress: &mut dyn FnMut(usize),
) -> Option<Shrunk<B>> {
    let mismatch = Mismatch { cycle: 0, port: String::new(), width: 0, golden: 0, rtl: 0 };
    let best = Shrunk { inputs: Vec::new(), mismatch, replays: 0 };
    let mut shrinker = Shrinker { cfg, model, seed, lockstep: Lockstep::new(cfg), best };
    let (used, mismatch) = shrinker.replay(inputs)?;
    shrinker.best.inputs = used;
    shrinker.best.mismatch = mismatch;
    loop {
        let before = shrinker.best.inputs.clone();
        shrinker.delete_ranges(progress);
        shrinker.silence();
        shrinker.simplify(progress);
        shrinker.delete_pairs();
        if shrinker.best.inputs == before || shrinker.best.replays > MOST_REPLAYS {
            return Some(shrinker.best);
        }
    }
}

impl<B: Bench> Shrinker<'_, B> {
    /// Replays a candidate on a fresh device; if it fails, what was really used up to the mismatch.
    fn replay(&mut self, inputs: &[B::In]) -> Option<(Vec<B::In>, Mismatch)> {
        self.best.replays += 1;
        let mut dut = Dut::new(self.cfg, self.model, self.seed).ok()?;
        let mut source = Repaired { inputs: inputs.iter(), used: Vec::with_capacity(inputs.len()) };
        let run = self.lockstep.run(&mut source, &mut dut).ok()?;
        let mismatch = run.mismatch?;
        source.used.truncate(mismatch.cycle as usize + 1);
        Some((source.used, mismatch))
    }

    /// Keeps a candidate that fails and is no longer than the best.
    fn accept(&mut self, candidate: &[B::In]) -> bool {
        match self.replay(candidate) {
            Some((used, mismatch)) if used.len() <= self.best.inputs.len() && used != self.best.inputs => {
                self.best.inputs = used;
                self.best.mismatch = mismatch;
                true
            }
            _ => false,
        }
    }

    /// Takes away ever smaller ranges of cycles, from the end to the start.
    fn delete_ranges(&mut self, progress: &mut dyn FnMut(usize)) {
        let mut range = self.best.inputs.len().next_power_of_two() / 2;
        while range > 0 {
            let mut end = self.best.inputs.len();
            while end > 0 {
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

    /// Makes each cycle's input as simple as it can be.
    fn simplify(&mut self, progress: &mut dyn FnMut(usize)) {
        let mut at = 0;
        while at < self.best.inputs.len() {
            let simpler = B::simpler(self.cfg, &self.best.inputs[at]);
            let mut candidate = self.best.inputs.clone();
            let accepted = simpler.into_iter().any(|input| {
                candidate[at] = input;
                self.accept(&candidate)
            });
            if accepted {
                progress(self.best.inputs.len());
            } else {
                at += 1;
            }
        }
    }

    /// Takes away two cycles at a time, which need not be neighbours: a lone deletion may shift what must coincide.
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
