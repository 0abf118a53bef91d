//! Residency: the CTAs that are on a core, and the slots that their warps hold.

mod direct;
mod limits;
pub(crate) mod virtual_threads;

pub(crate) use direct::Direct;
pub(crate) use limits::Limits;
pub(crate) use virtual_threads::{VirtualThreads, VtCounters};

use crate::base::ids::{Slot, WarpId};
use crate::warps::CtaNeeds;
use heddle_kernel::execute::Entry;

/// A change of the warp that holds a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rebind {
    /// A warp gets a free slot.
    Bind(WarpId, Slot),
    /// A warp loses its slot, and keeps all else: steps in flight complete, and steps that are not
    /// issued are issued later.
    Release(WarpId),
}

/// State of a warp that holds a slot, at the end of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WarpState {
    /// The warp can go on, or waits for something of short latency.
    Running,
    /// The warp waits for a load that L1 did not serve at once.
    Stalled,
    /// All threads of the warp wait at a barrier.
    AtBarrier,
    /// The warp has ended, and nothing of it is in flight.
    Finished,
}

/// View of a core at the end of a cycle, as its residency needs it.
pub(crate) trait CoreView {
    /// Returns the state of a warp that holds a slot.
    fn state(&self, warp: WarpId) -> WarpState;
    /// Returns the place in the grid of a warp's CTA.
    fn cta(&self, warp: WarpId) -> [u32; 3];
    /// Returns a warp's SIMT stack, the entry that executes next first, and the number of steps of
    /// the instruction before that are not issued.
    fn stack(&self, warp: WarpId) -> (impl Iterator<Item = Entry>, usize);
    /// Whether shared memory serves an access in this cycle.
    fn shared_is_busy(&self) -> bool;
}

/// Decides which CTAs are on a core, and which of their warps hold slots.
///
/// A residency that only holds a slot for each warp keeps the methods as they are here.
pub(crate) trait Residency: Send {
    /// Most warps on the core.
    fn warps(&self) -> usize;
    /// Slots of the core.
    fn slots(&self) -> usize;
    /// Most CTAs on the core.
    fn ctas(&self) -> usize;
    /// Begins a grid of CTAs with these needs, while nothing is on the core; the error says why the
    /// unit refuses the grid.
    fn begin(&mut self, needs: &CtaNeeds) -> Result<(), String> {
        let _ = needs;
        Ok(())
    }
    /// Whether another CTA of `warps` warps is admitted; registers and shared memory are counted
    /// elsewhere.
    fn admits(&self, warps: usize) -> bool;
    /// Records that a CTA has come to place `cta` of the core, with these warps; none of them holds
    /// a slot.
    fn admitted(&mut self, cta: usize, warps: &[WarpId]);
    /// Adds the slots that change hands in this cycle, in order; the error says what the unit did
    /// against its protocol.
    fn rebind(&mut self, view: &impl CoreView, changes: &mut Vec<Rebind>) -> Result<(), String>;
    /// Records that a warp issues a step that writes `registers` registers.
    fn issued(&mut self, warp: WarpId, registers: u32) {
        let _ = (warp, registers);
    }
    /// Records that `registers` registers of a warp are written.
    fn written(&mut self, warp: WarpId, registers: u32) {
        let _ = (warp, registers);
    }
    /// Records that the state of a warp may have changed: it had an event, or it was tried and
    /// waits for memory.
    fn touched(&mut self, warp: WarpId) {
        let _ = warp;
    }
    /// Records that a warp is no longer on the core; its slot, if it held one, is free.
    fn ended(&mut self, warp: WarpId);
    /// Ends a cycle; the error says what the unit did against its protocol.
    fn end(&mut self, view: &impl CoreView) -> Result<(), String> {
        let _ = view;
        Ok(())
    }
    /// Whether a CTA all of whose warps have ended can leave.
    fn releases(&self, cta: usize) -> bool {
        let _ = cta;
        true
    }
    /// Whether refused loads of the running grid wait in queues, where the core has queues.
    fn queues_loads(&self) -> bool {
        true
    }
    /// Number of CTAs without slots.
    fn inactive(&self) -> usize {
        0
    }
    /// Returns the CTAs that went out or came in since the last call, by their places in the core,
    /// and whether each came in.
    fn swaps(&mut self) -> impl Iterator<Item = (usize, bool)> {
        std::iter::empty()
    }
    /// Returns the first cycle after this one in which slots change hands without an outside event;
    /// `None` if there is none.
    fn next_event(&self, now: u64) -> Option<u64>;
    /// Counts `cycles` cycles in the present state.
    fn count(&mut self, cycles: u64) {
        let _ = cycles;
    }
    /// Returns the counters of virtual threads.
    fn counters(&self) -> VtCounters {
        VtCounters::default()
    }
}
