//! Warps whose next PC is reported to the unit, and for which no instruction has been fetched.

/// Warps whose next instruction has not been fetched: their slices, by set.
#[derive(Debug)]
pub(super) struct Unfetched {
    masks: [u8; 64],
    /// Mask of the sets with unfetched warps.
    sets: u64,
}

impl Default for Unfetched {
    fn default() -> Unfetched {
        Unfetched { masks: [0; 64], sets: 0 }
    }
}

impl Unfetched {
    /// Adds warps of a set, which have a next PC.
    pub fn add(&mut self, set: usize, mask: u8) {
        self.change(set, self.masks[set] | mask);
    }
    /// Removes warps of a set, for which an instruction is fetched.
    pub fn remove(&mut self, set: usize, mask: u8) {
        self.change(set, self.masks[set] & !mask);
    }
    fn change(&mut self, set: usize, mask: u8) {
        self.masks[set] = mask;
        self.sets = self.sets & !(1 << set) | u64::from(mask != 0) << set;
    }
    /// Returns the number of unfetched gangs; `peers` gives the slices that came to their instruction with the warp of a set in a slice.
    pub fn gangs(&self, peers: impl Fn(usize, usize) -> u8) -> u64 {
        let (mut sets, mut gangs) = (self.sets, 0);
        while sets != 0 {
            let set = sets.trailing_zeros() as usize;
            sets &= sets - 1;
            let mut left = self.masks[set];
            // a warp alone is no gang
            while left & left.wrapping_sub(1) != 0 {
                let slice = left.trailing_zeros() as usize;
                let unit = left & (peers(set, slice) | 1 << slice);
                gangs += u64::from(unit & (unit - 1) != 0);
                left &= !unit;
            }
        }
        gangs
    }
}
