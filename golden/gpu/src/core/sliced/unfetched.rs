//! Warps whose next PC the unit has, and for which nothing has been fetched.

use super::taken::slices;

/// Sets by slice.
#[derive(Debug, Default)]
pub(super) struct Unfetched([u64; 8]);

impl Unfetched {
    /// Warps of a set have a next PC.
    pub fn add(&mut self, set: usize, mask: u8) {
        slices(mask).for_each(|slice| self.0[slice] |= 1 << set);
    }
    /// Something is fetched for them.
    pub fn remove(&mut self, set: usize, mask: u8) {
        slices(mask).for_each(|slice| self.0[slice] &= !(1 << set));
    }
    /// Gangs that are left; `peers` gives the slices that came to their instruction with the warp of a set in a slice.
    pub fn gangs(&self, peers: impl Fn(usize, usize) -> u8) -> u64 {
        let (mut sets, mut gangs) = (self.0.iter().fold(0, |all, sets| all | sets), 0);
        while sets != 0 {
            let set = sets.trailing_zeros() as usize;
            sets &= sets - 1;
            let mut left = (0..8).fold(0, |mask, slice| mask | u8::from(self.0[slice] >> set & 1 == 1) << slice);
            while left != 0 {
                let slice = left.trailing_zeros() as usize;
                let unit = left & (peers(set, slice) | 1 << slice);
                gangs += u64::from(unit.count_ones() > 1);
                left &= !unit;
            }
        }
        gangs
    }
}
