//! How often compaction pays, and how full its warps are, by the fraction of active threads and
//! under each permutation: the study behind SLP figures 12 and 13, with synthetic masks in place of
//! the paper's programs.

mod masks;
mod unit;

use heddle_contract::slp::MAX;
use heddle_golden::slp::permutation::{Counts, Layout, Permutation};

pub use masks::{Family, Masks, Shape};
pub use unit::{Run, Unit};

/// Fractions of active threads in percent: 5, 10 ... 95.
pub const PERCENT: [u32; 19] = {
    let mut percent = [0; 19];
    let mut n = 0;
    while n < percent.len() {
        percent[n] = 5 * (n as u32 + 1);
        n += 1;
    }
    percent
};

/// Numbers of warps of the measured CTAs: the largest CTA, and a small one.
pub const CTAS: [u32; 2] = [32, 8];

/// The seed of the random permutation.
const SEED: u64 = 1;
/// The permutations that are measured: all that exist.
pub const PERMUTATIONS: [Permutation; 9] = Permutation::all(SEED);

/// The number of warps that a compaction mechanism needs for the masks of a [`Point`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of masks for which the mechanism needs fewer warps than no compaction.
    pub compactable: u64,
    /// Number of warps that the mechanism needs, all masks together.
    pub warps: u64,
}

impl Tally {
    fn add(&mut self, warps: u32, plain: u32) {
        self.compactable += u64::from(warps < plain);
        self.warps += u64::from(warps);
    }
}

/// The measurement of one family of masks at one fraction of active threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// The size of the CTA, and the family and fraction of active threads.
    pub shape: Shape,
    /// Number of masks measured.
    pub masks: u64,
    /// Number of active threads, all masks together.
    pub active: u64,
    /// Number of warps without compaction, all masks together.
    pub plain: u64,
    /// The result of the ideal mechanism: the bound of equation 1.
    pub ideal: Tally,
    /// The results of compaction under each of [`PERMUTATIONS`].
    pub permuted: [Tally; PERMUTATIONS.len()],
}

impl Point {
    /// Returns the result of compaction under a permutation.
    pub fn under(&self, permutation: Permutation) -> Tally {
        let at = PERMUTATIONS.iter().position(|other| *other == permutation).expect("one of those that are measured");
        self.permuted[at]
    }

    /// Returns the compaction rate of a result (SLP 3.3), in percent.
    pub fn rate(&self, tally: Tally) -> f64 {
        100.0 * tally.compactable as f64 / self.masks as f64
    }

    /// Returns the SIMD utilisation, the share of active lanes in `warps` warps, in percent.
    pub fn utilisation(&self, warps: u64) -> f64 {
        100.0 * self.active as f64 / (warps * u64::from(self.shape.width)) as f64
    }
}

/// Measures `count` masks of a shape under every permutation.
pub fn measure(shape: Shape, count: u64) -> Point {
    let Shape { width, warps, .. } = shape;
    let mut masks = Masks::new(shape);
    let layouts = PERMUTATIONS.map(|permutation| Layout::new(permutation, width, warps));
    let (ideal, permuted) = (Tally::default(), [Tally::default(); PERMUTATIONS.len()]);
    let mut point = Point { shape, masks: count, active: 0, plain: 0, ideal, permuted };
    let (mut threads, mut lanes) = ([0; MAX], [0; MAX]);
    let (threads, lanes) = (&mut threads[..warps as usize], &mut lanes[..warps as usize]);
    for _ in 0..count {
        masks.next(threads);
        let before = Counts::of(width, threads);
        point.active += threads.iter().map(|row| u64::from(row.count_ones())).sum::<u64>();
        point.plain += u64::from(before.plain);
        point.ideal.add(before.ideal, before.plain);
        for (layout, tally) in layouts.iter().zip(&mut point.permuted) {
            layout.permute(threads, lanes);
            tally.add(Counts::of(width, lanes).compacted, before.plain);
        }
    }
    point
}

/// The error that a unit's counts differ from those of its contract's functions.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{place}: counted {expected:?}, the unit {run:?}")]
pub struct Miscount {
    place: String,
    expected: Run,
    run: Run,
}

/// Checks that a unit's counts for the masks of a point, under a permutation, equal those of
/// [`measure`].
pub fn compare(point: &Point, permutation: Permutation, run: &Run) -> Result<(), Box<Miscount>> {
    let Tally { compactable, warps } = point.under(permutation);
    let expected = Run {
        masks: point.masks,
        compactable,
        warps,
        plain: point.plain,
        left: warps,
        threads: point.active,
        cycles: run.cycles,
    };
    if *run == expected {
        return Ok(());
    }
    let Shape { warps, family, percent, .. } = point.shape;
    let place = format!("{warps} warps, {} masks, {percent} %, {}", family.name(), permutation.name());
    Err(Box::new(Miscount { place, expected, run: *run }))
}
