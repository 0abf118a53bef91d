//! Counters of virtual threads.

use crate::counters;

counters! {
    /// CTAs that go in and out (VT IV).
    pub VtCounters "vt" {
        /// CTAs that went out for others.
        swaps ["CTAs"],
        /// CTAs all of whose warps came to be stalled.
        marks ["CTAs"],
        /// Copies of contexts that were given up, since a warp woke.
        stopped ["CTAs"],
        /// CTAs that became active for the first time.
        fresh ["CTAs"],
        /// CTAs that came back.
        restored ["CTAs"],
        /// Beats of contexts read from shared memory.
        beats_read ["beats"],
        /// Beats of contexts written to shared memory.
        beats_written ["beats"],
        /// Cycles in which a beat that was under way let an access of a warp go first.
        held ["core cycles"],
        /// CTAs that are active, each cycle.
        active ["CTA cycles"],
        /// CTAs that are on a core under virtual threads, each cycle.
        assigned ["CTA cycles"],
        /// Bytes of shared memory that contexts of virtual threads take, each cycle.
        contexts ["byte cycles"],
        /// Stacks of warps that were copied and are deeper than a context's.
        deep ["stacks"],
        /// Registers in flight that the controller does not count yet, each cycle.
        untold ["register cycles"],
    }
}
