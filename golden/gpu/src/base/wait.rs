//! Classes of issue slots: each slot of each cycle is in exactly one class (VT figure 4).

use crate::counters;

/// Reason why a warp does not issue, the nearest to issuing first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    /// The warp's instruction could issue, but the unit that it goes through is taken.
    Pipeline,
    /// The warp needs the result of an instruction of short latency.
    Short,
    /// The warp's next instruction is not fetched.
    Fetch,
    /// The warp needs a result that memory has not returned.
    Long,
    /// The warp waits for others at a barrier.
    Barrier,
    /// The warp's threads wait for those of other warps at a branch or a reconvergence point, or
    /// are in other slots.
    Gather,
    /// The warp has ended, and its CTA has not.
    Ended,
}

/// Number of reasons in [`Wait`].
pub(crate) const WAITS: usize = 7;

/// Class of an issue slot in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Class {
    /// An instruction was issued.
    Issued,
    /// No instruction was issued; this is what the warp nearest to issuing waits for.
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
        /// The nearest warp waited for a result of short latency: all but memory beyond the core,
        /// and constants, too (VT: short latency).
        short ["slots"],
        /// The nearest warp's next instruction was not fetched (VT: I-buffer).
        fetch ["slots"],
        /// The nearest warp waited for memory beyond the core, for a result or to end (VT: long
        /// latency).
        long ["slots"],
        /// All warps waited at barriers, or for those that do.
        barrier ["slots"],
        /// All warps waited for others of their CTA at branches or where threads meet, or for the
        /// compactor.
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
