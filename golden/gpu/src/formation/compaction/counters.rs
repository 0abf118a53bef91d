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
        /// Warps of these masks that are compacted or declined, before: dynamic warps that had threads of them.
        parts ["warps"],
        /// Home warps with threads in them (SLP 3.3: NW_NoTBC).
        plain ["warps"],
        /// Warps that compaction makes of them (NW_TBC).
        compacted ["warps"],
        /// The least with any mechanism (equation 1).
        ideal ["warps"],
        /// Those of these masks of which compaction makes fewer warps than there were home warps.
        fewer ["masks"],
        /// Those of these masks that left as they were.
        declined ["masks"],
        /// Warps that waited at branches, each cycle.
        held ["warp cycles"],
        /// Warps that had come to where their path meets others, and waited, each cycle.
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
