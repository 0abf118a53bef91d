//! Warp schedulers: the order in which the slots of a scheduler are tried.

use crate::base::ids::{Slot, SlotSet};
use crate::config::spec::{Core, Scheduling};

/// A warp scheduler, with its share of a core's slots.
#[derive(Debug, Clone)]
pub(crate) struct Scheduler<const W: usize> {
    how: Scheduling,
    /// Slots of the scheduler.
    mine: SlotSet<W>,
    /// Slot that issued last.
    last: Slot,
    /// Whether the last slot has another group since: a sticky scheduler leaves it.
    regrouped: bool,
    /// Active set of a two-level scheduler, and its greatest size.
    active: SlotSet<W>,
    most: u32,
}

impl<const W: usize> Scheduler<W> {
    /// Creates the schedulers of a core: slot s belongs to scheduler s mod schedulers.
    pub fn all(core: &Core, slots: usize) -> Vec<Scheduler<W>> {
        let one = |number: u32| {
            let mine = SlotSet::every(core.schedulers as usize, number as usize, slots);
            let last = mine.last().unwrap_or(Slot(0));
            let (how, most) = (core.scheduling, core.active_warps);
            Scheduler { how, mine, last, regrouped: false, active: SlotSet::EMPTY, most }
        };
        (0..core.schedulers).map(one).collect()
    }

    /// Returns the slots of the scheduler.
    pub fn mine(&self) -> SlotSet<W> {
        self.mine
    }

    /// Returns the slots of the scheduler that may issue in this cycle. Slots in `ready` could
    /// issue, those in `pipeline` could if their unit were free, those in `away` wait for memory or
    /// at a barrier, or have ended.
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

    /// Returns the slot of `left` to try next; `ages` has the order in which slots were filled.
    /// `None` if `left` is empty.
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

    /// Returns the active set of a two-level scheduler.
    #[cfg(test)]
    pub fn active(&self) -> SlotSet<W> {
        self.active
    }

    /// Whether some of these slots are in a two-level scheduler's active set.
    pub fn has_any_of(&self, slots: SlotSet<W>) -> bool {
        !(self.active & slots).is_empty()
    }

    /// Removes a slot that has lost its warp from the active set.
    pub fn leave(&mut self, slot: Slot) {
        self.active.remove(slot);
    }

    /// Records that the groups of threads in these slots have changed.
    pub fn regrouped(&mut self, slots: SlotSet<W>) {
        self.regrouped |= slots.contains(self.last);
    }

    /// Records that a slot issued.
    pub fn issued(&mut self, slot: Slot) {
        (self.last, self.regrouped) = (slot, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn each_scheduler_has_an_active_set_of_its_own() {
        let spec = Config::one_core("vt", &["core.scheduling=two-level", "core.active_warps=3", "core.schedulers=2"]);
        let all = SlotSet::<1>::every(1, 0, 48);
        let mut schedulers = Scheduler::all(&spec.core, 48);
        let sets: Vec<_> = schedulers.iter_mut().map(|it| it.eligible(all, SlotSet::EMPTY, SlotSet::EMPTY)).collect();
        assert_eq!(sets.iter().map(SlotSet::len).collect::<Vec<_>>(), [3, 3]);
        assert!((sets[0] & sets[1]).is_empty());
    }
}
