//! Waiting slots, and the classes of issue slots that no group uses.

use std::ops::Range;

use super::SlottedCore;
use crate::base::ids::{Slot, SlotSet};
use crate::base::{Class, Wait};
use crate::datapath::{Datapath, Stall};
use crate::formation::Formation;
use crate::residency::Residency;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Marks a slot as waiting, so that it is not tried again until it is woken.
    pub(super) fn waits(&mut self, slot: Slot, wait: Wait) {
        self.stale = true;
        self.ready.remove(slot);
        for set in &mut self.waiting {
            set.remove(slot);
        }
        self.waiting[wait as usize].insert(slot);
    }

    /// Records that a slot was tried and refused.
    pub(super) fn refused(&mut self, slot: Slot, refusal: Refusal) {
        let wait = refusal.wait();
        self.waits(slot, wait);
        self.no_unit(SlotSet::one(slot));
        if let Refusal::Busy { unit } = refusal {
            self.busy[usize::from(unit)].insert(slot);
        }
        if wait == Wait::Long
            && let Some(warp) = self.contexts.warp_in(slot)
        {
            self.residency.touched(warp);
        }
    }

    /// Forgets which units the next steps of slots go through.
    pub(super) fn no_unit(&mut self, slots: SlotSet<W>) {
        for set in &mut self.busy {
            *set &= !slots;
        }
    }

    /// Updates which slots are tried: those whose unit is taken are not, those whose unit has
    /// become free are.
    pub(super) fn try_units(&mut self, now: u64) {
        if self.busy.iter().all(|slots| slots.is_empty()) && self.waiting[Wait::Pipeline as usize].is_empty() {
            return;
        }
        let closed = |(unit, slots): &(usize, &SlotSet<W>)| !slots.is_empty() && !self.datapath.open(now, *unit);
        let taken = self.busy.iter().enumerate().filter(closed);
        let taken = taken.fold(SlotSet::EMPTY, |all, (_, slots)| all | *slots);
        let waiting = &mut self.waiting[Wait::Pipeline as usize];
        let all = self.ready | *waiting;
        (self.ready, *waiting) = (all & !taken, all & taken);
    }

    pub(super) fn wake_slots(&mut self, slots: SlotSet<W>) {
        self.no_unit(slots);
        self.stale |= !slots.is_empty();
        self.ready |= slots;
        for set in &mut self.waiting {
            *set &= !slots;
        }
    }

    /// Returns the class of the issue slot of a scheduler that could not issue.
    pub(super) fn class(&self, mine: SlotSet<W>) -> Class {
        const ORDER: [Wait; 6] = [Wait::Pipeline, Wait::Short, Wait::Fetch, Wait::Long, Wait::Barrier, Wait::Gather];
        if !(self.ready & mine).is_empty() {
            // outside a two-level scheduler's active set
            return Class::Waits(Wait::Pipeline);
        }
        let found = ORDER.into_iter().find(|wait| !(self.waiting[*wait as usize] & mine).is_empty());
        match found {
            Some(wait) => Class::Waits(wait),
            None if self.residency.inactive() != 0 => Class::Swap,
            None => Class::Idle,
        }
    }

    /// Records, while a profile is made, the instruction of the warp that a scheduler would try
    /// first among those that make the class of its issue slots.
    pub(super) fn blame(&mut self, scheduler: usize, slots: Range<usize>, class: Class) {
        if !self.ports.lines.is_on() {
            return;
        }
        let place = match class {
            Class::Waits(wait) => {
                let more = if wait == Wait::Pipeline { self.ready } else { SlotSet::EMPTY };
                let scheduler = &self.formation.schedulers()[scheduler];
                let waiting = (self.waiting[wait as usize] | more) & scheduler.mine();
                scheduler.first(waiting, &self.ages).and_then(|slot| self.stands(slot))
            }
            _ => None,
        };
        self.blamed.resize(self.classes.len(), None);
        self.blamed[slots].fill(place);
    }

    /// Returns the place of the instruction of which a slot issues a step next; `None` without a
    /// warp.
    fn stands(&self, slot: Slot) -> Option<u32> {
        match self.fronts[slot.index()].steps.front() {
            Some(op) => self.ports.lines.place((op.function, op.instruction)),
            None => self.formation.position(self.contexts.warp_in(slot)?, &self.contexts),
        }
    }

    /// Whether some slot waits for something that makes it leave an active set or give up memory in
    /// the next turn.
    pub(super) fn gives_way(&mut self) -> bool {
        let away = self.away();
        self.owner_gives_way() || self.formation.schedulers().iter().any(|scheduler| scheduler.has_any_of(away))
    }

    /// Returns the slots that leave a two-level scheduler's active set.
    pub(super) fn away(&self) -> SlotSet<W> {
        self.long() | self.waiting[Wait::Barrier as usize] | self.waiting[Wait::Gather as usize]
    }

    /// Returns the slots whose warps wait for memory or have ended.
    pub(super) fn long(&self) -> SlotSet<W> {
        self.waiting[Wait::Long as usize] | self.waiting[Wait::Ended as usize]
    }

    /// Counts the cycles up to this one, in which nothing changed.
    pub(super) fn count_to(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.counted);
        if cycles == 0 {
            return;
        }
        self.counted = now;
        for (slot, &class) in self.classes.iter().enumerate() {
            // an issue is of one cycle; a core that issued does not sleep
            self.slots.count(class, cycles);
            if let (Class::Waits(wait), Some(&place)) = (class, self.blamed.get(slot)) {
                self.ports.lines.lose(place, wait as usize, cycles);
            }
        }
        self.residency.count(cycles);
        self.formation.count(cycles);
        self.priority.iter_mut().for_each(|priority| priority.count(cycles));
        let held = self.ready | self.waiting.iter().fold(SlotSet::EMPTY, |all, set| all | *set);
        if held.is_empty() && self.residency.inactive() == 0 {
            return;
        }
        let lanes = |set: SlotSet<W>| self.lanes.iter().filter(|&&lane| !(lane & set).is_empty()).count() as u64;
        let (all, dynamic) = (lanes(held), lanes(held & !self.long()));
        let counters = &mut self.ports.counters;
        let shared = self.shared_bytes - self.shared;
        counters.hold(cycles, held.len().into(), self.datapath.registers(), shared);
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

/// Reason why an attempt to issue failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The unit of the datapath that the step needs is taken.
    Busy { unit: u16 },
    /// Any other reason.
    Waits(Wait),
}

impl Refusal {
    /// Returns what the slot waits for.
    pub fn wait(self) -> Wait {
        match self {
            Refusal::Busy { .. } => Wait::Pipeline,
            Refusal::Waits(wait) => wait,
        }
    }
}

impl From<Wait> for Refusal {
    fn from(wait: Wait) -> Refusal {
        Refusal::Waits(wait)
    }
}

impl From<Stall> for Refusal {
    fn from(stall: Stall) -> Refusal {
        match stall {
            Stall::Busy { unit } => Refusal::Busy { unit },
            result => Refusal::Waits(result.wait()),
        }
    }
}
