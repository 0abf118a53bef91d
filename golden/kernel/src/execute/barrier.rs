//! The barriers of a CTA: counts of arrived threads, and reductions of their predicates.

use super::code::Reduction;
use super::fault::{Cause, Halt};
use super::outcome::Arrival;

/// The threads that have arrived at a barrier, whether they wait or not, and their predicates.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Barrier {
    used: bool,
    expected: Option<u32>,
    /// The number of threads that arrived, and the number with whole warps counted.
    threads: u32,
    counted: u32,
    none: bool,
    all: bool,
    true_ones: u32,
}

impl Barrier {
    /// Records the arrival of threads; `counted` is their number where a barrier counts whole
    /// warps.
    pub fn count(&mut self, arrival: &Arrival, counted: u32) -> Result<(), Halt> {
        if self.used && self.expected != arrival.expected {
            return Err(Halt::new(Cause::BarrierOperand(arrival.barrier), arrival.threads.trailing_zeros()));
        }
        if !self.used {
            *self = Barrier { used: true, expected: arrival.expected, none: true, all: true, ..Barrier::default() };
        }
        self.none &= arrival.predicates == 0;
        self.all &= arrival.predicates == arrival.threads;
        self.true_ones += arrival.predicates.count_ones();
        self.threads += arrival.threads.count_ones();
        self.counted += counted;
        Ok(())
    }

    /// Returns the threads that arrived and the threads that the barrier waits for, if `alive`
    /// threads of the CTA have not ended.
    #[inline(always)]
    pub fn progress(&self, alive: u32) -> (u32, u32) {
        self.expected.map_or((self.threads, alive), |expected| (self.counted, expected))
    }

    /// Whether the barrier opens, if `alive` threads of the CTA have not ended.
    #[inline(always)]
    pub fn complete(&self, alive: u32) -> bool {
        self.used && {
            let (arrived, expected) = self.progress(alive);
            arrived >= expected
        }
    }

    /// Returns the reduction of the arrived threads' predicates.
    pub fn value(&self, reduction: Reduction) -> u32 {
        match reduction {
            Reduction::And => u32::from(self.all),
            Reduction::Or => u32::from(!self.none),
            Reduction::Popc => self.true_ones,
        }
    }
}
