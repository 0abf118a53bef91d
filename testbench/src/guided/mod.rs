//! Guided hunts: stimulus that reached new coverage is kept and varied, beside segments of the
//! seed's stream.
//!
//! A hunt has generations. The stretches of a generation are planned from what was learnt before
//! it, run on several threads, and learnt from in their order; the failure that counts is the first
//! in this order. So the result is the same for any number of threads.
//!
//! | where | what |
//! |---|---|
//! | [`signal`] | coverage, finer than cover points |
//! | [`line`] | stretches: segments, and variations |
//! | [`corpus`] | what is kept, and what is run next |

pub mod corpus;
pub mod line;
pub mod signal;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use heddle_golden::Illegal;

use crate::bench::Bench;
use crate::campaign::{Plan, Verdict};
use crate::jobs::in_parallel;
use crate::lockstep::{Run, Source};
use crate::target::Target;
use corpus::{Corpus, Found};
use heddle_verilator::Stopped;
use line::{Inputs, Line};
use signal::{Features, Watch};

/// Least number of cycles between two moments of a stretch that are kept.
const APART: u64 = 128;

/// The result of a stretch: how it ended, and what it found.
#[derive(Debug)]
pub struct Stretch {
    /// The run in lockstep.
    pub run: Run,
    /// Moments with new coverage, in the order of their cycles.
    pub found: Vec<Found>,
}

/// The inputs of a stretch, whose coverage is watched.
pub struct Watched<B: Bench> {
    inputs: Inputs<B>,
    watch: Watch,
    cycle: u64,
    /// What was found so far.
    pub found: Vec<Found>,
}

impl<B: Bench> Watched<B> {
    /// Creates the inputs of a stretch; coverage in `seen` is not new.
    pub fn new(cfg: &B::Config, seed: u64, line: &Line, seen: &Features) -> Self {
        Watched { inputs: Inputs::new(cfg, seed, line), watch: Watch::new::<B>(seen), cycle: 0, found: Vec::new() }
    }
}

impl<B: Bench> Source<B> for Watched<B> {
    #[inline]
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        self.inputs.next(cfg, p, q, i)
    }

    #[inline]
    fn see(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &B::In, o: &B::Out) {
        let (found, inputs, cycle) = (&mut self.found, &mut self.inputs, self.cycle);
        self.watch.see::<B>(cfg, (p, q), (i, o), &mut |feature| match found.last_mut() {
            Some(last) if cycle < last.cycle + APART => last.features.push(feature),
            _ => found.push(Found { cycle, kept: inputs.keep(), features: vec![feature] }),
        });
        self.cycle += 1;
    }
}

/// Runs a guided hunt on all targets; `progress` is called with finished cycles, `stop` ends the
/// hunt early.
pub fn run(
    targets: &[Box<dyn Target>],
    plan: &Plan,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Verdict> {
    let corpus = || Corpus::new(plan.seed, plan.cycles.unwrap_or(u64::MAX));
    let mut hunt = Hunt {
        targets,
        plan,
        stop,
        progress,
        started: Instant::now(),
        corpora: targets.iter().map(|_| corpus()).collect(),
        verdicts: vec![Verdict { cycles: 0, failed: None }; targets.len()],
    };
    while hunt.generation() {}
    hunt.verdicts
}

/// A guided hunt under way.
struct Hunt<'a> {
    targets: &'a [Box<dyn Target>],
    plan: &'a Plan,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    started: Instant,
    corpora: Vec<Corpus>,
    verdicts: Vec<Verdict>,
}

