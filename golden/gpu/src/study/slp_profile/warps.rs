//! Number of warps that a CTA's mask needs without compaction, with compaction under each
//! permutation, and at least.

use std::ops::AddAssign;

use heddle_contract::slp::MAX;
use heddle_golden::slp::permutation::{Counts, Layout, Permutation};

/// The permutations that are compared, all that there are; the random one is drawn from seed 1.
pub const PERMUTATIONS: [Permutation; 9] = Permutation::all(1);

/// Active threads of each home warp of a CTA, a bit each in thread order (SLP 2.3).
pub type Rows = [u32; MAX];

/// Numbers of warps, or of warp instructions, under every compaction mechanism (SLP 3.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Warps {
    /// Number of warps without compaction: home warps with an active thread (NW_NoTBC).
    pub plain: u64,
    /// Number of warps with compaction under each of [`PERMUTATIONS`]: active threads of the
    /// fullest lane (NW_TBC).
    pub compacted: [u64; PERMUTATIONS.len()],
    /// Least number of warps with any mechanism: active threads over the warp width, rounded up
    /// (equation 1).
    pub ideal: u64,
}

impl Warps {
    /// Returns the number of warps with compaction under a permutation; `Random` counts as the one
    /// that was measured.
    pub fn under(&self, permutation: Permutation) -> u64 {
        let is = |other: &Permutation| other.name() == permutation.name();
        PERMUTATIONS.iter().position(is).map_or(0, |at| self.compacted[at])
    }
}

impl AddAssign for Warps {
    fn add_assign(&mut self, other: Warps) {
        self.plain += other.plain;
        self.compacted.iter_mut().zip(other.compacted).for_each(|(sum, more)| *sum += more);
        self.ideal += other.ideal;
    }
}

/// The lane layouts of all permutations, for warps of one width.
#[derive(Debug, Clone)]
pub struct Layouts {
    width: u32,
    each: [Layout; PERMUTATIONS.len()],
}

impl Layouts {
    /// Creates the layouts for warps of `width` threads.
    pub fn new(width: u32) -> Layouts {
        Layouts { width, each: PERMUTATIONS.map(|permutation| Layout::new(permutation, width, MAX as u32)) }
    }

    /// Returns the number of warps of a newly compacted mask, under every mechanism.
    pub fn of(&self, rows: &Rows) -> Warps {
        let mut lanes = [0; MAX];
        let mut compacted = |layout: &Layout| {
            layout.permute(rows, &mut lanes);
            Counts::of(self.width, &lanes).compacted.into()
        };
        let compacted = self.each.each_ref().map(&mut compacted);
        let Counts { plain, ideal, .. } = Counts::of(self.width, rows);
        Warps { plain: plain.into(), compacted, ideal: ideal.into() }
    }

    /// Returns the number of warps with threads of `rows`, after compaction of the mask `whole`,
    /// which contains `rows`.
    pub fn part(&self, rows: &Rows, whole: &Rows) -> Warps {
        if rows == whole {
            return self.of(rows);
        }
        let compacted = self.each.each_ref().map(|layout| u64::from(holders(layout, rows, whole).count_ones()));
        let Counts { plain, ideal, .. } = Counts::of(self.width, rows);
        Warps { plain: plain.into(), compacted, ideal: ideal.into() }
    }
}

/// The compacted warps of `whole` that have threads of `rows`, a bit each. A lane's threads go to
/// warps in the order of their home warps (figure 2).
fn holders(layout: &Layout, rows: &Rows, whole: &Rows) -> u32 {
    let (mut next, mut holders) = ([0u32; 32], 0);
    for (warp, (row, whole)) in rows.iter().zip(whole).enumerate() {
        let (row, whole) = (layout.lanes(warp, *row), layout.lanes(warp, *whole));
        for (lane, next) in next.iter_mut().enumerate().filter(|(lane, _)| whole >> lane & 1 == 1) {
            holders |= (row >> lane & 1) << *next;
            *next += 1;
        }
    }
    holders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads of warps of four.
    fn rows(threads: &[usize]) -> Rows {
        let mut rows = [0; MAX];
        threads.iter().for_each(|thread| rows[thread / 4] |= 1 << (thread % 4));
        rows
    }

    #[test]
    fn parts_are_counted_by_the_warps_that_hold_them() {
        let layouts = Layouts::new(4);
        // warps 0 1 2 3 and - 5 6 -, compacted to 0 1 2 3, - 5 6 - : the part {5} is held by one of
        // two
        let whole = rows(&[0, 1, 2, 3, 5, 6]);
        let of = |threads: &[usize]| layouts.part(&rows(threads), &whole);
        assert_eq!(of(&[5]).under(Permutation::None), 1);
        assert_eq!(of(&[1, 5]).under(Permutation::None), 2);
        assert_eq!(of(&[0, 3]).under(Permutation::None), 1);
        // {7, 10} in one warp; without 7 it is still one
        let whole = rows(&[7, 10]);
        assert_eq!(layouts.part(&rows(&[10]), &whole).under(Permutation::None), 1);
        assert_eq!(layouts.of(&whole).under(Permutation::None), 1);
        assert_eq!(layouts.of(&whole).plain, 2);
        // {0, 4} in two under none, and in one under the permutation of the paper
        let whole = rows(&[0, 4]);
        assert_eq!(layouts.part(&rows(&[4]), &whole).under(Permutation::None), 1);
        assert_eq!(
            (layouts.of(&whole).under(Permutation::None), layouts.of(&whole).under(Permutation::Balanced)),
            (2, 1)
        );
    }
}
