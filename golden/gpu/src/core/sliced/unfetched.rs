//! Warps whose next PC the unit has, and for which nothing has been fetched.

/// Their slices, by set.
#[derive(Debug)]
pub(super) struct Unfetched {
    masks: [u8; 64],
    /// Sets with some, a bit each.
    sets: u64,
}

impl Default for Unfetched {
    fn default() -> Unfetched {
        Unfetched { masks: [0; 64], sets: 0 }
    }
}

impl Unfetched {
    /// Warps of a set have a next PC.
    pub fn add(&mut self, set: usize, mask: u8) {
        self.change(set, self.masks[set] | mask);
    }
    /// Something is fetched for them.
    pub fn remove(&mut self, set: usize, mask: u8) {
        self.change(set, self.masks[set] & !mask);
    }
    fn change(&mut self, set: usize, mask: u8) {
        self.masks[set] = mask;
        self.sets = self.sets & !(1 << set) | u64::from(mask != 0) << set;
    }
    /// Gangs that are left; `peers` gives the slices that came to their instruction with the warp of a set in a slice.
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
