//! Admission of CTAs to a core, and binding of their warps to slots.

use super::SlottedCore;
use crate::base::ids::{Slot, SlotSet, WarpId};
use crate::base::{GridContext, SimError, Wait};
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::microop::Program;
use crate::residency::{Rebind, Residency};
use crate::warps::CtaNeeds;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Takes a CTA if there is room for it; returns whether there was.
    pub(super) fn admit(
        &mut self,
        now: u64,
        grid: &GridContext,
        needs: &CtaNeeds,
        place: [u32; 3],
    ) -> Result<bool, SimError> {
        // until now the room was free
        self.count_to(now);
        let at = self.chassis.place(needs).filter(|_| self.residency.admits(needs.threads.len()));
        let Some((at, warps)) = at.and_then(|at| Some((at, self.datapath.admit(needs)?))) else {
            self.chassis.frame.status.open = false;
            return Ok(false);
        };
        let cta = grid.start(place, |warp| self.formation.order(warp))?;
        self.residency.admitted(at, &warps);
        let lanes = self.warp_lanes;
        let lane = |number| number * needs.warp_size % lanes;
        self.chassis.seat(now, needs, at, (cta, warps), (lane, X::CHECKS_VALUES));
        self.formation.admitted(at, &mut self.chassis.contexts, grid);
        Ok(true)
    }

    /// Applies the changes of slots that the residency makes in this cycle.
    pub(super) fn rebind(&mut self, now: u64, grid: &GridContext, program: &Program) -> Result<(), SimError> {
        let (residency, view, changes) = self.seen(now, grid, program);
        residency.rebind(&view, changes).map_err(|what| self.chassis.frame.wrong(now, &what))?;
        if self.changes.is_empty() {
            return Ok(());
        }
        // queues keep the order of the loads of a CTA's warps
        let out = self.changes.iter().filter_map(|change| match change {
            Rebind::Release(warp) => Some(warp.0.into()),
            Rebind::Bind(..) => None,
        });
        self.chassis.ports.loads.demote(now, out);
        for n in 0..self.changes.len() {
            match self.changes[n] {
                Rebind::Bind(warp, slot) => self.bind(warp, slot),
                Rebind::Release(warp) => self.release(warp),
            }
        }
        self.changes.clear();
        for (cta, comes) in self.residency.swaps() {
            if let Some(resident) = &self.chassis.contexts.ctas[cta] {
                self.chassis.frame.status.swapped.push((resident.cta.id(), comes));
            }
        }
        Ok(())
    }

    fn bind(&mut self, id: WarpId, slot: Slot) {
        self.chassis.ports.loads.promote([id.0.into()]);
        self.chassis.contexts.bind(id, slot);
        if let Some(at) = self.parked.iter().position(|(warp, _)| *warp == id) {
            self.fronts[slot.index()] = self.parked.swap_remove(at).1;
        }
        self.follow(slot);
        let Some(warp) = self.chassis.contexts.warp(id) else { return };
        self.ages[slot.index()] = warp.age;
        if warp.launched {
            self.waiting.wake(SlotSet::one(slot));
        } else {
            self.waiting.wait(slot, Wait::Short);
        }
    }

    fn release(&mut self, id: WarpId) {
        let Some(slot) = self.chassis.contexts.release(id) else { return };
        let front = std::mem::take(&mut self.fronts[slot.index()]);
        if !front.steps.is_empty() {
            self.parked.push((id, front));
        }
        self.vacate(slot);
        self.fetch.clear(slot);
    }

    /// Clears the state of a slot that has no warp any more.
    pub(super) fn vacate(&mut self, slot: Slot) {
        self.fetch.stop(slot);
        self.waiting.vacate(slot);
        self.disown(slot);
        self.formation.schedulers().iter_mut().for_each(|scheduler| scheduler.leave(slot));
    }

    /// Refetches for slots whose groups have changed, and wakes them.
    pub(super) fn regroup(&mut self) {
        let slots = self.formation.regrouped();
        if slots.is_empty() {
            return;
        }
        self.formation.schedulers().iter_mut().for_each(|scheduler| scheduler.regrouped(slots));
        slots.iter().for_each(|slot| self.follow(slot));
        self.waiting.wake(slots);
    }

    /// Fetches the instruction that a slot's group needs next.
    pub(super) fn follow(&mut self, slot: Slot) {
        match self.formation.fetch_pc(slot, &self.chassis.contexts) {
            Some(pc) => self.fetch.redirect(slot, pc),
            None => self.fetch.stop(slot),
        }
    }
}
