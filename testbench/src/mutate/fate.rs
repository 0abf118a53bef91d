//! What becomes of a mutant under the stimulus.

use crate::interrupt;
use crate::segment::within;
use crate::target::Target;

/// How a run of a mutant ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// An output differed from the golden model's.
    Killed {
        /// Cycles compared until then, the differing one included; all segments together.
        cycles: u64,
        /// The port.
        port: String,
    },
    /// The simulator gave up: logic in a loop that does not settle.
    Refused {
        /// Cycles until then.
        cycles: u64,
        /// Its words.
        reason: String,
    },
    /// Nobody can tell it from the RTL.
    Equivalent {
        /// Why that is known.
        how: String,
    },
    /// Nothing differed, and nothing is proved.
    Undecided {
        /// Cycles after reset, of all legal runs, in which nothing can differ.
        depth: usize,
        /// Why no more is known.
        why: String,
    },
    /// Nothing differed, but here is a legal run in which it does: the stimulus has a hole.
    Survived {
        /// The run.
        trace: String,
        /// The port that differs.
        port: String,
    },
}

/// Runs a mutant for so many cycles of the stimulus of a seed, in the segments of a campaign, until something differs. Nothing, if all work
/// is to end.
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
