//! The coverage that guides a hunt: which cover points and combinations a stretch reaches, which of
//! them together, how often, and for how long.
//!
//! Random stimulus reaches every cover point within some ten thousand cycles, so cover points alone
//! cannot guide a hunt. A feature is finer: one point or combination, two points that are reached
//! in the same cycle or in successive cycles, and the logarithms of how many cycles of a stretch
//! reach a point and of how many do so without a gap. Features are computed from the golden model,
//! so they are the same for any hardware.

use crate::bench::Bench;
use crate::cross::Cross;

/// Logarithm of the number of features that are told apart; two features may share a place.
const PLACES: u32 = 16;
/// Shortest wait that is a feature, in cycles.
const WAIT: u64 = 8;

/// A set of features.
#[derive(Debug, Clone)]
pub struct Features(Vec<u64>);

impl Default for Features {
    fn default() -> Self {
        Features(vec![0; 1 << (PLACES - 6)])
    }
}

impl Features {
    /// Adds a feature; returns whether it is new.
    #[inline]
    pub fn insert(&mut self, feature: u32) -> bool {
        let (word, bit) = (&mut self.0[feature as usize >> 6], 1 << (feature & 63));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Returns the number of features in the set.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set has no feature.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Kinds of features.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Alone,
    Together,
    Next,
    Count,
    Wait,
}

/// Returns the place of a feature.
#[inline]
fn place(kind: Kind, a: u32, b: u32) -> u32 {
    let word = (kind as u32) << 28 ^ a << 14 ^ b;
    word.wrapping_mul(0x9e37_79b1) >> (32 - PLACES)
}

/// Adds a feature to `seen`; `new` gets it if it was not there.
#[inline]
fn reach(seen: &mut Features, feature: u32, new: &mut impl FnMut(u32)) {
    if seen.insert(feature) {
        new(feature);
    }
}

/// Finds the features of a stretch, cycle by cycle, that are not in a set.
pub struct Watch {
    seen: Features,
    /// Number of the first combination of each cross; cover points come before.
    crosses: Vec<u32>,
    points: u32,
    /// What this cycle reaches, and what the last one did.
    now: Vec<u32>,
    before: Vec<u32>,
    /// Cycles of each point.
    counts: Vec<u64>,
    /// The last cycle of each point, counted from 1, and the first one without a gap.
    last: Vec<u64>,
    since: Vec<u64>,
    cycle: u64,
}

impl Watch {
    /// Creates a watch for features that are not in `seen`.
    pub fn new<B: Bench>(seen: &Features) -> Self {
        let points = B::COVER.len();
        let mut all = points as u32;
        let first = |cross: &Cross<B::Config>| {
            let first = all;
            all += cross.cells() as u32;
            first
        };
        let crosses = B::CROSSES.iter().map(first).collect();
        let zeros = vec![0; points];
        Watch {
            seen: seen.clone(),
            crosses,
            points: points as u32,
            now: Vec::new(),
            before: Vec::new(),
            counts: zeros.clone(),
            last: zeros.clone(),
            since: zeros,
            cycle: 0,
        }
    }

    /// Sees a cycle of the golden model, before its clock edge; `new` gets each feature that was
    /// not seen before.
    #[inline]
    pub fn see<B: Bench>(
        &mut self,
        cfg: &B::Config,
        (p, q): (&B::Protocol, &B::State),
        (i, o): (&B::In, &B::Out),
        new: &mut impl FnMut(u32),
    ) {
        self.cycle += 1;
        std::mem::swap(&mut self.now, &mut self.before);
        let now = &mut self.now;
        now.clear();
        B::cover(cfg, p, q, i, o, &mut |point| now.push(point as u32));
        let points = now.len();
        B::cross(cfg, p, q, i, o, &mut |cross, bins| {
            now.push(self.crosses[cross] + B::CROSSES[cross].cell(bins) as u32);
        });
        self.times(points, new);
        // what repeats has no new pairs
        if self.now != self.before {
            self.pairs(points, new);
        }
    }

    /// How often each point was reached, and for how long without a gap.
    fn times(&mut self, points: usize, new: &mut impl FnMut(u32)) {
        for &point in &self.now[..points] {
            let n = point as usize;
            if self.last[n] == self.cycle {
                continue;
            }
            self.counts[n] += 1;
            if self.counts[n].is_power_of_two() {
                reach(&mut self.seen, place(Kind::Count, point, self.counts[n].ilog2()), new);
            }
            if self.last[n] + 1 != self.cycle {
                self.since[n] = self.cycle;
            }
            self.last[n] = self.cycle;
            let wait = self.cycle - self.since[n] + 1;
            if wait >= WAIT && wait.is_power_of_two() {
                reach(&mut self.seen, place(Kind::Wait, point, wait.ilog2()), new);
            }
        }
    }

    /// Each alone; points that are reached in the same cycle, and those of the last cycle and this
    /// one.
    fn pairs(&mut self, points: usize, new: &mut impl FnMut(u32)) {
        let mut insert = |feature| reach(&mut self.seen, feature, new);
        self.now.iter().for_each(|one| insert(place(Kind::Alone, *one, 0)));
        for (n, one) in self.now[..points].iter().enumerate() {
            self.now[..n].iter().for_each(|other| insert(place(Kind::Together, *other, *one)));
            let before = self.before.iter().take_while(|other| **other < self.points);
            before.for_each(|other| insert(place(Kind::Next, *other, *one)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_new_once() {
        let mut features = Features::default();
        assert!(features.is_empty());
        assert!(features.insert(7) && !features.insert(7) && features.insert(65535));
        assert_eq!(features.len(), 2);
    }

    #[test]
    fn features_of_a_unit_rarely_share_a_place() {
        let mut places = Features::default();
        let mut all = 0;
        for a in 0..60 {
            for b in 0..60 {
                for kind in [Kind::Together, Kind::Next] {
                    places.insert(place(kind, a, b));
                    all += 1;
                }
            }
        }
        assert!(places.len() > all * 9 / 10, "{} of {all}", places.len());
    }
}
