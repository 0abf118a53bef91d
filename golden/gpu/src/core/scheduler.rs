//! Warp schedulers: in which order the slots of one are tried.

use super::ids::{Slot, SlotSet};
use crate::config::spec::{Core, Scheduling};

/// One scheduler, with its share of a core's slots.
#[derive(Debug, Clone)]
pub(crate) struct Scheduler<const W: usize> {
    how: Scheduling,
    /// Its slots.
    mine: SlotSet<W>,
    /// The slot that issued last.
    last: Slot,
    /// It has another group since: a sticky scheduler leaves it.
    regrouped: bool,
    /// A two-level scheduler's active set, and how many it may have.
    active: SlotSet<W>,
    most: u32,
}

impl<const W: usize> Scheduler<W> {
    /// The schedulers of a core: slot s belongs to scheduler s mod schedulers.
    pub fn all(core: &Core, slots: usize) -> Vec<Scheduler<W>> {
        let one = |number: u32| {
            let mine = SlotSet::every(core.schedulers as usize, number as usize, slots);
            let last = mine.last().unwrap_or(Slot(0));
            let most = core.active_warps.div_ceil(core.schedulers);
            Scheduler { how: core.scheduling, mine, last, regrouped: false, active: SlotSet::EMPTY, most }
        };
        (0..core.schedulers).map(one).collect()
    }

    /// Its slots.
    pub fn mine(&self) -> SlotSet<W> {
        self.mine
    }

    /// Those of its slots that may issue in this cycle: `ready` could issue, `pipeline` could if their unit were free, `away` wait for memory or at a barrier,
    /// or have ended.
    pub fn eligible(&mut self, ready: SlotSet<W>, pipeline: SlotSet<W>, away: SlotSet<W>) -> SlotSet<W> {
        let ready = ready & self.mine;
        if self.how != Scheduling::TwoLevel {
            return ready;
        }
        // a warp that waits for memory or at a barrier leaves the set; the next in turn come in
        self.active &= self.mine & !away;
        while self.active.len() < self.most {
            let Some(slot) = ((ready | pipeline & self.mine) & !self.active).after(self.last) else { break };
            self.active.insert(slot);
        }
        ready & self.active
    }

    /// The slot to try next, of those left; `ages` has the order in which slots were filled.
    pub fn first(&self, left: SlotSet<W>, ages: &[u64]) -> Option<Slot> {
        let last = left.contains(self.last);
        match self.how {
            Scheduling::Lrr | Scheduling::TwoLevel => left.after(self.last),
            Scheduling::Gto if last => Some(self.last),
            Scheduling::Sticky if last && !self.regrouped => Some(self.last),
            Scheduling::Sticky => left.after(self.last),
            Scheduling::Gto => left.iter().min_by_key(|slot| ages[slot.index()]),
        }
    }

    /// A two-level scheduler's active set.
    #[cfg(test)]
    pub fn active(&self) -> SlotSet<W> {
        self.active
    }

    /// Some of these slots are in a two-level scheduler's active set.
    pub fn has_any_of(&self, slots: SlotSet<W>) -> bool {
        !(self.active & slots).is_empty()
    }

    /// A slot's warp has lost it.
    pub fn leave(&mut self, slot: Slot) {
        self.active.remove(slot);
    }

    /// Slots have other groups.
    pub fn regrouped(&mut self, slots: SlotSet<W>) {
        self.regrouped |= slots.contains(self.last);
    }

    /// A slot issued.
    pub fn issued(&mut self, slot: Slot) {
        (self.last, self.regrouped) = (slot, false);
    }
}
