//! Campaigns: many segments of random lockstep on several threads, with a result that does not
//! depend on the number of threads.
//!
//! The stream of a seed is divided into numbered segments, each of which starts from reset with a
//! device and a stimulus of its own. Threads take the next piece, which is one number or several;
//! the failure that counts is the one with the lowest number, and all segments below it are run to
//! their end. Where several processes share a campaign, [`Pieces`] says which of them runs a piece.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
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
    /// Cycles of each target that are run even where the time is over.
    pub least: u64,
    /// Whether the first failure stops all targets, instead of the failing target alone.
    pub first_only: bool,
}

/// The result of a campaign for one target.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Number of cycles in which golden model and device agreed, in all segments that were run.
    pub cycles: u64,
    /// The first segment with a mismatch or a stop, and how it ended; `None` if there is none.
    pub failed: Option<(u64, Result<Run, Stopped>)>,
}

/// The result of a piece of a campaign: of consecutive segments, by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Cycles in which golden model and device agreed, by target.
    pub cycles: Vec<u64>,
    /// The first number that failed, which ends the piece if the first failure stops all targets.
    pub failed: Option<u64>,
    /// Whether the piece was run to its end.
    pub whole: bool,
}

/// The state of a piece that processes share: done, claimed by another process, or beyond the end.
pub enum Shared {
    /// Its result, from this process or another.
    Done(Piece),
    /// Another process has it.
    Elsewhere,
    /// There are no further pieces.
    End,
}

/// The distribution of a campaign's pieces: whether a piece is run here or in another process.
pub trait Pieces: Sync {
    /// Numbers of a piece.
    fn size(&self) -> u64;
    /// Returns the result of a piece; `run` runs it here.
    fn piece(&self, piece: u64, run: &mut dyn FnMut() -> Piece) -> Shared;
    /// Returns a number that failed in another process; `None` if none is known.
    fn failed(&self) -> Option<u64>;
}

/// The distribution in which all pieces are run in this process.
pub struct Here;

impl Pieces for Here {
    fn size(&self) -> u64 {
        1
    }

    fn piece(&self, _: u64, run: &mut dyn FnMut() -> Piece) -> Shared {
        Shared::Done(run())
    }

    fn failed(&self) -> Option<u64> {
        None
    }
}

/// Runs a campaign on all targets; `progress` is called with finished cycles, `stop` ends the
/// campaign early.
pub fn run(
    targets: &[Box<dyn Target>],
    plan: &Plan,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Verdict> {
    run_pieces(targets, plan, &Here, stop, progress)
}

/// Runs those pieces of a campaign that `pieces` leaves to this process, and returns the result of
/// all that are there.
pub fn run_pieces(
    targets: &[Box<dyn Target>],
    plan: &Plan,
    pieces: &dyn Pieces,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Verdict> {
    let campaign = Campaign {
        targets,
        plan,
        pieces,
        stop,
        progress,
        numbers: plan.cycles.map_or(u64::MAX, |cycles| segment::count(cycles).saturating_mul(targets.len() as u64)),
        started: Instant::now(),
        next: AtomicU64::new(0),
        lowest: AtomicU64::new(u64::MAX),
        lowest_of: targets.iter().map(|_| AtomicU64::new(u64::MAX)).collect(),
        verdicts: Mutex::new(vec![Verdict { cycles: 0, failed: None }; targets.len()]),
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| campaign.work());
        }
    });
    campaign.end()
}

/// A campaign under way. Its numbers count the segments of all targets in turn.
struct Campaign<'a> {
    targets: &'a [Box<dyn Target>],
    plan: &'a Plan,
    pieces: &'a dyn Pieces,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    numbers: u64,
    started: Instant,
    /// The next piece.
    next: AtomicU64,
    /// The lowest number that failed, of all targets; and the lowest segment of each.
    lowest: AtomicU64,
    lowest_of: Vec<AtomicU64>,
    verdicts: Mutex<Vec<Verdict>>,
}

