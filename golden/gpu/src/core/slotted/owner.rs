//! Choice of the warp that alone accesses memory while memory is saturated.

use super::SlottedCore;
use super::issue::Attempt;
use crate::base::ids::{Slot, SlotSet};
use crate::base::{GridContext, SimError, Wait};
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::microop::{Program, Step};
use crate::residency::Residency;

use super::priority::Priority;

/// Whether an owner that waits for this gives up memory.
fn gives_way(wait: Wait) -> bool {
    matches!(wait, Wait::Long | Wait::Barrier | Wait::Ended)
}

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Whether memory has become saturated, or is no longer, since the schedulers had their turn.
    pub(super) fn saturation_changes(&self) -> bool {
        self.priority.as_ref().is_some_and(|it| it.saturated != self.chassis.ports.loads.saturated(it.lines))
    }

    /// Updates whether memory is saturated, and chooses an owner if there is none that can go on.
    pub(super) fn choose_owner(&mut self, now: u64, grid: &mut GridContext, program: &Program) -> Result<(), SimError> {
        let Some(priority) = &mut self.priority else { return Ok(()) };
        priority.saturated = self.chassis.ports.loads.saturated(priority.lines);
        if !priority.saturated {
            priority.owner = None;
            return Ok(());
        }
        let (owner, last) = (priority.owner, priority.last);
        if let Some(slot) = owner {
            let waits = match self.waits_for(slot) {
                Some(wait) => Some(wait),
                None => match self.attempt(now, grid, program, slot, false)? {
                    Attempt::Refused(refusal) => Some(refusal.wait()),
                    _ => None,
                },
            };
            if !waits.is_some_and(gives_way) {
                return Ok(());
            }
        }
        self.own(None);
        // a slot that found its unit taken could go now
        let mut left = self.waiting.ready | self.waiting.of(Wait::Pipeline);
        let mut from = last;
        while let Some(slot) = left.after(from) {
            (left, from) = (
                {
                    left.remove(slot);
                    left
                },
                slot,
            );
            if !self.accesses_memory(grid, program, slot) {
                continue;
            }
            self.own(Some(slot));
            if let Attempt::Ready = self.attempt(now, grid, program, slot, false)? {
                if let Some(priority) = &mut self.priority {
                    priority.counters.owners += 1;
                }
                return Ok(());
            }
            self.own(None);
        }
        Ok(())
    }

    /// Whether the owner waits for something that makes it give up memory: another owner is chosen
    /// in the next turn.
    pub(super) fn owner_gives_way(&self) -> bool {
        let owner = self.priority.as_ref().and_then(|priority| priority.owner);
        owner.and_then(|slot| self.waits_for(slot)).is_some_and(gives_way)
    }

    /// Takes memory from a slot that has no warp any more.
    pub(super) fn disown(&mut self, slot: Slot) {
        if let Some(priority) = self.priority.as_mut().filter(|priority| priority.owner == Some(slot)) {
            priority.owner = None;
        }
    }

    /// Checks that a slot may issue a step while one warp alone accesses memory; the error is what
    /// the slot waits for.
    #[inline(always)]
    pub(super) fn may_access(&self, slot: Slot, step: &Step) -> Result<(), Wait> {
        let forbids = |priority: &Priority| priority.saturated && priority.owner != Some(slot);
        if step.is_global() && self.priority.as_ref().is_some_and(forbids) { Err(Wait::Pipeline) } else { Ok(()) }
    }

    /// Returns the owner, which its scheduler tries first, if it is one of these slots.
    #[inline(always)]
    pub(super) fn owner_among(&self, slots: SlotSet<W>) -> Option<Slot> {
        let priority = self.priority.as_ref().filter(|priority| priority.saturated)?;
        priority.owner.filter(|owner| slots.contains(*owner))
    }

    fn own(&mut self, slot: Option<Slot>) {
        if let Some(priority) = &mut self.priority {
            priority.owner = slot;
        }
    }

    /// Returns what a slot is known to wait for; `None` if nothing is known.
    fn waits_for(&self, slot: Slot) -> Option<Wait> {
        [Wait::Long, Wait::Barrier, Wait::Ended, Wait::Short, Wait::Fetch]
            .into_iter()
            .find(|wait| self.waiting.of(*wait).contains(slot))
    }

    /// Whether the step that a slot issues next accesses memory beyond the core.
    fn accesses_memory(&self, grid: &GridContext, program: &Program, slot: Slot) -> bool {
        if let Some(op) = self.fronts[slot.index()].steps.front() {
            return op.step.is_global();
        }
        let next = self.chassis.contexts.warp_in(slot).and_then(|warp| self.chassis.contexts.next(warp).ok());
        let plan = next.and_then(|(pc, _)| grid.image.instruction(pc)).and_then(|(f, number)| program.plan(f, number));
        plan.and_then(|plan| plan.steps.first()).is_some_and(|step| step.is_global())
    }
}
