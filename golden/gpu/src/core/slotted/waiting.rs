//! The slots of a core by what they wait for, so that only slots that may issue are tried.

use crate::base::ids::{Slot, SlotSet};
use crate::base::{WAITS, Wait};
use crate::datapath::Stall;

/// Reason why an attempt to issue failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::core) enum Refusal {
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

/// The slots that hold warps: those that may issue, and those that wait, by reason. A slot waits
/// until an event wakes it.
#[derive(Debug)]
pub(in crate::core) struct Waiting<const W: usize> {
    /// Slots that may be able to issue.
    pub ready: SlotSet<W>,
    by_reason: [SlotSet<W>; WAITS],
    /// Slots, ready or waiting, whose next steps go through each unit of the datapath, as far as is
    /// known: the unit was taken when they were tried.
    busy: Vec<SlotSet<W>>,
    /// Slots in any of these sets.
    known: SlotSet<W>,
    /// Whether slots have changed since the schedulers had their turn.
    pub stale: bool,
}

impl<const W: usize> Waiting<W> {
    /// Creates the sets of a core without warps, whose datapath has `units` units.
    pub fn new(units: usize) -> Self {
        let empty = SlotSet::EMPTY;
        Waiting { ready: empty, by_reason: [empty; WAITS], busy: vec![empty; units], known: empty, stale: false }
    }

    /// Returns the slots that wait for a reason.
    #[inline(always)]
    pub fn of(&self, wait: Wait) -> SlotSet<W> {
        self.by_reason[wait as usize]
    }
    /// Returns the slots whose warps wait for memory or have ended.
    pub fn long(&self) -> SlotSet<W> {
        self.of(Wait::Long) | self.of(Wait::Ended)
    }
    /// Returns the slots that leave a two-level scheduler's active set.
    pub fn away(&self) -> SlotSet<W> {
        self.long() | self.of(Wait::Barrier) | self.of(Wait::Gather)
    }
    /// Returns all slots that hold warps.
    pub fn held(&self) -> SlotSet<W> {
        self.by_reason.iter().fold(self.ready, |all, set| all | *set)
    }

    /// Returns the reason of the slot nearest to issuing among these; `None` if none of them holds
    /// a warp that has not ended.
    pub fn nearest(&self, among: SlotSet<W>) -> Option<Wait> {
        const ORDER: [Wait; 6] = [Wait::Pipeline, Wait::Short, Wait::Fetch, Wait::Long, Wait::Barrier, Wait::Gather];
        if !(self.ready & among).is_empty() {
            // outside a two-level scheduler's active set
            return Some(Wait::Pipeline);
        }
        ORDER.into_iter().find(|wait| !(self.of(*wait) & among).is_empty())
    }

    /// Marks a slot as waiting, so that it is not tried again until it is woken.
    pub fn wait(&mut self, slot: Slot, wait: Wait) {
        self.stale = true;
        self.ready.remove(slot);
        self.by_reason.iter_mut().for_each(|set| set.remove(slot));
        self.by_reason[wait as usize].insert(slot);
    }
    /// Records that a slot was tried and could not issue, and the reason.
    pub fn refuse(&mut self, slot: Slot, refusal: Refusal) {
        self.wait(slot, refusal.wait());
        self.forget_unit(SlotSet::one(slot));
        if let Refusal::Busy { unit } = refusal {
            self.busy[usize::from(unit)].insert(slot);
            self.known.insert(slot);
        }
    }
    /// Clears the record of the busy units that the next steps of slots wait for.
    pub fn forget_unit(&mut self, slots: SlotSet<W>) {
        if !(self.known & slots).is_empty() {
            self.known &= !slots;
            self.busy.iter_mut().for_each(|set| *set &= !slots);
        }
    }
    /// Updates the slots that are tried: those whose unit is busy are not, those whose unit has
    /// become free are. `open`: whether a unit might take a step.
    pub fn reopen_units(&mut self, open: impl Fn(usize) -> bool) {
        let pipeline = self.of(Wait::Pipeline);
        if pipeline.is_empty() && self.known.is_empty() {
            return;
        }
        let closed = |(unit, slots): &(usize, &SlotSet<W>)| !slots.is_empty() && !open(*unit);
        let taken = self.busy.iter().enumerate().filter(closed);
        let taken = taken.fold(SlotSet::EMPTY, |all, (_, slots)| all | *slots);
        let all = self.ready | pipeline;
        (self.ready, self.by_reason[Wait::Pipeline as usize]) = (all & !taken, all & taken);
    }
    /// Makes slots ready, whatever they have waited for.
    pub fn wake(&mut self, slots: SlotSet<W>) {
        self.forget_unit(slots);
        self.stale |= !slots.is_empty();
        self.ready |= slots;
        self.by_reason.iter_mut().for_each(|set| *set &= !slots);
    }
    /// Removes a slot that has no warp any more.
    pub fn vacate(&mut self, slot: Slot) {
        self.wake(SlotSet::one(slot));
        self.ready.remove(slot);
    }

