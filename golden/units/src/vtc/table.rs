//! The status table, and the effect of a cycle's events on it (IV.A).

use heddle_contract::vtc::{Config, In};

use super::state::{Cta, State};

impl State {
    /// Applies all events, in the order of the contract, and updates the marks.
    #[inline]
    pub(super) fn events(&mut self, cfg: &Config, i: &In) {
        if i.writeback_valid {
            self.writeback(i);
        }
        if i.wake_valid {
            self.owner(i.wake_slot).counter -= 1;
        }
        if i.exit_valid {
            self.exit(i.exit_slot);
        }
        if i.stall_valid {
            self.owner(i.stall_slot).counter += 1;
        }
        if i.open_valid {
            self.owner(i.open_slot).waiting = 0;
        }
        if i.barrier_valid {
            self.owner(i.barrier_slot).waiting += 1;
        }
        if i.issue_valid {
            self.slots[usize::from(i.issue_slot)].pending += u16::from(i.issue_count);
        }
        let events = [
            (i.wake_valid, i.wake_slot),
            (i.exit_valid, i.exit_slot),
            (i.stall_valid, i.stall_slot),
            (i.open_valid, i.open_slot),
            (i.barrier_valid, i.barrier_slot),
        ];
        for (_, slot) in events.into_iter().filter(|(valid, _)| *valid) {
            let marked = self.active(slot).is_some_and(|cta| cta.marked(cfg));
            self.marked = self.marked & !(1 << slot) | u16::from(marked) << slot;
        }
    }

    #[inline]
    fn owner(&mut self, slot: u8) -> &mut Cta {
        let owner = self.slots[usize::from(slot)].owner.expect("events come from a slot that is taken");
        &mut self.ctas[usize::from(owner)]
    }

    /// Counts off written registers: of the slot if it is a hit; else the scoreboard is another
    /// CTA's by now, and the CTA's own counter has them.
    fn writeback(&mut self, i: &In) {
        let (slot, count) = (&mut self.slots[usize::from(i.writeback_slot)], u16::from(i.writeback_count));
        if slot.owner == Some(i.writeback_cta) {
            slot.pending -= count;
            return;
        }
        let cta = &mut self.ctas[usize::from(i.writeback_cta)];
        cta.counter -= count;
        if cta.counter == 0 {
            self.ready.push(i.writeback_cta);
        }
    }

    /// Removes an exiting warp; with its last warp, a CTA ends.
    fn exit(&mut self, slot: u8) {
        let cta = self.owner(slot);
        cta.live -= 1;
        if cta.live == 0 {
            cta.active = false;
            let owner = self.slots[usize::from(slot)].owner.take().expect("it was there");
            self.assigned &= !(1 << owner);
        }
    }

    pub(super) fn assign(&mut self, place: u8) {
        let live = self.kernel.warps;
        self.ctas[usize::from(place)] = Cta { active: false, fresh: true, counter: 0, live, waiting: 0 };
        self.assigned |= 1 << place;
        self.ready.push(place);
    }
}
