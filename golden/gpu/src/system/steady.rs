//! The steady state of a grid, from which on its CTAs need not be timed.

use crate::measure::sampling::{Estimate, Line};

/// Waves behind the first one, which fills the caches, that a line and its error need.
const WAVES: f64 = 4.0;
/// The greatest margin of a grid's cycles, as a part of them.
const MARGIN: f64 = 0.05;

/// The time of a grid's waves: as many CTAs as the GPU holds at a time. The state is steady when a
/// line through the times of the waves so far gives that of the whole grid within [`MARGIN`], a
/// drift included. Principal kernel projection (Avalos Baddouh et al., MICRO 2021) waits for a
/// stable rate of instructions in its place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Steady {
    /// CTAs that had started before the first one ended: those of a wave.
    wave: u64,
    ended: u64,
    /// The core cycles in which the first CTA started and the last wave ended.
    first: Option<u64>,
    last: Option<u64>,
    /// The cycles of the waves behind the first over their numbers, from 1 on.
    line: Line,
    /// CTAs that were left out.
    left: u64,
}

impl Steady {
    /// A CTA has started in a cycle.
    pub fn start(&mut self, cycle: u64) {
        self.first.get_or_insert(cycle);
        if self.ended == 0 {
            self.wave += 1;
        }
    }

    /// A CTA has ended in a cycle.
    pub fn end(&mut self, cycle: u64) {
        self.ended += 1;
        if !self.ended.is_multiple_of(self.wave.max(1)) {
            return;
        }
        if let Some(last) = self.last {
            self.line.add(self.line.points + 1.0, (cycle - last) as f64);
        }
        self.last = Some(cycle);
    }

    /// Returns the cycles that `left` further CTAs would take.
    fn estimate(&self, left: u64) -> Estimate {
        let (waves, more) = (self.line.points, left as f64 / self.wave.max(1) as f64);
        let middle = waves + (more + 1.0) / 2.0;
        self.line.sum(more, more * middle, Some(f64::NEG_INFINITY))
    }

    /// Whether the `left` CTAs that have not started can be left out.
    pub fn is_reached(&self, left: u64) -> bool {
        if self.line.points < WAVES || left < self.wave {
            return false;
        }
        let so_far = self.last.zip(self.first).map_or(0, |(last, first)| last - first);
        let Estimate { cycles, margin } = self.estimate(left);
        margin <= MARGIN * (so_far as f64 + cycles)
    }

    /// Leaves out the last CTAs of the `left` that have not started, as many as whole waves have:
    /// what is timed ends with the wave, mostly one that is not full, that the grid ends with.
    /// Returns their number.
    pub fn leave(&mut self, left: u64) -> u64 {
        self.left = left - left % self.wave.max(1);
        self.left
    }

    /// Number of CTAs that were left out, and the cycles that they would have taken.
    pub fn left(&self) -> (u64, Estimate) {
        if self.left == 0 {
            return (0, Estimate::default());
        }
        // if no drift goes on: what later waves took
        let waves = self.left as f64 / self.wave.max(1) as f64;
        (self.left, self.estimate(self.left).beside(waves * self.line.later()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waves of four CTAs, of which the n-th takes `took(n)` cycles.
    fn steady(waves: u64, took: impl Fn(u64) -> u64) -> Steady {
        let (mut steady, mut now) = (Steady::default(), 0);
        (0..4).for_each(|_| steady.start(0));
        for n in 0..waves {
            now += took(n);
            for _ in 0..4 {
                steady.end(now);
                steady.start(now);
            }
        }
        steady
    }

    #[test]
    fn even_waves_are_steady_and_others_are_not() {
        assert!(!steady(4, |_| 100).is_reached(1000));
        let mut even = steady(5, |n| if n == 0 { 900 } else { 100 });
        assert!(even.is_reached(1000) && !even.is_reached(3));
        assert_eq!(even.leave(1003), 1000);
        assert_eq!(even.left(), (1000, Estimate { cycles: 25_000.0, margin: 0.0 }));
        // a drift goes on, or ends, within the margin; what has no line is not steady
        let mut drifts = steady(20, |n| 100 + n);
        drifts.leave(40);
        let (_, estimate) = drifts.left();
        assert!((estimate.cycles - 1245.0).abs() < 1.0 && (estimate.margin - 100.0).abs() < 1.0, "{estimate:?}");
        assert!(!steady(6, |n| 100 + 90 * (n % 2)).is_reached(1000));
        assert!(!steady(6, |n| 100 << n).is_reached(1000));
    }
}
