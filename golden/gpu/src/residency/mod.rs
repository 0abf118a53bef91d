//! Which CTAs are on a core, and which of their warps hold slots.

mod direct;

pub(crate) use direct::Direct;

use crate::core::ids::{Slot, WarpId};
use crate::core::slots::Wait;

/// A slot changes hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rebind {
    /// A warp gets a free slot.
    Bind(WarpId, Slot),
    #[cfg_attr(not(test), expect(dead_code, reason = "under direct residency a warp keeps its slot"))]
    /// A warp loses its slot, and keeps all else: what is in flight arrives, and steps that are not issued are issued later.
    Release(WarpId),
}

/// Decides which CTAs are on a core, and which of their warps hold slots.
pub(crate) trait Residency {
    /// Warps on the core at most.
    fn warps(&self) -> usize;
    /// Slots of the core.
    fn slots(&self) -> usize;
    /// Whether another CTA of `warps` warps may come; registers and shared memory are counted elsewhere.
    fn admits(&self, warps: usize) -> bool;
    /// A CTA has come, with these warps; none of them holds a slot.
    fn admitted(&mut self, warps: &[WarpId]);
    /// Slots that change hands in this cycle, in order.
    fn rebind(&mut self, now: u64, changes: &mut Vec<Rebind>);
    /// A warp was tried, and waits.
    fn stalled(&mut self, now: u64, warp: WarpId, why: Wait);
    /// Something that a warp may have waited for has happened.
    fn woken(&mut self, now: u64, warp: WarpId);
    /// A warp is no longer on the core, and its slot, if it held one, is free.
    fn ended(&mut self, warp: WarpId);
    /// The first cycle after this one in which slots change hands by themselves.
    fn next_event(&self, now: u64) -> Option<u64>;
}
