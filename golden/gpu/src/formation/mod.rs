//! Formation of groups: the threads that issue together, the order in which groups are tried, and
//! the instructions that slots fetch.

pub(crate) mod compaction;
mod fixed;

pub(crate) use compaction::{BlockCounters, Compaction};
pub(crate) use fixed::Fixed;

use heddle_kernel::execute::{Divergence, IN_ORDER, LaneOrder, Outcome};

use crate::base::ids::{IssueGroup, Slot, SlotSet, WarpId};
use crate::base::{GridContext, SimError, Wait};
use crate::warps::{Contexts, Scheduler};

/// Decides which threads issue together. A core has up to 64 W slots.
///
/// A formation with a whole warp in each slot keeps the methods as they are here.
pub(crate) trait Formation<const W: usize>: Send {
    /// Type that keeps the program counters of a warp's threads.
    type Control: Divergence + std::fmt::Debug;
    /// Whether threads that issue in one slot may issue in another one next.
    const SHARES_WARPS: bool = false;

    /// Returns the schedulers, which give the order in which slots are tried.
    fn schedulers(&mut self) -> &mut [Scheduler<W>];
    /// Begins a grid of kernel number `kernel`, while nothing is on the core.
    fn begin_grid(&mut self, kernel: u32) {
        let _ = kernel;
    }
    /// Returns the thread of each lane of a warp, by the warp's number in its CTA.
    fn order(&self, warp: u32) -> LaneOrder {
        let _ = warp;
        IN_ORDER
    }
    /// Records that a CTA has come to place `cta` of the core.
    fn admitted(&mut self, cta: usize, contexts: &mut Contexts<Self::Control>, grid: &GridContext) {
        let _ = (cta, contexts, grid);
    }
    /// Begins a cycle; the error says what the formation's unit did against its protocol.
    fn begin(&mut self, now: u64, contexts: &mut Contexts<Self::Control>, grid: &GridContext) -> Result<(), SimError> {
        let _ = (now, contexts, grid);
        Ok(())
    }
    /// Returns the slots whose groups changed, since the last call, for a reason other than their
    /// own instruction: they got or lost a group, or the group moved.
    fn regrouped(&mut self) -> SlotSet<W> {
        SlotSet::EMPTY
    }
    /// Fills in the group that a slot would issue now; the error is what the slot waits for. The
    /// group stays the same until the slot issues or is woken.
    fn form(&self, slot: Slot, contexts: &Contexts<Self::Control>, group: &mut IssueGroup) -> Result<(), Wait>;
    /// Returns the slots whose groups a warp takes part in: they are tried again after an event of
    /// the warp.
    fn slots_of(&self, warp: WarpId, contexts: &Contexts<Self::Control>) -> SlotSet<W> {
        contexts.slot_of(warp).map_or(SlotSet::EMPTY, SlotSet::one)
    }
    /// Returns the place of the instruction that a slot fetches next; `None` if the slot needs none
    /// any more.
    fn fetch_pc(&self, slot: Slot, contexts: &Contexts<Self::Control>) -> Option<u32> {
        contexts.fetch_pc(contexts.warp_in(slot)?)
    }
    /// Prepares the execution of an instruction by a slot's group.
    fn executes(&mut self, slot: Slot, contexts: &mut Contexts<Self::Control>) {
        let _ = (slot, contexts);
    }
    /// Records that a slot's group has executed its instruction, with an outcome for each part, and
    /// moves its threads to their next instructions.
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
    /// Returns the first cycle after this one in which groups change without an instruction; `None`
    /// if there is none.
    fn next_event(&self, now: u64) -> Option<u64> {
        let _ = now;
        None
    }
    /// Counts `cycles` cycles in the present state.
    fn count(&mut self, cycles: u64) {
        let _ = cycles;
    }
    /// Returns the counters of compaction.
    fn counters(&self) -> BlockCounters {
        BlockCounters::default()
    }
    /// Returns the place of the next instruction of threads of a warp that has not ended.
    fn position(&self, warp: WarpId, contexts: &Contexts<Self::Control>) -> Option<u32> {
        contexts.fetch_pc(warp)
    }
    /// Returns, in words, the threads that threads of a warp wait for; `None` if they do not wait
    /// for threads.
    fn waits_for(&self, warp: WarpId, contexts: &Contexts<Self::Control>) -> Option<String> {
        let _ = (warp, contexts);
        None
    }
}

/// Moves the threads of each part as their warp's own control does.
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
