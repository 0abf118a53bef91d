//! Campaigns: many segments of random lockstep on several threads, with a result that does not depend on the number of threads.
//!
//! The stream of a seed is divided into numbered segments, each of which starts from reset with a device and a stimulus of its own. Threads
//! take the next number; the failure that counts is the one with the lowest number, and all segments below it are run to their end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::lockstep::Run;
use crate::segment;
use crate::target::Target;
use heddle_verilator::Stopped;

/// The extent of a campaign: seed, threads, cycles and time.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Seed from which everything random follows.
    pub seed: u64,
    /// Number of threads.
    pub jobs: usize,
    /// Cycles of each target; `None`: until the time is over.
    pub cycles: Option<u64>,
    /// Time after which no new segment starts; `None` for no limit.
    pub time: Option<Duration>,
    /// Whether the first failure stops all targets, instead of the failing target alone.
    pub first_only: bool,
}

/// The result of a campaign for one target.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Number of cycles in which golden model and device agreed, in all segments that were run.
    pub cycles: u64,
    /// The first segment with a mismatch or a stop: its number, its length, and how it ended; `None` if there is none.
    pub failed: Option<(u64, u64, Result<Run, Stopped>)>,
}

/// Runs a campaign on all targets; `progress` is called with finished cycles, `stop` ends the campaign early.
pub fn run(
    targets: &[Box<dyn Target>],
    plan: &Plan,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Verdict> {
    let count = targets.len() as u64;
    let segments = plan.cycles.map_or(u64::MAX, |cycles| segment::count(cycles).saturating_mul(count));
    let most = plan.cycles.unwrap_or(u64::MAX);
    let length = |number: u64| segment::length(number).min(most - segment::start(number));
    let started = Instant::now();
    let next = AtomicU64::new(0);
    // the lowest number that failed, of all targets and of each
    let lowest = AtomicU64::new(u64::MAX);
    let lowest_of: Vec<AtomicU64> = targets.iter().map(|_| AtomicU64::new(u64::MAX)).collect();
    let verdicts = Mutex::new(vec![Verdict { cycles: 0, failed: None }; targets.len()]);

    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let out_of_time = plan.time.is_some_and(|time| started.elapsed() >= time);
            let decided = plan.first_only && lowest.load(Ordering::Relaxed) < number;
            if number >= segments || out_of_time || decided || stop.load(Ordering::Relaxed) {
                return;
            }
            let (target, segment) = ((number % count) as usize, number / count);
            if lowest_of[target].load(Ordering::Relaxed) < segment {
                continue;
            }
            let run = targets[target].segment(plan.seed, segment, length(segment));
            let cycles = run.as_ref().map_or(0, |run| run.cycles);
            progress(cycles);
            let mut verdicts = verdicts.lock().expect("no thread panics while it holds the verdicts");
            let verdict = &mut verdicts[target];
            verdict.cycles += cycles;
            let failed = run.as_ref().map_or(true, |run| run.mismatch.is_some());
            if failed {
                lowest.fetch_min(number, Ordering::Relaxed);
                lowest_of[target].fetch_min(segment, Ordering::Relaxed);
                if verdict.failed.as_ref().is_none_or(|(earlier, _, _)| segment < *earlier) {
                    verdict.failed = Some((segment, length(segment), run));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(work);
        }
    });
    let mut verdicts = verdicts.into_inner().expect("no thread panics while it holds the verdicts");
    if plan.first_only {
        // what failed above the lowest is chance of timing, not a result
        let lowest = lowest.load(Ordering::Relaxed);
        for (target, verdict) in verdicts.iter_mut().enumerate() {
            verdict.failed = verdict.failed.take().filter(|(segment, ..)| segment * count + target as u64 == lowest);
        }
    }
    // and so is what a target ran beyond its failure
    for verdict in &mut verdicts {
        if let Some((segment, _, ended)) = &verdict.failed {
            verdict.cycles = segment::start(*segment) + ended.as_ref().map_or(0, |run| run.cycles);
        }
    }
    verdicts
}
