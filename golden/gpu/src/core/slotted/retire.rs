//! Effects of a cycle's events on the warps; removal of warps and CTAs that have ended.

use super::SlottedCore;
use crate::base::ids::{SlotSet, WarpId};
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::microop::MicroOp;
use crate::residency::Residency;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Applies the events of the datapath to the warps.
    pub(super) fn settle(&mut self) {
        for id in self.chassis.ports.events.missed.drain(..) {
            self.residency.touched(id);
        }
        let events = &self.chassis.ports.events;
        if events.woken.is_empty() && events.finished.is_empty() && events.launched.is_empty() {
            return;
        }
        let mut woken = std::mem::take(&mut self.chassis.ports.events.woken);
        let mut finished = std::mem::take(&mut self.chassis.ports.events.finished);
        finished.iter().for_each(|op| self.finish(op, &mut woken));
        self.chassis.contexts.spare.take(&mut finished);
        self.chassis.ports.events.finished = finished;
        for id in self.chassis.ports.events.launched.drain(..) {
            if let Some(warp) = &mut self.chassis.contexts.warps[id.index()] {
                warp.launched = true;
                woken.push(id);
            }
        }
        let mut slots = SlotSet::EMPTY;
        for id in woken.drain(..) {
            if self.chassis.contexts.warp(id).is_some() && !self.retire(id) {
                slots |= self.formation.slots_of(id, &self.chassis.contexts);
                self.residency.touched(id);
            }
        }
        self.waiting.wake(slots);
        self.chassis.ports.events.woken = woken;
    }

    /// Records that a step is over, for its warps.
    fn finish(&mut self, op: &MicroOp, woken: &mut Vec<WarpId>) {
        for part in &op.parts {
            self.chassis.contexts.step_over(part, op);
            self.residency.written(part.warp, op.registers());
            woken.push(part.warp);
        }
    }

    /// Retires a warp that has ended and of which nothing is in flight: frees what it can free
    /// alone; returns whether it is gone from the core.
    fn retire(&mut self, id: WarpId) -> bool {
        let gone = self.chassis.retire(id) && self.datapath.warp_ended(id);
        if gone {
            self.remove(id);
        }
        gone
    }

    /// Removes a warp from the core.
    fn remove(&mut self, id: WarpId) {
        if let Some(slot) = self.chassis.contexts.release(id) {
            self.vacate(slot);
        }
        self.chassis.contexts.warps[id.index()] = None;
        self.residency.ended(id);
    }

    /// Removes CTAs whose warps have ended and are drained, and frees their resources.
    pub(super) fn end_ctas(&mut self) {
        if !std::mem::take(&mut self.chassis.leaving) {
            return;
        }
        let mut from = 0;
        while let Some((at, resident)) = self.chassis.end_cta(from, |cta| self.residency.releases(cta)) {
            // a warp that was given back may be another CTA's by now
            let mut warps = resident.warps;
            warps.retain(|&id| self.chassis.contexts.warp(id).is_some_and(|warp| warp.cta == at));
            warps.iter().for_each(|&id| self.remove(id));
            self.datapath.cta_ended(&warps);
            from = at + 1;
        }
    }
}
