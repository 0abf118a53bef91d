//! Keys of a configuration that take one of several words.

use super::setting::{Kind, Setting, Value, ValueError, choice};

choice! {
    /// In which order a scheduler looks at its warps.
    Scheduling {
        /// Loosely round robin: from the one after the last that issued.
        Lrr = "lrr",
        /// Greedy, then oldest: the last one as long as it can, then the oldest.
        Gto = "gto",
        /// Two-level: a small active set, round robin; a warp that waits for memory or at a barrier leaves it.
        TwoLevel = "two-level",
        /// Sticky round robin: the last one until it waits, then the next in turn (SLP table 2).
        Sticky = "sticky",
    }
}

choice! {
    /// Whether the warps of a CTA wait for each other at a branch (CAPRI).
    Prediction {
        /// They do, and their threads are compacted.
        Wait = "wait",
        /// Each goes on by itself.
        Pass = "pass",
    }
}

choice! {
    /// What a conventional core executes at a time.
    Overlap {
        /// An instruction in each of its pipelines (STSIMT 3.3).
        Pipelines = "pipelines",
        /// One instruction: the next one goes when all its threads have entered a pipeline of the SP units' width.
        None = "none",
    }
}

choice! {
    /// What an instruction of a vector core takes (SIMT-SIMD V does not say what is complex, and has no memory).
    Timing {
        /// As the unit `prt` says: complex operations, loads and stores the vector length, others a cycle; no memory system.
        Unit = "unit",
        /// Loads and stores the vector length, all others a cycle; no memory system.
        Memory = "memory",
        /// Beats of pipelines, then a latency; loads and stores through the last-level cache and DRAM.
        Pipes = "pipes",
    }
}

choice! {
    /// Which warps of a launch of warps with sizes of their own share a partition (SIMT-SIMD IV.B).
    Packing {
        /// None: each has its own.
        None = "none",
        /// Those of one bucket: their sizes have similar counts of instructions.
        Bucket = "bucket",
        /// Any.
        All = "all",
    }
}

choice! {
    /// How packs are given to the streams of vector cores.
    Assign {
        /// In turn, before the first cycle (SIMT-SIMD III).
        Static = "static",
        /// The next one to the next stream that is free.
        Dynamic = "dynamic",
    }
}

/// What stands in a field of a section that is not there, until the section is dropped.
pub(super) trait Placeholder {
    const NONE: Self;
}
macro_rules! placeholder {
    ($($ty:ty = $none:expr),* $(,)?) => { $(impl Placeholder for $ty { const NONE: Self = $none; })* };
}
placeholder! { u32 = 0, Timing = Timing::Unit, Packing = Packing::None, Assign = Assign::Static }

choice! {
    /// Which results of a lane a dependent follows bundle by bundle, instead of waiting for the last of them.
    Follow {
        /// Those that the lane itself computes.
        Native = "native",
        /// Those of pipelines of fixed latency beside the lane, too: 64-bit integers, FP32 that the lane has not, special functions, FP64.
        Fixed = "fixed",
        /// Every result: loads, constants and exchanges, too, which then come back in order.
        Loads = "loads",
    }
}

/// Warps of a core at most.
pub const MOST_WARPS: u32 = 256;
/// SP pipelines of a core at most.
pub const MOST_SPS: u32 = 4;
