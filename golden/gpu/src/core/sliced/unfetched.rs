//! Warps whose next PC is known to the unit, and for which no instruction has been fetched.

use heddle_contract::gang::Picks;

/// Warps that could be fetched for, and have not been.
#[derive(Debug, Default)]
pub(super) struct Unfetched {
    /// Those whose gang could be fetched in this cycle, in the next one, and in the one after.
    now: Warps,
    next: Warps,
    later: Warps,
    /// Whether a gang that could be fetched has first to be picked, for a cycle.
    ahead: bool,
}

/// Warps: their slices, by set.
#[derive(Debug)]
struct Warps {
    masks: [u8; 64],
    /// Mask of the sets that have some.
    sets: u64,
}

impl Default for Warps {
    fn default() -> Warps {
        Warps { masks: [0; 64], sets: 0 }
    }
}

impl Warps {
    fn change(&mut self, set: usize, mask: u8) {
        self.masks[set] = mask;
        self.sets = self.sets & !(1 << set) | u64::from(mask != 0) << set;
    }
    fn add(&mut self, set: usize, mask: u8) {
        self.change(set, self.masks[set] | mask);
    }
    /// Passes all warps on to others.
    fn pass_to(&mut self, others: &mut Warps) {
        while self.sets != 0 {
            let set = self.sets.trailing_zeros() as usize;
            others.add(set, self.masks[set]);
            self.change(set, 0);
        }
    }
}

impl Unfetched {
    /// Returns no warps, of a unit that picks ahead or in the cycle.
    pub fn new(picks: Picks) -> Unfetched {
        Unfetched { ahead: picks == Picks::Ahead, ..Unfetched::default() }
    }
    /// Adds warps of a set that are launched in this cycle, which acts at once.
    pub fn launched(&mut self, set: usize, mask: u8) {
        let warps = if self.ahead { &mut self.next } else { &mut self.now };
        warps.add(set, mask);
    }
    /// Adds warps of a set whose next PC is reported in this cycle, which acts in the next one.
    pub fn reported(&mut self, set: usize, mask: u8) {
        let warps = if self.ahead { &mut self.later } else { &mut self.next };
        warps.add(set, mask);
    }
    /// Removes warps of a set, for which an instruction has been fetched.
    pub fn remove(&mut self, set: usize, mask: u8) {
        for warps in [&mut self.now, &mut self.next] {
            warps.change(set, warps.masks[set] & !mask);
        }
    }
    /// Advances by a cycle, before warps of the new cycle are added: those of the next cycle are
    /// those of this one now.
    pub fn advance(&mut self) {
        self.next.pass_to(&mut self.now);
        self.later.pass_to(&mut self.next);
    }
    /// Returns the number of gangs that could be fetched in this cycle, and are not; `peers` gives
    /// the slices that came to their instruction with the warp of a set in a slice.
    pub fn gangs(&self, peers: impl Fn(usize, usize) -> u8) -> u64 {
        let (mut sets, mut gangs) = (self.now.sets, 0);
        while sets != 0 {
            let set = sets.trailing_zeros() as usize;
            sets &= sets - 1;
            let mut left = self.now.masks[set];
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
