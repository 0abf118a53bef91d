//! Which threads issue together, in what order groups are tried, and for which instructions slots fetch.

pub(crate) mod compaction;
mod fixed;

pub(crate) use compaction::{BlockCounters, Compaction};
pub(crate) use fixed::Fixed;

use heddle_kernel::execute::{Divergence, IN_ORDER, LaneOrder, Outcome};

use crate::core::contexts::Contexts;
use crate::core::ids::{IssueGroup, Slot, SlotSet, WarpId};
use crate::core::scheduler::Scheduler;
use crate::core::slots::Wait;
use crate::system::SimError;
use crate::system::cta_dispatch::GridContext;

/// Decides which threads issue together. A core has up to 64 W slots.
///
/// What has a whole warp in each slot keeps the methods as they are here.
pub(crate) trait Formation<const W: usize> {
    /// What owns the program counters of a warp's threads.
    type Control: Divergence + std::fmt::Debug;
    /// Threads that issue in one slot may issue in another one next.
    const SHARES_WARPS: bool = false;

    /// The schedulers, which say in what order slots are tried.
    fn schedulers(&mut self) -> &mut [Scheduler<W>];
    /// A grid begins, and nothing is on the core.
    fn begin_grid(&mut self) {}
    /// The thread of each lane of a warp, by the warp's number in its CTA.
    fn order(&self, warp: u32) -> LaneOrder {
        let _ = warp;
        IN_ORDER
    }
    /// A CTA has come to place `cta` of the core.
    fn admitted(&mut self, cta: usize, contexts: &mut Contexts<Self::Control>, grid: &GridContext) {
        let _ = (cta, contexts, grid);
    }
    /// A cycle begins; what the formation's unit did that it cannot do.
    fn begin(&mut self, now: u64, contexts: &mut Contexts<Self::Control>, grid: &GridContext) -> Result<(), SimError> {
        let _ = (now, contexts, grid);
        Ok(())
    }
    /// Slots that have got or lost a group, or whose group has moved, by something else than an instruction of its own, since this was called last.
    fn regrouped(&mut self) -> SlotSet<W> {
        SlotSet::EMPTY
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
    /// A slot's group is about to execute its instruction.
    fn executes(&mut self, slot: Slot, contexts: &mut Contexts<Self::Control>) {
        let _ = (slot, contexts);
    }
    /// A slot's group has executed its instruction, with an outcome for each part: its threads go where they go next.
    fn executed(
        &mut self,
        slot: Slot,
        group: &IssueGroup,
        outcomes: &[Outcome],
        contexts: &mut Contexts<Self::Control>,
        grid: &GridContext,
    ) -> Result<(), SimError> {
        let _ = slot;
        apply_to_warps(group, outcomes, contexts, grid)
    }
    /// The first cycle after this one in which groups change by themselves.
    fn next_event(&self, now: u64) -> Option<u64> {
        let _ = now;
        None
    }
    /// As many cycles have passed as now is.
    fn count(&mut self, cycles: u64) {
        let _ = cycles;
    }
    /// What was counted.
    fn counters(&self) -> BlockCounters {
        BlockCounters::default()
    }
    /// Where threads of a warp stand that has not ended.
    fn position(&self, warp: WarpId, contexts: &Contexts<Self::Control>) -> Option<u32> {
        contexts.fetch_pc(warp)
    }
    /// The threads that threads of a warp wait for, in words, if that is what they wait for.
    fn waits_for(&self, warp: WarpId, contexts: &Contexts<Self::Control>) -> Option<String> {
        let _ = (warp, contexts);
        None
    }
}

/// Lets the threads of each part go where their warp's own control moves them.
fn apply_to_warps<D: Divergence>(
    group: &IssueGroup,
    outcomes: &[Outcome],
    contexts: &mut Contexts<D>,
    grid: &GridContext,
) -> Result<(), SimError> {
    for (part, outcome) in group.parts.iter().zip(outcomes) {
        if let Some((resident, number)) = contexts.cta_mut(part.warp) {
            grid.apply(&mut resident.cta, number, group.pc, part.threads, outcome)?;
        }
    }
    Ok(())
}
