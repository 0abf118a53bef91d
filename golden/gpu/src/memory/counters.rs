//! Counters of the memory system. They are added up per event, never cycle by cycle, so that
//! skipping idle cycles changes nothing.

use super::dram::DramCounters;
use crate::measure::statistics::{Counter, Counters};

crate::counters! {
    /// Counters of a load/store unit and its L1 D-cache.
    pub LoadStoreCounters "l1" {
        /// Loads of warps that the load/store unit accepted.
        loads["accesses"],
        /// Stores of warps that the load/store unit accepted.
        stores["accesses"],
        /// Atomics of warps that the load/store unit accepted.
        atomics["accesses"],
        /// Threads that took part in loads, stores and atomics.
        threads["threads"],
        /// Transactions that the coalescer made of loads, stores and atomics.
        transactions["transactions"],
        /// Transactions of loads that found their line in L1.
        hits["transactions"],
        /// Transactions of loads that requested their line from L2.
        misses["transactions"],
        /// Transactions of loads whose line was already requested: they were merged with that
        /// request.
        merged["transactions"],
        /// Transactions of stores that found their line in L1.
        store_hits["transactions"],
        /// Bytes that stores sent to L2.
        written["bytes"],
        /// Cycles in which the head of the queue stalled, because all MSHRs were taken when the
        /// stall began.
        stall_mshr["core cycles"],
        /// Cycles in which the head of the queue stalled, because an MSHR could merge no more
        /// transactions when the stall began.
        stall_merge["core cycles"],
        /// Cycles in which the head of the queue stalled, because all lines of its set were
        /// reserved when the stall began.
        stall_line["core cycles"],
        /// Cycles in which the head of the queue stalled, because there was no room to send when
        /// the stall began: in the interconnect, or in the queue of misses.
        stall_port["core cycles"],
        /// Lines requested and not yet there, added up over all cycles.
        mshr_cycles["lines * core cycles"],
    }
}

crate::counters! {
    /// Counters of the queues of loads that L1 refused.
    pub QueueCounters "queue" {
        /// Transactions in the active queue, or in the only queue, added up over all cycles.
        entries["transactions * core cycles"],
        /// Transactions in the inactive queue, added up over all cycles.
        inactive_entries["transactions * core cycles"],
        /// Transactions that entered a queue.
        queued["transactions"],
        /// Accesses to the tags by transactions in a queue.
        retries["tag accesses"],
        /// Transactions in a queue whose CTA became inactive.
        demoted["transactions"],
        /// Cycles in which a refused load stalled at the head, because its queue was full; the
        /// stalls of `l1` count them, too.
        full["core cycles"],
    }
}

crate::counters! {
    /// Counters of a constant cache.
    pub ConstantCounters "constant" {
        /// Loads of warps that the constant cache accepted.
        loads["accesses"],
        /// Distinct words that loads accessed.
        words["words"],
        /// Words that were in the cache.
        hits["words"],
        /// Words whose line was requested.
        misses["words"],
        /// Words whose line was already requested.
        merged["words"],
        /// Cycles in which the head of the queue stalled.
        stall["core cycles"],
    }
}

crate::counters! {
    /// Counters of a texture cache.
    pub TextureCounters "texture" {
        /// Fetches of warps that the texture cache accepted, one for each register of the result.
        fetches["accesses"],
        /// Distinct lines that fetches accessed.
        lines["lines"],
        /// Lines that were in the cache.
        hits["lines"],
        /// Lines that were requested.
        misses["lines"],
        /// Lines that were already requested.
        merged["lines"],
        /// Cycles in which the head of the queue stalled.
        stall["core cycles"],
    }
}

crate::counters! {
    /// Counters of the slices of L2, all together.
    pub L2Counters "l2" {
        /// Reads that the slices accepted.
        reads["requests"],
        /// Writes that the slices accepted.
        writes["requests"],
        /// Atomics that the slices accepted.
        atomics["requests"],
        /// Reads and atomics that found their sectors in L2.
        hits["requests"],
        /// Reads and atomics that requested their line from DRAM.
        misses["requests"],
        /// Reads and atomics whose line was already requested: they were merged with that request.
        merged["requests"],
        /// Writes that found their line in L2.
        write_hits["requests"],
        /// Lines that were written back to DRAM.
        written_back["lines"],
        /// Cycles in which the first request stalled, because all MSHRs were taken when the stall
        /// began.
        stall_mshr["L2 cycles"],
        /// Cycles in which the first request stalled, because an MSHR could merge no more requests
        /// when the stall began.
        stall_merge["L2 cycles"],
        /// Cycles in which the first request stalled, because the DRAM channel had no room when the
        /// stall began.
        stall_dram["L2 cycles"],
        /// Lines requested from DRAM and not yet there, added up over all cycles.
        mshr_cycles["lines * L2 cycles"],
    }
}

crate::counters! {
    /// Counters of the interconnect.
    pub InterconnectCounters "interconnect" {
        /// Requests that crossed the interconnect.
        requests["packets"],
        /// Flits of requests: cycles in which ports of cores were busy with requests, and ports of
        /// L2 slices as well.
        request_flits["flits"],
        /// Cycles that requests waited on the wire, because the L2 slice had no room.
        request_held["interconnect cycles"],
        /// Replies that crossed the interconnect.
        replies["packets"],
        /// Flits of replies: cycles in which ports of L2 slices were busy with replies, and ports
        /// of cores as well.
        reply_flits["flits"],
        /// Cycles that replies waited on the wire, because the core had no room.
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
    /// Returns names, units and descriptions of all counters, in the order of
    /// [`values`](Self::values).
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