    /// Returns a slot that is in two of the sets, which is an error; `None` if every slot is in one
    /// at most. For tests.
    #[cfg(test)]
    pub fn twice(&self) -> Option<Slot> {
        let mut seen = SlotSet::<W>::EMPTY;
        self.by_reason.iter().chain([&self.ready]).flat_map(|set| set.iter()).find(|&slot| {
            let before = seen.contains(slot);
            seen.insert(slot);
            before
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(slots: &[u16]) -> SlotSet<1> {
        let mut set = SlotSet::EMPTY;
        slots.iter().for_each(|slot| set.insert(Slot(*slot)));
        set
    }

    #[test]
    fn a_slot_waits_until_it_is_woken() {
        let mut waiting = Waiting::<1>::new(2);
        waiting.wake(set(&[0, 1, 2, 3]));
        assert!(waiting.stale && waiting.nearest(set(&[0])) == Some(Wait::Pipeline));
        waiting.refuse(Slot(0), Refusal::Busy { unit: 1 });
        waiting.refuse(Slot(1), Wait::Long.into());
        waiting.refuse(Slot(2), Wait::Short.into());
        assert_eq!((waiting.ready, waiting.of(Wait::Pipeline), waiting.long()), (set(&[3]), set(&[0]), set(&[1])));
        assert_eq!([[1, 2], [1, 9]].map(|slots| waiting.nearest(set(&slots))), [Some(Wait::Short), Some(Wait::Long)]);
        assert_eq!((waiting.nearest(set(&[9])), waiting.held()), (None, set(&[0, 1, 2, 3])));
        // another reason in place of the first
        waiting.wait(Slot(2), Wait::Barrier);
        assert_eq!((waiting.of(Wait::Short), waiting.away(), waiting.twice()), (set(&[]), set(&[1, 2]), None));
        waiting.vacate(Slot(2));
        waiting.wake(set(&[1]));
        assert_eq!((waiting.ready, waiting.held()), (set(&[1, 3]), set(&[0, 1, 3])));
    }

    #[test]
    fn a_slot_is_tried_again_when_its_unit_is_free() {
        let mut waiting = Waiting::<1>::new(2);
        waiting.wake(set(&[0, 1, 2]));
        waiting.refuse(Slot(0), Refusal::Busy { unit: 0 });
        waiting.refuse(Slot(1), Refusal::Busy { unit: 1 });
        waiting.reopen_units(|unit| unit == 0);
        assert_eq!((waiting.ready, waiting.of(Wait::Pipeline)), (set(&[0, 2]), set(&[1])));
        // it is remembered which unit slot 0 goes through, until the slot issues
        waiting.reopen_units(|_| false);
        assert_eq!((waiting.ready, waiting.of(Wait::Pipeline)), (set(&[2]), set(&[0, 1])));
        waiting.forget_unit(set(&[0]));
        waiting.reopen_units(|_| false);
        assert_eq!((waiting.ready, waiting.of(Wait::Pipeline)), (set(&[0, 2]), set(&[1])));
    }
}
