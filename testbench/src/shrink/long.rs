//! Shrinking of long traces, which fail after many events of a kind: others of half the length or
//! less are tried, as long as one fails.

use super::steady::Steady;
use super::{Shrinker, dense};
use crate::bench::Bench;
use crate::lockstep::{Source, record};
use crate::segment::Segment;

/// Least length, in cycles, of a trace that is long.
const LONG: usize = 512;
/// Most replays that fresh stimulus, and windows at even places, may cost; dense windows may cost
/// twice as many.
const REPLAYS: u64 = 2000;
/// Seed of fresh stimulus.
const FRESH_SEED: u64 = 0x5eed;
/// Shares of the trace's length for which steady stimulus is drawn.
const SHARES: [usize; 3] = [32, 8, 2];
/// Cycles of a window that is repeated.
const WINDOWS: [usize; 4] = [512, 128, 32, 8];
/// Windows of a length that are tried.
const PLACES: usize = 16;

impl<B: Bench> Shrinker<'_, B> {
    /// Replaces a long trace by shorter ones, and returns whether there is one.
    pub(super) fn shorten(&mut self, progress: &mut dyn FnMut(usize)) -> bool {
        let before = self.best.inputs.len();
        // what a long hunt met in passing may be met at once after a reset, or sooner where events
        // are dense
        self.draw(2, |cfg, number, cycles| Segment::new(cfg, FRESH_SEED, number, cycles), progress);
        for share in SHARES {
            self.draw(share, |cfg, number, cycles| Steady::new(cfg, FRESH_SEED, number, cycles), progress);
        }
        self.repeat(progress);
        self.best.inputs.len() < before
    }

    /// Whether the trace is still long, and a way has not cost what it may.
    fn goes_on(&self, limit: u64) -> bool {
        self.best.inputs.len() >= LONG && self.best.spent < limit && !self.spent()
    }

    /// Draws fresh stimulus of a share of the trace's length, again and again, and keeps what
    /// fails.
    fn draw<S: Source<B>>(
        &mut self,
        share: usize,
        fresh: impl Fn(&B::Config, u64, u64) -> S,
        progress: &mut dyn FnMut(usize),
    ) {
        let limit = self.best.spent + REPLAYS;
        for number in 0.. {
            let cycles = (self.best.inputs.len() / share) as u64;
            if !self.goes_on(limit) {
                break;
            }
            if let Some(mismatch) = self.mismatch(&mut fresh(self.cfg, number, cycles)) {
                self.best.inputs = record(self.cfg, &mut fresh(self.cfg, number, mismatch.cycle + 1));
                self.best.mismatch = mismatch;
                progress(self.best.inputs.len());
            }
        }
    }

    /// Repeats a window of the trace: what needs hundreds of events meets them sooner where they
    /// are dense. Windows in which a kind of event is dense are tried for small shares of the
    /// trace's length; if none serves, windows at even places for half of it.
    fn repeat(&mut self, progress: &mut dyn FnMut(usize)) {
        let dense = |inputs: &[B::In], length| dense::windows::<B>(self.cfg, inputs, length);
        self.repeat_windows(dense, &[64, 16, 4], 2 * REPLAYS, progress);
        let even = |inputs: &[B::In], _| (0..PLACES).map(|place| inputs.len() * place / PLACES).collect();
        self.repeat_windows(even, &[2], REPLAYS, progress);
    }

    /// Repeats windows that begin in `places` of the trace, by their length, for `shares` of the
    /// trace's length, again and again while one of them fails, for `most` replays at most.
    fn repeat_windows(
        &mut self,
        places: impl Fn(&[B::In], usize) -> Vec<usize>,
        shares: &[usize],
        most: u64,
        progress: &mut dyn FnMut(usize),
    ) {
        let limit = self.best.spent + most;
        'shorter: while self.goes_on(limit) {
            let inputs = self.best.inputs.clone();
            let windows: Vec<&[B::In]> = WINDOWS
                .into_iter()
                .flat_map(|length| places(&inputs, length).into_iter().take(PLACES).map(move |from| (from, length)))
                .map(|(from, length)| &inputs[from..inputs.len().min(from + length)])
                .collect();
            for (share, window) in shares.iter().flat_map(|share| windows.iter().map(move |it| (share, it))) {
                let repeated: Vec<B::In> = window.iter().cycle().take(inputs.len() / share).cloned().collect();
                if self.accept(&repeated) {
                    progress(self.best.inputs.len());
                    continue 'shorter;
                }
                if !self.goes_on(limit) {
                    break;
                }
            }
            break;
        }
    }
}
