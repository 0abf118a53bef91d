//! A mutant under the stimulus of a campaign.

use super::Fate;
use crate::segment::within;
use crate::target::Target;
use heddle_verilator::interrupt;

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
