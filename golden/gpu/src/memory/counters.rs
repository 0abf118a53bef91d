//! What the memory system counts. All of it is added up when something happens, never cycle by cycle, so that skipping changes nothing.

crate::counters! {
    /// A load/store unit and its L1 D-cache.
    pub LoadStoreCounters "l1" {
        /// Warp loads taken.
        loads["accesses"],
        /// Warp stores taken.
        stores["accesses"],
        /// Warp atomics taken.
        atomics["accesses"],
        /// Threads that took part in them.
        threads["threads"],
        /// Transactions that the coalescer made of them.
        transactions["transactions"],
        /// Transactions of loads that found their line.
        hits["transactions"],
        /// Those that sent for it.
        misses["transactions"],
        /// Those that found it on its way.
        merged["transactions"],
        /// Transactions of stores that found their line.
        store_hits["transactions"],
        /// Bytes that stores sent to L2.
        written["bytes"],
        /// Cycles in which the head stalled, the MSHRs being full when it began to.
        stall_mshr["core cycles"],
        /// Cycles in which the head stalled, too many waiting for its line when it began to.
        stall_merge["core cycles"],
        /// Cycles in which the head stalled, the interconnect having no room when it began to.
        stall_port["core cycles"],
        /// Lines on their way, added up over all cycles.
        mshr_cycles["lines * core cycles"],
    }
}

crate::counters! {
    /// A constant cache.
    pub ConstantCounters "constant" {
        /// Warp loads taken.
        loads["accesses"],
        /// Distinct words in them.
        words["words"],
        /// Words that were there.
        hits["words"],
        /// Words that sent for their line.
        misses["words"],
        /// Words that found it on its way.
        merged["words"],
        /// Cycles in which the head stalled.
        stall["core cycles"],
    }
}

/// A number that is added up over time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Level {
    value: u64,
    since: u64,
    sum: u64,
}

impl Level {
    /// From this cycle on it is `value`.
    pub fn set(&mut self, now: u64, value: u64) {
        self.sum += self.value * (now - self.since);
        (self.value, self.since) = (value, now);
    }
    /// Its sum over the cycles up to the last change.
    pub fn integral(&self) -> u64 {
        self.sum
    }
}
