//! Shrinking of long traces, which fail after many events of a kind: stimulus in which events of a
//! kind are dense is tried, other stimulus that is shorter, as long as one fails, and then only the
//! cycles of a kind's events.

use super::steady::Steady;
use super::{REPLAY, Shrinker, events};
use crate::bench::Bench;
use crate::lockstep::{Repaired, Source, record};
use crate::segment::Segment;

/// Least length, in cycles, of a trace that is long.
const LONG: usize = 512;
/// Most replays that draws of one share of the length may cost; dense ones may cost three times as
/// many.
const REPLAYS: u64 = 2000;
/// Seed of all stimulus that is drawn here.
const SEED: u64 = 0x5eed;
/// Draws of steady stimulus, of which the densest of each kind of event is tried.
const DRAWS: u64 = 1000;
/// Cycles of a draw in which its events are counted.
const PROBE: u64 = 2048;
/// Least number of a kind's events in a trace that may need them all.
const MANY: u32 = 64;

impl<B: Bench> Shrinker<'_, B> {
    /// Replaces a long trace by shorter ones, and returns whether there is one.
    pub(super) fn shorten(&mut self, progress: &mut dyn FnMut(usize)) -> bool {
        let before = self.best.inputs.len();
        if before >= LONG {
            self.draw_dense(progress);
            self.draw(8, Steady::new, progress);
            // what a long hunt met in passing may be met at once after a reset
            self.draw(2, Segment::new, progress);
            self.keep_events(progress);
        }
        self.best.inputs.len() < before
    }

    /// Whether the trace is still long, and a way has not cost what it may.
    fn goes_on(&self, limit: u64) -> bool {
        self.best.inputs.len() >= LONG && self.best.spent < limit && !self.spent()
    }

    /// Keeps a source's inputs if they fail, and returns whether they do. `source` is a new one, by
    /// the number of its cycles.
    fn accept_drawn<S: Source<B>>(
        &mut self,
        cycles: u64,
        source: impl Fn(u64) -> S,
        progress: &mut dyn FnMut(usize),
    ) -> bool {
        let Some(mismatch) = self.mismatch(&mut source(cycles)) else { return false };
        self.best.inputs = record(self.cfg, &mut source(mismatch.cycle + 1));
        self.best.mismatch = mismatch;
        progress(self.best.inputs.len());
        true
    }

    /// Draws stimulus for a share of the trace's length, again and again; `source` makes it, by
    /// configuration, seed, number and cycles.
    fn draw<S: Source<B>>(
        &mut self,
        share: usize,
        source: impl Fn(&B::Config, u64, u64, u64) -> S,
        progress: &mut dyn FnMut(usize),
    ) {
        let (cfg, limit) = (self.cfg, self.best.spent + REPLAYS);
        for number in 0.. {
            if !self.goes_on(limit) {
                break;
            }
            let cycles = (self.best.inputs.len() / share) as u64;
            self.accept_drawn(cycles, |cycles| source(cfg, SEED, number, cycles), progress);
        }
    }

    /// Draws steady stimulus that has as many events of a kind as the trace, in fewer cycles. Of
    /// each kind the densest draw is tried, that of fewest cycles first, again and again while one
    /// fails.
    fn draw_dense(&mut self, progress: &mut dyn FnMut(usize)) {
        let densest = self.densest();
        let (cfg, limit) = (self.cfg, self.best.spent + 3 * REPLAYS);
        let mut fails = |shrinker: &mut Self, (cycles, number)| {
            shrinker.goes_on(limit)
                && shrinker.accept_drawn(cycles, |cycles| Steady::new(cfg, SEED, number, cycles), progress)
        };
        while self.goes_on(limit) && self.tries(&densest).into_iter().any(|draw| fails(self, draw)) {}
    }

    /// Returns the densest draw of each kind of event: the events in its first cycles, and its
    /// number.
    fn densest(&mut self) -> Vec<(u32, u64)> {
        let mut densest = Vec::new();
        for number in 0..DRAWS {
            if self.spent() {
                break;
            }
            self.best.spent += PROBE / REPLAY;
            let counts = events::count::<B>(self.cfg, &mut Steady::new(self.cfg, SEED, number, PROBE));
            densest.resize(counts.len(), (0, 0));
            for (most, count) in densest.iter_mut().zip(counts) {
                *most = (*most).max((count, number));
            }
        }
        densest
    }

    /// Keeps only the cycles of a kind of event, or those and some before each, while fewer cycles
    /// fail.
    fn keep_events(&mut self, progress: &mut dyn FnMut(usize)) {
        let limit = self.best.spent + REPLAYS;
        while self.goes_on(limit) {
            let mut kinds = events::cycles(self.cfg, &mut self.trace());
            kinds.retain(|cycles| cycles.len() >= MANY as usize);
            kinds.sort();
            kinds.dedup();
            if ![0, 1, 3].into_iter().any(|before| self.keep_kind(&kinds, before, limit, progress)) {
                return;
            }
        }
    }

    /// Keeps only the cycles of a kind of event and `before` cycles before each; returns whether
    /// such a trace fails. The one with the fewest cycles is tried first.
    fn keep_kind(&mut self, kinds: &[Vec<u32>], before: u32, limit: u64, progress: &mut dyn FnMut(usize)) -> bool {
        let mut shorter: Vec<Vec<usize>> = kinds.iter().map(|cycles| kept(cycles, before)).collect();
        shorter.retain(|cycles| cycles.len() < self.best.inputs.len());
        shorter.sort_by_key(Vec::len);
        let fails = shorter.into_iter().any(|cycles| {
            let candidate: Vec<B::In> = cycles.into_iter().map(|cycle| self.best.inputs[cycle].clone()).collect();
            self.goes_on(limit) && self.accept(&candidate)
        });
        if fails {
            progress(self.best.inputs.len());
        }
        fails
    }

    /// Returns the trace as a source, and counts what a run of it costs.
    fn trace(&mut self) -> Repaired<'_, B> {
        self.best.spent += self.best.inputs.len() as u64 / REPLAY;
        Repaired { inputs: self.best.inputs.iter(), used: Vec::new() }
    }

    /// Returns draws that may have as many events of a kind as the trace, each with a number of
    /// cycles in which it has a quarter more of them, the fewest first.
    fn tries(&mut self, densest: &[(u32, u64)]) -> Vec<(u64, u64)> {
        let length = self.best.inputs.len() as u64;
        let all = events::count(self.cfg, &mut self.trace());
        let kinds = all.into_iter().zip(densest).filter(|(all, (most, _))| *all >= MANY && *most > 0);
        let cycles = |all: u32, most: u32| u64::from(all) * PROBE * 5 / (4 * u64::from(most));
        let mut tries: Vec<(u64, u64)> = kinds.map(|(all, (most, number))| (cycles(all, *most), *number)).collect();
        tries.retain(|(cycles, _)| cycles * 4 < length * 3);
        tries.sort_unstable();
        tries.dedup();
        tries
    }
}

/// Returns these cycles and a number of cycles before each, in order and each once.
fn kept(cycles: &[u32], before: u32) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for &cycle in cycles {
        let first = cycle.saturating_sub(before) as usize;
        kept.extend(first.max(kept.last().map_or(0, |last| last + 1))..=cycle as usize);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_and_those_before_are_kept_once() {
        assert_eq!(kept(&[1, 5, 6], 0), [1, 5, 6]);
        assert_eq!(kept(&[1, 5, 6], 3), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(kept(&[1, 9], 1), [0, 1, 8, 9]);
    }
}
