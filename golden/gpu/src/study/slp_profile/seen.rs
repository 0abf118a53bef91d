//! What one instruction of a CTA's home warps did.

use heddle_kernel::analysis::CarriedTaints;
use heddle_kernel::execute::{Image, Issue, Observer, Warp};
use heddle_kernel::program::Module;

/// Adds up what the home warps of a path do at one instruction.
pub struct Seen {
    taints: CarriedTaints,
    /// Threads that stood there.
    pub active: u64,
    /// Threads whose guard held.
    pub effective: u64,
    /// What some thread read depends on data: of a branch, its condition.
    pub data: bool,
}

impl Seen {
    /// Nothing so far.
    pub fn new(module: &Module) -> Seen {
        Seen { taints: CarriedTaints::new(module), active: 0, effective: 0, data: false }
    }

    /// The next instruction begins.
    pub fn clear(&mut self) {
        (self.active, self.effective, self.data) = (0, 0, false);
    }
}

impl Observer for Seen {
    fn issue(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        self.data |= self.taints.carry(issue, warp, image) != 0;
        self.active += u64::from(issue.active.count_ones());
        self.effective += u64::from(issue.mask.count_ones());
    }
}
