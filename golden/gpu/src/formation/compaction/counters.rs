//! Counters of compaction.

use crate::counters;

counters! {
    /// Threads of a CTA that are put together anew at branches (SLP 2.3).
    pub BlockCounters "blocks" {
        /// Threads that stood at instructions that were executed, whether their guards held or not.
        active_threads ["threads"],
        /// Warps launched through the unit.
        launched ["warps"],
        /// Executions of a branch by a path after which all its threads went the same way.
        uniform ["branches"],
        /// Executions of a branch by a path whose threads parted.
        divergent ["branches"],
        /// Masks compacted or declined: of threads that took a branch.
        taken ["masks"],
        /// Masks compacted or declined: of threads that did not take a branch.
        not_taken ["masks"],
        /// Masks compacted or declined: of threads that met again.
        reconverged ["masks"],
        /// Masks that were counted and not compacted, as their warps had not waited (CAPRI).
        counted ["masks"],
        /// Dynamic warps that had threads of masks compacted or declined, before.
        parts ["warps"],
        /// Home warps with threads in masks compacted or declined (SLP 3.3: NW_NoTBC).
        plain ["warps"],
        /// Warps that compaction makes of masks compacted or declined (NW_TBC).
        compacted ["warps"],
        /// Least warps of masks compacted or declined, with any mechanism (equation 1).
        ideal ["warps"],
        /// Masks of which compaction makes fewer warps than there were home warps.
        fewer ["masks"],
        /// Masks that were declined, and left as they were.
        declined ["masks"],
        /// Warps that waited at branches, each cycle.
        held ["warp cycles"],
        /// Warps that waited at the end of their path for its other warps, each cycle.
        met ["warp cycles"],
        /// Masks that waited for the unit or were in it, each cycle.
        queued ["mask cycles"],
        /// Executions of branches predicted to be worth the wait (CAPRI).
        waits ["branches"],
        /// Executions of branches predicted not to be worth the wait.
        passes ["branches"],
        /// Predictions that turned out to be right.
        right ["branches"],
    }
}
