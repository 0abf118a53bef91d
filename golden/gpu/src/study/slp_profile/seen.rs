//! Threads that take part in one instruction of a CTA's home warps.

use heddle_kernel::analysis::CarriedTaints;
use heddle_kernel::execute::{Image, Issue, Observer, Warp};
use heddle_kernel::program::Module;

/// An observer that adds up the threads of a path's home warps at one instruction.
pub struct Seen {
    taints: CarriedTaints,
    /// Active threads at the instruction.
    pub active: u64,
    /// Threads at the instruction whose guard held.
    pub effective: u64,
    /// Whether any thread's operands depend on data; of a branch, its condition.
    pub data: bool,
}

impl Seen {
    /// Creates an observer before the first instruction.
    pub fn new(module: &Module) -> Seen {
        Seen { taints: CarriedTaints::new(module), active: 0, effective: 0, data: false }
    }

    /// Clears the counts for the next instruction.
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
