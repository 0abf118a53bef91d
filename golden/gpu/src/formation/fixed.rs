//! Formation without regrouping: a group is one whole warp, the warp that its slot is bound to.

use heddle_kernel::execute::WarpStack;

use super::Formation;
use crate::base::Wait;
use crate::base::ids::{IssueGroup, Slot};
use crate::config::spec::Core;
use crate::warps::{Contexts, Scheduler};

/// Formation of warps as the program has them, each with an SIMT stack.
#[derive(Debug)]
pub(crate) struct Fixed<const W: usize> {
    schedulers: Vec<Scheduler<W>>,
}

impl<const W: usize> Fixed<W> {
    /// Creates the formation of a core with `slots` slots.
    pub fn new(core: &Core, slots: usize) -> Self {
        Fixed { schedulers: Scheduler::all(core, slots) }
    }
}

impl<const W: usize> Formation<W> for Fixed<W> {
    type Control = WarpStack;

    fn schedulers(&mut self) -> &mut [Scheduler<W>] {
        &mut self.schedulers
    }
    #[inline(always)]
    fn form(&self, slot: Slot, contexts: &Contexts<WarpStack>, group: &mut IssueGroup) -> Result<(), Wait> {
        let warp = contexts.warp_in(slot).ok_or(Wait::Short)?;
        let (pc, part) = contexts.next(warp)?;
        group.set(pc, part);
        Ok(())
    }
}
