//! A DRAM bank: its open row, the first legal cycle of each command, and the transfers that wait
//! for it.

use super::timing::Timing;

/// A transfer that waits for its bank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    /// The transfer's place in the order of arrival at the channel.
    pub order: u64,
    pub arrival: u64,
    pub address: u64,
    pub row: u64,
    /// Bursts that have not been moved.
    pub bursts: u32,
    pub write: bool,
    /// The slice of L2 that sent the transfer.
    pub slice: usize,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Bank {
    pub open: Option<u64>,
    /// First cycles in which each command is legal, as far as the bank is concerned.
    pub activate: u64,
    pub precharge: u64,
    pub column: u64,
    /// Transfers in the order of their arrival.
    pub queue: Vec<Waiting>,
    /// The oldest read and the oldest write of the open row.
    pub hits: [Option<Hit>; 2],
}

/// A waiting transfer whose row is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    pub order: u64,
    /// The transfer's place in the bank's queue.
    pub at: usize,
}

impl Bank {
    pub fn push(&mut self, waiting: Waiting) {
        let hit = &mut self.hits[usize::from(waiting.write)];
        if self.open == Some(waiting.row) && hit.is_none() {
            *hit = Some(Hit { order: waiting.order, at: self.queue.len() });
        }
        self.queue.push(waiting);
    }
    pub fn activate(&mut self, now: u64, row: u64, timing: &Timing) {
        (self.open, self.column, self.precharge) = (Some(row), now + timing.rcd, now + timing.ras);
        self.find();
    }
    pub fn precharge(&mut self, now: u64, timing: &Timing) {
        (self.open, self.activate, self.hits) = (None, now + timing.rp, [None; 2]);
    }
    /// Moves a burst of a waiting transfer; returns the transfer if that was its last burst.
    pub fn transfer(&mut self, now: u64, at: usize, timing: &Timing) -> Option<Waiting> {
        let waiting = &mut self.queue[at];
        let quiet = if waiting.write { timing.wl + timing.burst + timing.wr } else { timing.rtp };
        self.precharge = self.precharge.max(now + quiet);
        waiting.bursts -= 1;
        if waiting.bursts != 0 {
            return None;
        }
        let over = self.queue.remove(at);
        self.find();
        Some(over)
    }
    fn find(&mut self) {
        self.hits = [None; 2];
        for (at, waiting) in self.queue.iter().enumerate().filter(|(_, it)| Some(it.row) == self.open) {
            self.hits[usize::from(waiting.write)].get_or_insert(Hit { order: waiting.order, at });
        }
    }
}
