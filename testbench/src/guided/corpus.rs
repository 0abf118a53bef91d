//! The corpus of a guided hunt: the coverage that a target's stretches reached so far, and the
//! stretches that the hunt runs next.

use super::line::{Kept, Line, Moment};
use super::signal::Features;
use crate::entropy::Entropy;
use crate::segment;

/// Segments of the stream in the first generation, and in each later one.
const FIRST: u64 = 8;
const BLIND: u64 = 4;
/// Short variations in a generation: the segment whose rules they have, and their cycles. Segment 3
/// has no reset but the first.
const SHORT: [(u64, u64); 6] = [(0, 1 << 11), (3, 1 << 13), (0, 1 << 11), (3, 1 << 13), (0, 1 << 11), (3, 1 << 13)];
/// Waits of the long variations, in turn, a little longer than powers of two; and the cycles before
/// and after them.
const WAITS: [u64; 3] = [5 << 14, 9 << 14, 17 << 14];
const BESIDE: u64 = 20 << 10;
/// Number of moments, the last ones, of which most variations are made.
const NEWEST: u32 = 32;

/// A moment of a stretch, and the features that were new there and until the next one.
#[derive(Debug, Clone)]
pub struct Found {
    /// The cycle, counted from 0.
    pub cycle: u64,
    /// The state of the stimulus after that cycle.
    pub kept: Kept,
    /// The features.
    pub features: Vec<u32>,
}

/// The moments that reached new coverage, in the order of the stretches.
#[derive(Debug)]
pub struct Corpus {
    seen: Features,
    moments: Vec<Moment>,
    entropy: Entropy,
    /// Cycles that are still to be planned.
    left: u64,
    /// Cycles of all stretches so far, and of the long variations among them.
    cycles: u64,
    long_cycles: u64,
    /// Numbers of the next segment, the next variation and the next long one.
    segment: u64,
    serial: u64,
    long: usize,
}

impl Corpus {
    /// Creates a corpus without any moment, for a hunt of `cycles` cycles.
    pub fn new(seed: u64, cycles: u64) -> Self {
        Corpus {
            seen: Features::default(),
            moments: Vec::new(),
            entropy: Entropy::new(seed.rotate_left(16) ^ 0x6775_6964, 0),
            left: cycles,
            cycles: 0,
            long_cycles: 0,
            segment: 0,
            serial: 1,
            long: 0,
        }
    }

    /// Returns the features that are not new.
    pub fn seen(&self) -> &Features {
        &self.seen
    }

    /// Adds what a stretch found; stretches are added in their order.
    pub fn add(&mut self, line: &Line, found: Vec<Found>) {
        for Found { kept, features, .. } in found {
            // not `any`: all are seen from now on
            let new = features.into_iter().filter(|feature| self.seen.insert(*feature)).count();
            if new != 0 {
                self.moments.push(Moment { name: line.name(), kept });
            }
        }
    }

    /// Returns the stretches of the next generation; none if all cycles are planned.
    pub fn plan(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        let first = self.segment == 0;
        let varies = !first && !self.moments.is_empty();
        if varies && self.long_cycles * 2 <= self.cycles {
            // the longest first: the other threads run the short ones meanwhile
            let waits = WAITS[self.long % WAITS.len()];
            self.long += 1;
            let line = Line { waits, ..self.vary(3, waits + BESIDE) };
            self.long_cycles += line.cycles;
            self.push(&mut lines, line);
        }
        for _ in 0..if first { FIRST } else { BLIND } {
            let line = Line::blind(self.segment, segment::length(self.segment));
            self.segment += 1;
            self.push(&mut lines, line);
        }
        for (like, cycles) in SHORT.into_iter().filter(|_| varies) {
            let line = self.vary(like, cycles);
            self.push(&mut lines, line);
        }
        lines
    }

    /// Draws a moment to vary, mostly one of the last: what is reached late is rare.
    fn vary(&mut self, like: u64, cycles: u64) -> Line {
        let all = self.moments.len() as u32;
        let newest = all - self.entropy.below(all.min(NEWEST)) - 1;
        let any = self.entropy.below(all);
        let chosen = if self.entropy.chance(64) { any } else { newest };
        self.serial += 1;
        Line::varied(self.serial - 1, like, cycles, self.moments[chosen as usize].clone())
    }

    fn push(&mut self, lines: &mut Vec<Line>, line: Line) {
        let line = Line { cycles: line.cycles.min(self.left), ..line };
        if line.cycles != 0 {
            self.left -= line.cycles;
            self.cycles += line.cycles;
            lines.push(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Drive;
    use heddle_contract::Config as _;
    use heddle_contract::slp::{Config, Slp};

    fn found(features: &[u32]) -> Found {
        let kept = Kept::new::<Slp>(&Slp::stimulus(Config::preset("tiny").expect("a preset")));
        Found { cycle: 5, kept, features: features.to_vec() }
    }

    #[test]
    fn what_is_new_is_kept_and_varied() {
        let mut corpus = Corpus::new(1, u64::MAX);
        let first = corpus.plan();
        assert!(first.iter().enumerate().all(|(n, line)| line.number == n as u64 && line.varies.is_none()));
        corpus.add(&first[0], vec![found(&[1, 2])]);
        corpus.add(&first[1], vec![found(&[2]), found(&[3])]);
        assert_eq!(corpus.moments.len(), 2, "the second one has nothing new");
        let varied = corpus.plan().into_iter().filter_map(|line| line.varies);
        let names: Vec<String> = varied.map(|moment| moment.name).collect();
        assert_eq!(names.len(), 1 + SHORT.len());
        assert!(names.iter().all(|name| name == "0" || name == "1"));
    }

    #[test]
    fn a_hunt_has_the_cycles_that_it_is_given_and_every_segment_in_turn() {
        let mut corpus = Corpus::new(1, 3_000_000);
        let (mut cycles, mut blind) = (0, Vec::new());
        for generation in 0.. {
            let lines = corpus.plan();
            if lines.is_empty() {
                break;
            }
            cycles += lines.iter().map(|line| line.cycles).sum::<u64>();
            blind.extend(lines.iter().filter(|line| line.varies.is_none()).map(|line| line.number));
            corpus.add(&lines[0], vec![found(&[generation])]);
        }
        assert_eq!(cycles, 3_000_000);
        assert!(blind.iter().copied().eq(0..blind.len() as u64), "{blind:?}");
    }
}
