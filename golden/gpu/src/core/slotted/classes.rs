//! Refused slots, and the classes of issue slots that no group uses.

use std::ops::Range;

use super::SlottedCore;
use super::waiting::Refusal;
use crate::base::ids::{Slot, SlotSet};
use crate::base::{Class, Wait};
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::residency::Residency;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Records that a slot was tried and refused.
    pub(super) fn refused(&mut self, slot: Slot, refusal: Refusal) {
        self.waiting.refuse(slot, refusal);
        if refusal.wait() == Wait::Long
            && let Some(warp) = self.chassis.contexts.warp_in(slot)
        {
            self.residency.touched(warp);
        }
    }

    /// Returns the class of the issue slot of a scheduler that could not issue.
    pub(super) fn class(&self, mine: SlotSet<W>) -> Class {
        match self.waiting.nearest(mine) {
            Some(wait) => Class::Waits(wait),
            None if self.residency.inactive() != 0 => Class::Swap,
            None => Class::Idle,
        }
    }

    /// Records, while a profile is made, the instruction of the warp that a scheduler would try
    /// first among those that make the class of its issue slots.
    pub(super) fn blame(&mut self, scheduler: usize, slots: Range<usize>, class: Class) {
        if !self.chassis.ports.lines.is_on() {
            return;
        }
        let place = match class {
            Class::Waits(wait) => {
                let more = if wait == Wait::Pipeline { self.waiting.ready } else { SlotSet::EMPTY };
                let scheduler = &self.formation.schedulers()[scheduler];
                let waiting = (self.waiting.of(wait) | more) & scheduler.mine();
                scheduler.first(waiting, &self.ages).and_then(|slot| self.next_place(slot))
            }
            _ => None,
        };
        self.blamed.resize(self.classes.len(), None);
        self.blamed[slots].fill(place);
    }

    /// Returns the place of the instruction of which a slot issues a step next; `None` without a
    /// warp.
    fn next_place(&self, slot: Slot) -> Option<u32> {
        match self.fronts[slot.index()].steps.front() {
            Some(op) => self.chassis.ports.lines.place((op.function, op.instruction)),
            None => self.formation.position(self.chassis.contexts.warp_in(slot)?, &self.chassis.contexts),
        }
    }

    /// Whether some slot waits for something that makes it leave an active set or give up memory in
    /// the next turn.
    pub(super) fn gives_way(&mut self) -> bool {
        let away = self.waiting.away();
        self.owner_gives_way() || self.formation.schedulers().iter().any(|scheduler| scheduler.has_any_of(away))
    }

    /// Counts the cycles up to this one, in which nothing changed.
    pub(super) fn count_to(&mut self, now: u64) {
        let cycles = self.chassis.frame.pass(now);
        if cycles == 0 {
            return;
        }
        for (slot, &class) in self.classes.iter().enumerate() {
            // an issue is of one cycle; a core that issued does not sleep
            self.chassis.slots.count(class, cycles);
            if let (Class::Waits(wait), Some(&place)) = (class, self.blamed.get(slot)) {
                self.chassis.ports.lines.lose(place, wait as usize, cycles);
            }
        }
        self.residency.count(cycles);
        self.formation.count(cycles);
        self.priority.iter_mut().for_each(|priority| priority.count(cycles));
        let held = self.waiting.held();
        if held.is_empty() && self.residency.inactive() == 0 {
            return;
        }
        let lanes = |set: SlotSet<W>| self.lanes.iter().filter(|&&lane| !(lane & set).is_empty()).count() as u64;
        let (all, dynamic) = (lanes(held), lanes(held & !self.waiting.long()));
        let counters = &mut self.chassis.ports.counters;
        counters.hold(cycles, held.len().into(), self.datapath.registers(), self.chassis.shared.0);
        counters.lanes_static += cycles * all;
        counters.lanes_dynamic += cycles * dynamic;
        match self.conflicts {
            0 => {}
            1 => counters.conflicts_1 += cycles,
            2 => counters.conflicts_2 += cycles,
            _ => counters.conflicts_3 += cycles,
        }
    }
}
