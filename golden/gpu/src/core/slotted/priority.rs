//! Priority of one warp, the owner, which alone accesses memory while memory is saturated (Mascar,
//! as this project reads it: DEVIATIONS, D150).

use crate::base::ids::Slot;
use crate::counters;

/// State of the priority: which slot accesses memory while it is saturated.
#[derive(Debug)]
pub(super) struct Priority {
    /// Lines in flight to L1 from which on memory is saturated.
    pub lines: u32,
    pub saturated: bool,
    /// Slot of the warp that owns memory; `None` if none does.
    pub owner: Option<Slot>,
    /// Slot that accessed memory last.
    pub last: Slot,
    pub counters: MascarCounters,
}

counters! {
    /// Priority of one warp while memory is saturated.
    pub MascarCounters "mascar" {
        /// Cycles in which memory was saturated.
        saturated ["core cycles"],
        /// Warps that came to own memory.
        owners ["warps"],
    }
}

impl Priority {
    pub fn new(lines: u32) -> Priority {
        Priority { lines, saturated: false, owner: None, last: Slot(0), counters: MascarCounters::default() }
    }
    /// Records that a slot has issued an access to memory.
    pub fn accessed(&mut self, slot: Slot) {
        self.last = slot;
    }
    /// Adds `cycles` cycles, in which memory is or is not saturated as now, to the counters.
    pub fn count(&mut self, cycles: u64) {
        self.counters.saturated += cycles * u64::from(self.saturated);
    }
}
