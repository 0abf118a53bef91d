//! Which threads issue together, in what order groups are tried, and for which instructions slots fetch.

mod fixed;

pub(crate) use fixed::Fixed;

use heddle_kernel::execute::{Divergence, Outcome};
use heddle_kernel::launch::RunError;

use crate::core::contexts::Contexts;
use crate::core::ids::{IssueGroup, Slot, SlotSet, WarpId};
use crate::core::scheduler::Scheduler;
use crate::core::slots::Wait;
use crate::system::cta_dispatch::GridContext;

/// Decides which threads issue together. A core has up to 64 W slots.
pub(crate) trait Formation<const W: usize> {
    /// What owns the program counters of a warp's threads.
    type Control: Divergence + std::fmt::Debug;

    /// The schedulers, which say in what order slots are tried.
    fn schedulers(&mut self) -> &mut [Scheduler<W>];
    /// A cycle begins.
    fn begin(&mut self, now: u64, contexts: &Contexts<Self::Control>) {
        let _ = (now, contexts);
    }
    /// Fills in the group that a slot would issue now; what it waits for, if there is none. It stays this group until the slot issues or is woken.
    fn form(&self, slot: Slot, contexts: &Contexts<Self::Control>, group: &mut IssueGroup) -> Result<(), Wait>;
    /// The slots whose groups a warp takes part in: they are tried again when something happens to it.
    fn slots_of(&self, warp: WarpId, contexts: &Contexts<Self::Control>) -> SlotSet<W> {
        contexts.slot_of(warp).map_or(SlotSet::EMPTY, SlotSet::one)
    }
    /// The instruction that a slot fetches next; none if it needs none any more.
    fn fetch_pc(&self, slot: Slot, contexts: &Contexts<Self::Control>) -> Option<u32> {
        contexts.fetch_pc(contexts.warp_in(slot)?)
    }
    /// A group has executed its instruction, with an outcome for each part: its threads go where they go next.
    fn executed(
        &mut self,
        group: &IssueGroup,
        outcomes: &[Outcome],
        contexts: &mut Contexts<Self::Control>,
        grid: &GridContext,
    ) -> Result<(), RunError> {
        for (part, outcome) in group.parts.iter().zip(outcomes) {
            if let Some((resident, number)) = contexts.cta_mut(part.warp) {
                grid.apply(&mut resident.cta, number, group.pc, part.threads, outcome)?;
            }
        }
        Ok(())
    }
    /// The first cycle after this one in which groups change by themselves.
    fn next_event(&self, now: u64) -> Option<u64> {
        let _ = now;
        None
    }
}
