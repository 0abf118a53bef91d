//! A slice's L0 instruction cache (VWS 4.1, 4.6).

use std::collections::VecDeque;

/// Instructions of a line: 32 bytes (ours: the paper does not tell).
const LINE: u64 = 4;
/// Lines: 256 bytes (6.2).
const LINES: usize = 8;

/// The lines that were used last, the latest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Level0(VecDeque<u64>);

impl Level0 {
    pub fn holds(&self, pc: u64) -> bool {
        self.0.contains(&(pc / LINE))
    }

    /// The line of this PC is used; if it is not there it comes, and the one that was not used for longest goes.
    pub fn touch(&mut self, pc: u64) {
        self.0.retain(|line| *line != pc / LINE);
        self.0.push_front(pc / LINE);
        self.0.truncate(LINES);
    }
}
