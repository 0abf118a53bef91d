//! A slice's L0 instruction cache (VWS 4.1, 4.6).

use std::collections::VecDeque;

/// An L0 instruction cache: the lines that were used last, the latest first.
#[derive(Debug, Clone)]
pub(crate) struct Level0 {
    lines: VecDeque<u64>,
    /// Number of instructions in a line, and number of lines.
    line: u64,
    count: usize,
}

impl Level0 {
    /// Creates an empty cache with `count` lines of `line` instructions.
    pub fn new(line: u64, count: usize) -> Level0 {
        Level0 { lines: VecDeque::with_capacity(count + 1), line, count }
    }
    /// Whether the cache holds the instruction at this place.
    pub fn holds(&self, pc: u64) -> bool {
        self.lines.contains(&(pc / self.line))
    }
    /// Uses the line of this instruction, which replaces the least recently used line if it is not
    /// in the cache.
    pub fn touch(&mut self, pc: u64) {
        let line = pc / self.line;
        self.lines.retain(|other| *other != line);
        self.lines.push_front(line);
        self.lines.truncate(self.count);
    }
    /// Empties the cache.
    pub fn clear(&mut self) {
        self.lines.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Level0;

    /// Returns the fetches from L1-I and from L0 of a loop of `n` steps, 100 times, in 8 lines of 4
    /// (VWS 6.2; example G of the study).
    fn fetches(n: u64) -> (u64, u64) {
        let mut cache = Level0::new(4, 8);
        let (mut from_l1, mut local) = (0, 0);
        for pc in (0..100).flat_map(|_| 0..n) {
            *if cache.holds(pc) { &mut local } else { &mut from_l1 } += 1;
            cache.touch(pc);
        }
        (from_l1, local)
    }

    #[test]
    fn a_loop_that_fits_is_fetched_once() {
        assert_eq!(fetches(32), (8, 3192));
        assert_eq!(fetches(33), (900, 2400));
        assert_eq!(fetches(36), (900, 2700));
        assert_eq!(fetches(64), (1600, 4800));
    }
}
