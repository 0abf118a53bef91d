//! Where the issue slots go: each slot of each cycle is in exactly one class (VT figure 4).

use crate::counters;

/// Why a warp does not issue, the nearest to issuing first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Its instruction could go, but what it needs to go through is taken.
    Pipeline,
    /// It needs the result of an instruction of short latency.
    Short,
    /// Its next instruction is not fetched.
    Fetch,
    /// It needs a result that memory has not given.
    Long,
    /// It waits for others at a barrier.
    Barrier,
    /// Its threads wait for those of other warps at a branch or where they meet, or are in other slots.
    Gather,
    /// It has ended, and its CTA has not.
    Ended,
}

/// How many reasons there are.
pub(crate) const WAITS: usize = 7;

/// What became of an issue slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Class {
    /// An instruction went.
    Issued,
    /// None did; this is what the warp nearest to issuing waits for.
    Waits(Wait),
    /// The scheduler has no warp, and CTAs wait without slots.
    Swap,
    /// The scheduler has no warp.
    #[default]
    Idle,
}

counters! {
    /// Issue slots by what became of them: they add up to cycles times slots.
    pub SlotCounters "slots" {
        /// An instruction was issued.
        issued ["slots"],
        /// A warp was ready, and its unit was not (VT: pipeline).
        pipeline ["slots"],
        /// The nearest warp waited for a result of short latency: all but memory beyond the core, and constants, too (VT: short latency).
        short ["slots"],
        /// The nearest warp's next instruction was not fetched (VT: I-buffer).
        fetch ["slots"],
        /// The nearest warp waited for memory beyond the core, for a result or to end (VT: long latency).
        long ["slots"],
        /// All warps waited at barriers, or for those that do.
        barrier ["slots"],
        /// All warps waited for others of their CTA at branches or where threads meet, or for the compactor.
        gather ["slots"],
        /// The scheduler had no warp, and CTAs were on the core without slots.
        swap ["slots"],
        /// The scheduler had no warp that had not ended.
        idle ["slots"],
    }
}

impl SlotCounters {
    pub(crate) fn count(&mut self, class: Class, slots: u64) {
        let counter = match class {
            Class::Issued => &mut self.issued,
            Class::Waits(Wait::Pipeline) => &mut self.pipeline,
            Class::Waits(Wait::Short) => &mut self.short,
            Class::Waits(Wait::Fetch) => &mut self.fetch,
            Class::Waits(Wait::Long) => &mut self.long,
            Class::Waits(Wait::Barrier) => &mut self.barrier,
            Class::Waits(Wait::Gather) => &mut self.gather,
            Class::Swap => &mut self.swap,
            Class::Waits(Wait::Ended) | Class::Idle => &mut self.idle,
        };
        *counter += slots;
    }
}
