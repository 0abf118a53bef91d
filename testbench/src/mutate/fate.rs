//! The result of a mutant under the stimulus.

use crate::segment::within;
use crate::target::Target;
use heddle_verilator::interrupt;

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

/// Runs a mutant for `cycles` cycles of a campaign's stimulus, until an output differs; `None` if
/// all work must end.
pub fn fate(mutant: &dyn Target, seed: u64, cycles: u64) -> Option<Fate> {
    let mut done = 0;
    for (number, length) in within(cycles) {
        if interrupt::asked() {
            return None;
        }
        match mutant.segment(seed, number, length) {
            Ok(run) => {
                done += run.cycles;
                if let Some(mismatch) = run.mismatch {
                    return Some(Fate::Killed { cycles: done, port: mismatch.port });
                }
            }
            Err(stopped) => {
                let cycles = done + stopped.cycle;
                return Some(Fate::Refused { cycles, reason: stopped.reason });
            }
        }
    }
    Some(Fate::Undecided { depth: 0, why: format!("nothing differed in {done} cycles of the stimulus") })
}
