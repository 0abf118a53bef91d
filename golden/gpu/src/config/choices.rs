//! Keys of a configuration that take one of several words.

use super::setting::{Kind, Setting, Value, ValueError, choice};

choice! {
    /// Order in which a scheduler looks at its warps.
    Scheduling {
        /// Loose round robin: from the warp after the last that issued.
        Lrr = "lrr",
        /// Greedy, then oldest: the warp that issued last as long as it can issue, then the oldest.
        Gto = "gto",
        /// Two-level: a small active set, round robin; a warp that waits for memory or at a barrier
        /// leaves it.
        TwoLevel = "two-level",
        /// Sticky round robin: the warp that issued last until it waits, then the next in turn (SLP
        /// table 2).
        Sticky = "sticky",
    }
}

choice! {
    /// CAPRI's prediction for a branch: whether the warps of a CTA wait for each other there.
    Prediction {
        /// The warps wait, and their threads are compacted.
        Wait = "wait",
        /// Each warp goes on by itself.
        Pass = "pass",
    }
}

choice! {
    /// Owner of a table of CAPRI's predictor, of which SLP says nothing (DEVIATIONS, D183).
    Table {
        /// A core, which clears it before each grid.
        Grid = "grid",
        /// A core, which keeps it from grid to grid.
        Core = "core",
        /// A CTA: each begins with an empty one.
        Cta = "cta",
    }
}

choice! {
    /// What CAPRI's predictor learns from a branch at which all threads of a path go the same way.
    Uniform {
        /// That warps need not wait there.
        Pass = "pass",
        /// Nothing.
        Nothing = "nothing",
    }
}

choice! {
    /// Overlap of instructions in the pipelines of a conventional core.
    Overlap {
        /// Each pipeline executes an instruction (STSIMT 3.3).
        Pipelines = "pipelines",
        /// One vector instruction at a time: the next one starts when all threads of the one before
        /// have entered a pipeline of the SP units' width. A scalar unit works beside it, and a
        /// scalar instruction of another pipeline holds that one for a cycle (STSIMT 4.1, 5.9).
        None = "none",
        /// One pipeline in order: an instruction holds all behind it for as long as it occupies its
        /// pipeline, and an access until its last transaction has gone to the tags.
        InOrder = "in-order",
    }
}

choice! {
    /// Unit of integer products and quotients, and of FP32 quotients.
    Products {
        /// The pipeline of sums, of which each lane has one.
        Sp = "sp",
        /// The special function units.
        Sfu = "sfu",
    }
}

choice! {
    /// Code whose registers are coloured.
    Code {
        /// The PTX as it is written (STSIMT 4.3).
        Unchanged = "unchanged",
        /// The PTX after it was rewritten for fewer registers, as a compiler of machine code does
        /// (DEVIATIONS, D79).
        Rewritten = "rewritten",
    }
}

choice! {
    /// Time that an instruction of a vector core takes (SIMT-SIMD V does not say what is complex,
    /// and has no memory).
    Timing {
        /// As the unit `prt` says: complex operations, loads and stores the vector length, others a
        /// cycle; no memory system.
        Unit = "unit",
        /// Loads and stores the vector length, all others a cycle; no memory system.
        Memory = "memory",
        /// Beats of pipelines, then a latency; loads and stores through the last-level cache and
        /// DRAM.
        Pipes = "pipes",
    }
}

choice! {
    /// Warps that share a partition in a launch of warps with sizes of their own (SIMT-SIMD IV.B).
    Packing {
        /// No warps: each has a partition of its own.
        None = "none",
        /// Warps of one bucket: their sizes have similar counts of instructions.
        Bucket = "bucket",
        /// Any warps.
        All = "all",
    }
}

choice! {
    /// Time at which a ganging unit chooses what is issued and what is fetched.
    Picks {
        /// In the cycle in which it goes, among all units (VWS 6.1).
        Cycle = "cycle",
        /// In the cycle before, by each port among entries of its own (DEVIATIONS, D294).
        Ahead = "ahead",
    }
}

choice! {
    /// Assignment of packs to the streams of vector cores.
    Assign {
        /// In turn, before the first cycle (SIMT-SIMD III).
        Static = "static",
        /// The next pack goes to the next stream that is free.
        Dynamic = "dynamic",
    }
}

choice! {
    /// The time at which a cache gives a place to a line that is read.
    Allocate {
        /// At the miss: the place is reserved until the line has arrived.
        Miss = "miss",
        /// When the line has arrived.
        Fill = "fill",
    }
}

choice! {
    /// Choice of a line's set.
    Hash {
        /// The line's number modulo the number of sets.
        None = "none",
        /// Bits 7 to 11 of the address, XORed with bits 13, 14, 15, 17 and 19, and, of 64 sets, bit
        /// 12 above them.
        Fermi = "fermi",
    }
}

choice! {
    /// What a store does to a line that is present, beside writing through.
    StoreHit {
        /// The line stays, with the new data.
        Keep = "keep",
        /// The line is invalidated.
        Evict = "evict",
    }
}

/// Value of a field whose section is absent, until the section is dropped.
pub(super) trait Placeholder {
    const NONE: Self;
}
macro_rules! placeholder {
    ($($ty:ty = $none:expr),* $(,)?) => { $(impl Placeholder for $ty { const NONE: Self = $none; })* };
}
placeholder! { u32 = 0, Timing = Timing::Unit, Packing = Packing::None, Assign = Assign::Static }

choice! {
    /// Results of a lane that a dependent follows bundle by bundle, instead of waiting for the last
    /// bundle.
    Follow {
        /// Results that the lane itself computes.
        Native = "native",
        /// Also results of pipelines of fixed latency beside the lane: 64-bit integers, FP32 that
        /// the lane has not, special functions, FP64.
        Fixed = "fixed",
        /// Every result: loads, constants and exchanges, too, which then come back in order.
        Loads = "loads",
    }
}

/// Upper bound on the warps of a core.
pub const MOST_WARPS: u32 = 256;
/// Upper bound on the SP pipelines of a core.
pub const MOST_SPS: u32 = 4;
