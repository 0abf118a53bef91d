//! Which CTAs are on a core, and which of their warps hold slots.

mod direct;
mod limits;
pub(crate) mod virtual_threads;

pub(crate) use direct::Direct;
pub(crate) use limits::Limits;
pub(crate) use virtual_threads::{VirtualThreads, VtCounters};

use crate::core::ids::{Slot, WarpId};
use crate::datapath::CtaNeeds;
use heddle_kernel::execute::Entry;

/// A slot changes hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rebind {
    /// A warp gets a free slot.
    Bind(WarpId, Slot),
    /// A warp loses its slot, and keeps all else: what is in flight arrives, and steps that are not issued are issued later.
    Release(WarpId),
}

/// What a warp that holds a slot can do at the end of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stands {
    /// It can go on, or waits for something of short latency.
    Runs,
    /// It waits for a load that L1 did not serve at once.
    Stalled,
    /// All its threads wait at a barrier.
    Waits,
    /// It has ended, and nothing of it is in flight.
    Over,
}

/// What a residency sees of its core at the end of a cycle.
pub(crate) trait CoreView {
    /// What a warp that holds a slot can do.
    fn stands(&self, warp: WarpId) -> Stands;
    /// The place in the grid of a warp's CTA.
    fn cta(&self, warp: WarpId) -> [u32; 3];
    /// A warp's SIMT stack, the entry that executes next first, and how many steps of the instruction before are not issued.
    fn stack(&self, warp: WarpId) -> (impl Iterator<Item = Entry>, usize);
    /// Shared memory serves an access in this cycle.
    fn shared_is_busy(&self) -> bool;
}

/// Decides which CTAs are on a core, and which of their warps hold slots.
///
/// What has nothing to do but hold a slot for each warp keeps the methods as they are here.
pub(crate) trait Residency {
    /// Warps on the core at most.
    fn warps(&self) -> usize;
    /// Slots of the core.
    fn slots(&self) -> usize;
    /// CTAs on the core at most.
    fn ctas(&self) -> usize;
    /// A grid of such CTAs begins, and nothing is on the core; why its unit refuses it.
    fn begin(&mut self, needs: &CtaNeeds) -> Result<(), String> {
        let _ = needs;
        Ok(())
    }
    /// Whether another CTA of `warps` warps may come; registers and shared memory are counted elsewhere.
    fn admits(&self, warps: usize) -> bool;
    /// A CTA has come to place `cta` of the core, with these warps; none of them holds a slot.
    fn admitted(&mut self, cta: usize, warps: &[WarpId]);
    /// Slots that change hands in this cycle, in order; what its unit did that it cannot do.
    fn rebind(&mut self, view: &impl CoreView, changes: &mut Vec<Rebind>) -> Result<(), String>;
    /// A warp issues a step that writes so many registers.
    fn issued(&mut self, warp: WarpId, registers: u32) {
        let _ = (warp, registers);
    }
    /// So many registers of a warp are written.
    fn written(&mut self, warp: WarpId, registers: u32) {
        let _ = (warp, registers);
    }
    /// Something has happened to a warp, or it was tried and waits for memory: what it can do may have changed.
    fn touched(&mut self, warp: WarpId) {
        let _ = warp;
    }
    /// A warp is no longer on the core, and its slot, if it held one, is free.
    fn ended(&mut self, warp: WarpId);
    /// The end of a cycle; what its unit did that it cannot do.
    fn end(&mut self, view: &impl CoreView) -> Result<(), String> {
        let _ = view;
        Ok(())
    }
    /// Whether a CTA all of whose warps have ended can leave.
    fn lets_go(&self, cta: usize) -> bool {
        let _ = cta;
        true
    }
    /// Whether refused loads of the running grid wait in queues, where the core has such.
    fn queues_loads(&self) -> bool {
        true
    }
    /// CTAs without slots.
    fn inactive(&self) -> usize {
        0
    }
    /// CTAs that have gone out or come in since this was called last, by their places in the core, and whether each came in.
    fn swaps(&mut self) -> impl Iterator<Item = (usize, bool)> {
        std::iter::empty()
    }
    /// The first cycle after this one in which slots change hands by themselves.
    fn next_event(&self, now: u64) -> Option<u64>;
    /// As many cycles have passed as now is.
    fn count(&mut self, cycles: u64) {
        let _ = cycles;
    }
    /// What was counted.
    fn counters(&self) -> VtCounters {
        VtCounters::default()
    }
}