impl Hunt<'_> {
    /// Runs a generation of all targets that have not failed, and learns from it; returns whether
    /// there is another one.
    fn generation(&mut self) -> bool {
        let mut items = Vec::new();
        for (target, corpus) in self.corpora.iter_mut().enumerate() {
            if self.verdicts[target].failed.is_none() {
                items.extend(corpus.plan().into_iter().enumerate().map(|(n, line)| (n, target, line)));
            }
        }
        // the targets' stretches in turn
        items.sort_by_key(|(n, target, _)| (*n, *target));
        let lowest: Vec<AtomicU64> = self.targets.iter().map(|_| AtomicU64::new(u64::MAX)).collect();
        let numbered: Vec<(u64, usize, &Line)> =
            items.iter().enumerate().map(|(n, (_, target, line))| (n as u64, *target, line)).collect();
        let results = in_parallel(self.plan.jobs.max(1), &numbered, |item| self.stretch(*item, &lowest));
        let mut whole = !items.is_empty();
        for ((_, target, line), result) in items.into_iter().zip(results) {
            let verdict = &mut self.verdicts[target];
            if verdict.failed.is_some() {
                continue;
            }
            let Some(result) = result else {
                whole = false;
                continue;
            };
            verdict.cycles += result.as_ref().map_or(0, |stretch| stretch.run.cycles);
            match result {
                Ok(Stretch { run, found }) if run.mismatch.is_none() => {
                    whole &= run.cycles == line.cycles;
                    self.corpora[target].add(&line, found);
                }
                failed => {
                    verdict.failed = Some((line, failed.map(|stretch| stretch.run)));
                    if self.plan.first_only {
                        return false;
                    }
                }
            }
        }
        whole
    }

    /// Runs a stretch, unless the hunt is over or a failure comes before it.
    fn stretch(
        &self,
        (number, target, line): (u64, usize, &Line),
        lowest: &[AtomicU64],
    ) -> Option<Result<Stretch, Stopped>> {
        let first = |lowest: &AtomicU64| lowest.load(Ordering::Relaxed) < number;
        let decided = if self.plan.first_only { lowest.iter().any(first) } else { first(&lowest[target]) };
        let out_of_time = self.plan.time.is_some_and(|time| self.started.elapsed() >= time);
        if decided || out_of_time || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let result = self.targets[target].stretch(self.plan.seed, line, self.corpora[target].seen());
        (self.progress)(result.as_ref().map_or(0, |stretch| stretch.run.cycles));
        if result.as_ref().map_or(true, |stretch| stretch.run.mismatch.is_some()) {
            lowest[target].fetch_min(number, Ordering::Relaxed);
        }
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use heddle_contract::Config;

    use super::*;
    use crate::lockstep::{Exactly, golden_run, record};
    use crate::units::{Visitor, each};

    /// Learns from the stretches of some generations on the golden model alone; each must be legal,
    /// and end as it began when it is cut short.
    struct Learns;

    impl Visitor for Learns {
        fn visit<B: Bench>(&mut self) {
            let cfg = B::Config::preset("tiny").unwrap_or(&B::Config::presets()[0].1);
            let (seed, mut corpus, mut news) = (3, Corpus::new(3, 700_000), 0);
            loop {
                let lines = corpus.plan();
                if lines.is_empty() {
                    break;
                }
                let learnt = lines.iter().map(|line| {
                    let mut watched = Watched::<B>::new(cfg, seed, line, corpus.seen());
                    let inputs = record(cfg, &mut watched);
                    assert_eq!(inputs.len() as u64, line.cycles);
                    golden_run::<B>(cfg, &mut Exactly(inputs.iter()), |_, _, _, _| ()).expect(B::NAME);
                    let short = record::<B>(cfg, &mut Inputs::new(cfg, seed, &line.first(500)));
                    assert_eq!(short, inputs[..short.len()], "{}: {}", B::NAME, line.name());
                    watched.found
                });
                let learnt: Vec<_> = learnt.collect();
                for (line, found) in lines.iter().zip(learnt) {
                    let before = corpus.seen().len();
                    corpus.add(line, found);
                    news += if line.varies.is_some() { corpus.seen().len() - before } else { 0 };
                }
            }
            assert!(B::PRIMITIVE || news > 0, "{}: no variation reached new coverage", B::NAME);
        }
    }

    #[test]
    fn variations_are_legal_and_reach_new_coverage() {
        each(&mut Learns);
    }
}