impl Campaign<'_> {
    /// Returns the target and the segment of a number.
    fn place(&self, number: u64) -> (usize, u64) {
        let count = self.targets.len() as u64;
        ((number % count) as usize, number / count)
    }

    fn length(&self, segment: u64) -> u64 {
        segment::length(segment).min(self.plan.cycles.unwrap_or(u64::MAX) - segment::start(segment))
    }

    /// Whether no number from this one on is to be run.
    fn is_over(&self, number: u64) -> bool {
        let out_of_time = self.plan.time.is_some_and(|time| {
            self.started.elapsed() >= time && segment::start(self.place(number).1) >= self.plan.least
        });
        let decided = self.plan.first_only && self.lowest.load(Ordering::Relaxed) < number;
        number >= self.numbers || out_of_time || decided || self.stop.load(Ordering::Relaxed)
    }

    /// Takes one piece after the other.
    fn work(&self) {
        loop {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            let first = piece.saturating_mul(self.pieces.size());
            self.lowest.fetch_min(self.pieces.failed().unwrap_or(u64::MAX), Ordering::Relaxed);
            if self.is_over(first) {
                return;
            }
            match self.pieces.piece(piece, &mut || self.piece(first)) {
                Shared::Done(done) => {
                    self.lowest.fetch_min(done.failed.unwrap_or(u64::MAX), Ordering::Relaxed);
                    let mut verdicts = self.verdicts();
                    verdicts.iter_mut().zip(done.cycles).for_each(|(verdict, cycles)| verdict.cycles += cycles);
                }
                Shared::Elsewhere => {}
                Shared::End => return,
            }
        }
    }

    /// Runs the numbers of a piece.
    fn piece(&self, first: u64) -> Piece {
        let mut done = Piece { cycles: vec![0; self.targets.len()], failed: None, whole: true };
        for number in first..first.saturating_add(self.pieces.size()).min(self.numbers) {
            if self.is_over(number) {
                done.whole = false;
                break;
            }
            let (cycles, failed) = self.number(number);
            done.cycles[self.place(number).0] += cycles;
            if failed && self.plan.first_only {
                done.failed = Some(number);
                break;
            }
        }
        // a segment that is stopped is not run to its end
        done.whole &= !self.stop.load(Ordering::Relaxed);
        done
    }

    /// Runs the segment of a number; returns the cycles in which both sides agree, and whether the
    /// segment failed.
    fn number(&self, number: u64) -> (u64, bool) {
        let (target, segment) = self.place(number);
        if self.lowest_of[target].load(Ordering::Relaxed) < segment {
            return (0, false);
        }
        let run = self.targets[target].segment(self.plan.seed, segment, self.length(segment));
        let cycles = run.as_ref().map_or(0, |run| run.cycles);
        (self.progress)(cycles);
        let failed = run.as_ref().map_or(true, |run| run.mismatch.is_some());
        if failed {
            self.lowest.fetch_min(number, Ordering::Relaxed);
            self.lowest_of[target].fetch_min(segment, Ordering::Relaxed);
            let verdict = &mut self.verdicts()[target];
            if verdict.failed.as_ref().is_none_or(|(earlier, _)| segment < *earlier) {
                verdict.failed = Some((segment, run));
            }
        }
        (cycles, failed)
    }

    fn verdicts(&self) -> MutexGuard<'_, Vec<Verdict>> {
        self.verdicts.lock().expect("no thread panics while it holds the verdicts")
    }

    /// Returns the verdicts, without what depends on chance.
    fn end(self) -> Vec<Verdict> {
        let mut verdicts = std::mem::take(&mut *self.verdicts());
        let lowest = self.lowest.load(Ordering::Relaxed);
        if self.plan.first_only {
            // what failed above the lowest is chance of timing, not a result
            let (failing, first) = self.place(lowest);
            for (target, verdict) in verdicts.iter_mut().enumerate() {
                verdict.failed = verdict.failed.take().filter(|(segment, _)| (target, *segment) == (failing, first));
            }
            // what another process found is the same here
            if lowest != u64::MAX && verdicts[failing].failed.is_none() && !self.stop.load(Ordering::Relaxed) {
                let run = self.targets[failing].segment(self.plan.seed, first, self.length(first));
                verdicts[failing].failed = Some((first, run));
            }
        }
        // and so is what a target ran beyond its failure
        for verdict in &mut verdicts {
            if let Some((segment, ended)) = &verdict.failed {
                verdict.cycles = segment::start(*segment) + ended.as_ref().map_or(0, |run| run.cycles);
            }
        }
        verdicts
    }
}
