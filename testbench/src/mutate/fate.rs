//! What becomes of a mutant.

/// The result of a mutant: killed, refused, equivalent, undecided or survived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// An output differed from the golden model's.
    Killed {
        /// Number of compared cycles, the differing one included; all segments together.
        cycles: u64,
        /// The port.
        port: String,
    },
    /// The simulator stopped: logic in a loop that does not settle.
    Refused {
        /// Cycles until then.
        cycles: u64,
        /// The simulator's message.
        reason: String,
    },
    /// The mutant is proved to be equivalent to the RTL.
    Equivalent {
        /// How that was proved.
        how: String,
    },
    /// Nothing differed, and nothing is proved.
    Undecided {
        /// Cycles after reset, of all legal runs, in which a difference is impossible.
        depth: usize,
        /// Why no more is known.
        why: String,
    },
    /// The stimulus found no difference, but a legal run shows one: the stimulus has a gap.
    Survived {
        /// Text of that run's trace file.
        trace: String,
        /// The port that differs.
        port: String,
    },
}
