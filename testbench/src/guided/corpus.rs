//! What a guided hunt has learnt of a target, and the stretches that it runs next.

use super::line::{Kept, Line, Moment};
use super::signal::Features;
use crate::entropy::Entropy;
use crate::segment;

/// Segments of the stream in the first generation, and in each later one.
const FIRST: u64 = 8;
const BLIND: u64 = 4;
/// Short variations in a generation, and their cycles.
const VARIED: u64 = 12;
const CYCLES: u64 = 1 << 12;
/// Segments whose length and waits the long variations have, in turn.
const LONG: [u64; 4] = [31, 31, 31, 63];
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
        for Found { cycle, kept, features } in found {
            // not `any`: all are seen from now on
            let new = features.into_iter().filter(|feature| self.seen.insert(*feature)).count();
            if new != 0 {
                self.moments.push(Moment { name: line.name(), cycle, kept });
            }
        }
    }

    /// Returns the stretches of the next generation; none if all cycles are planned.
    pub fn plan(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        let first = self.segment == 0;
        for _ in 0..if first { FIRST } else { BLIND } {
            let line = Line::blind(self.segment, segment::length(self.segment));
            self.segment += 1;
            self.push(&mut lines, line);
        }
        if !first && !self.moments.is_empty() {
            for _ in 0..VARIED {
                let line = self.vary(0, CYCLES);
                self.push(&mut lines, line);
            }
            if self.long_cycles * 2 <= self.cycles {
                let like = LONG[self.long % LONG.len()];
                self.long += 1;
                let line = self.vary(like, segment::length(like));
                self.long_cycles += line.cycles;
                self.push(&mut lines, line);
            }
        }
        lines
    }

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
