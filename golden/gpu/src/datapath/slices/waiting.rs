//! The special function and FP64 units of a slice: the cycle in which each takes its next
//! instruction.

use std::collections::VecDeque;

use super::Pipe;

/// Both units of a slice. An instruction that finds its unit taken waits.
#[derive(Debug, Clone, Default)]
pub(super) struct Waiting {
    /// Cycle from which on each unit takes another instruction.
    free: [u64; 2],
    /// Cycles in which the waiting instructions will start.
    starts: [VecDeque<u64>; 2],
}

impl Waiting {
    fn unit(pipe: Pipe) -> usize {
        usize::from(pipe == Pipe::Double)
    }
    /// Returns the number of instructions that wait in a cycle.
    pub fn count(&mut self, now: u64) -> usize {
        for starts in &mut self.starts {
            while starts.front().is_some_and(|&start| start <= now) {
                starts.pop_front();
            }
        }
        self.starts.iter().map(VecDeque::len).sum()
    }
    /// Passes an instruction to a unit, which it occupies for `beats` cycles; returns the cycle in
    /// which it starts.
    pub fn take(&mut self, now: u64, pipe: Pipe, beats: u64) -> u64 {
        let unit = Waiting::unit(pipe);
        let start = self.free[unit].max(now);
        self.free[unit] = start + beats;
        if start > now {
            self.starts[unit].push_back(start);
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_wait_for_the_one_before() {
        let mut units = Waiting::default();
        assert_eq!([10, 10, 10].map(|now| units.take(now, Pipe::Sfu, 4)), [10, 14, 18]);
        assert_eq!(units.take(10, Pipe::Double, 8), 10, "another unit");
        assert_eq!([10, 13, 14, 18].map(|now| units.count(now)), [2, 2, 1, 0]);
        assert_eq!(units.take(19, Pipe::Sfu, 4), 22, "the third one ends in cycle 21");
    }
}
