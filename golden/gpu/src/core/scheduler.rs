//! Warp schedulers: in which order the warps of one are asked.

use crate::config::spec::{Core, Scheduling};
use crate::mask::{after, every, ones};

/// One scheduler, with its share of a core's slots.
#[derive(Debug, Clone)]
pub(crate) struct Scheduler {
    how: Scheduling,
    /// Its slots.
    mine: u64,
    /// The slot that issued last.
    last: u32,
    /// A two-level scheduler's active set, and how many it may have.
    active: u64,
    most: u32,
}

impl Scheduler {
    /// Scheduler `number` of a core.
    pub fn new(core: &Core, number: u32) -> Scheduler {
        let mine = every(core.schedulers as usize, number as usize, core.warps as usize);
        let last = 63 - u64::leading_zeros(mine | 1);
        Scheduler { how: core.scheduling, mine, last, active: 0, most: core.active_warps.div_ceil(core.schedulers) }
    }

    /// Its slots.
    pub fn mine(&self) -> u64 {
        self.mine
    }

    /// Those of its slots that may issue in this cycle: `able` could, `long` wait for memory or have ended.
    pub fn eligible(&mut self, able: u64, long: u64) -> u64 {
        let able = able & self.mine;
        if self.how != Scheduling::TwoLevel {
            return able;
        }
        // who waits for memory leaves the set; the next in turn come in
        self.active &= self.mine & !long;
        while self.active.count_ones() < self.most {
            let Some(slot) = after(able & !self.active, self.last) else { break };
            self.active |= 1 << slot;
        }
        able & self.active
    }

    /// The one to ask next, of those left; `ages` tells the order in which slots were filled.
    pub fn first(&self, left: u64, ages: &[u64]) -> Option<u32> {
        let last = left >> self.last & 1 == 1;
        match self.how {
            Scheduling::Lrr | Scheduling::TwoLevel => after(left, self.last),
            Scheduling::Gto | Scheduling::Sticky if last => Some(self.last),
            Scheduling::Sticky => after(left, self.last),
            Scheduling::Gto => ones(left).min_by_key(|&slot| ages[slot]).map(|slot| slot as u32),
        }
    }

    /// A slot issued.
    pub fn issued(&mut self, slot: u32) {
        self.last = slot;
    }
}
