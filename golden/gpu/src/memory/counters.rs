//! Counters of the memory system. They are added up per event, never cycle by cycle, so that skipping idle cycles changes nothing.

use super::dram::DramCounters;
use crate::measure::statistics::{Counter, Counters};

crate::counters! {
    /// Counters of a load/store unit and its L1 D-cache.
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
    /// Counters of the queues of loads that L1 refused.
    pub QueueCounters "queue" {
        /// Transactions in the active queue, or the only one, added up over all cycles.
        entries["transactions * core cycles"],
        /// Transactions in the inactive queue, added up over all cycles.
        inactive_entries["transactions * core cycles"],
        /// Transactions that came into a queue.
        queued["transactions"],
        /// Times that one of them went to the tags.
        retries["tag accesses"],
        /// Transactions in a queue whose CTA became inactive.
        demoted["transactions"],
        /// Cycles in which a refused load stalled at the head, there being no place in a queue; they are in `l1`'s stalls, too.
        full["core cycles"],
    }
}

crate::counters! {
    /// Counters of a constant cache.
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

crate::counters! {
    /// Counters of a texture cache.
    pub TextureCounters "texture" {
        /// Warp fetches taken, a register of the result each.
        fetches["accesses"],
        /// Distinct lines in them.
        lines["lines"],
        /// Lines that were there.
        hits["lines"],
        /// Lines that were sent for.
        misses["lines"],
        /// Lines that were on their way.
        merged["lines"],
        /// Cycles in which the head stalled.
        stall["core cycles"],
    }
}

crate::counters! {
    /// Counters of the slices of L2, all together.
    pub L2Counters "l2" {
        /// Reads taken.
        reads["requests"],
        /// Writes taken.
        writes["requests"],
        /// Atomics taken.
        atomics["requests"],
        /// Reads and atomics that found their sectors.
        hits["requests"],
        /// Those that sent for their line.
        misses["requests"],
        /// Those that found it on its way.
        merged["requests"],
        /// Writes that found their line.
        write_hits["requests"],
        /// Lines that were written back.
        written_back["lines"],
        /// Cycles in which the first request stalled, the MSHRs being full when it began to.
        stall_mshr["L2 cycles"],
        /// Cycles in which the first request stalled, too many waiting for its line when it began to.
        stall_merge["L2 cycles"],
        /// Cycles in which the first request stalled, the DRAM channel having no room when it began to.
        stall_dram["L2 cycles"],
        /// Lines on their way, added up over all cycles.
        mshr_cycles["lines * L2 cycles"],
    }
}

crate::counters! {
    /// Counters of the interconnect.
    pub InterconnectCounters "interconnect" {
        /// Requests that went through.
        requests["packets"],
        /// Cycles in which the cores' ports were busy with them, and so those of the slices.
        request_flits["flits"],
        /// Cycles that requests waited on the wire, the slice having no room.
        request_held["interconnect cycles"],
        /// Answers that went through.
        replies["packets"],
        /// Cycles in which the slices' ports were busy with them, and so those of the cores.
        reply_flits["flits"],
        /// Cycles that answers waited on the wire, the core having no room.
        reply_held["interconnect cycles"],
    }
}

/// Counters of a memory system behind the L1 caches: interconnect, L2 and DRAM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemoryCounters {
    /// Counters of the interconnect, both directions.
    pub interconnect: InterconnectCounters,
    /// Counters of L2, all slices together.
    pub l2: L2Counters,
    /// Counters of DRAM, all channels together.
    pub dram: DramCounters,
}

impl MemoryCounters {
    /// Returns names, units and descriptions of all counters, in the order of [`values`](Self::values).
    pub fn list() -> Vec<Counter> {
        [InterconnectCounters::LIST, L2Counters::LIST, DramCounters::LIST].concat()
    }
    /// Returns the values of all counters, in the order of [`list`](Self::list).
    pub fn values(&self) -> Vec<u64> {
        [self.interconnect.values(), self.l2.values(), self.dram.values()].concat()
    }
}

/// A level that is integrated over time, such as the occupancy of a queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Level {
    value: u64,
    since: u64,
    sum: u64,
}

impl Level {
    /// Sets the level from cycle `now` on.
    pub fn set(&mut self, now: u64, value: u64) {
        self.sum += self.value * (now - self.since);
        (self.value, self.since) = (value, now);
    }
    /// The sum of the level over all cycles up to its last change.
    pub fn integral(&self) -> u64 {
        self.sum
    }
}
