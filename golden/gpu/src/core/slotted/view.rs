//! View of a core's warps for its residency.

use heddle_kernel::execute::{Divergence, Entry, Image};

use super::{Front, SlottedCore};
use crate::base::GridContext;
use crate::base::ids::WarpId;
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::microop::{Program, Step};
use crate::residency::{CoreView, Rebind, Residency, WarpState};
use crate::warps::{Contexts, Warp};

/// The state of a core without its residency.
pub(in crate::core) struct View<'a, 'm, D: Divergence, X, const W: usize> {
    shared_is_busy: bool,
    contexts: &'a Contexts<D>,
    fronts: &'a [Front],
    parked: &'a [(WarpId, Front)],
    datapath: &'a X,
    image: &'a Image<'m>,
    program: &'a Program,
}

impl<D: Divergence, X: Datapath<W>, const W: usize> View<'_, '_, D, X, W> {
    fn front(&self, id: WarpId, warp: &Warp) -> Option<&Front> {
        match warp.slot {
            Some(slot) => Some(&self.fronts[slot.index()]),
            None => self.parked.iter().find(|(parked, _)| *parked == id).map(|(_, front)| front),
        }
    }

    /// Returns whether the step that a warp issues next is stalled by a load that L1 did not serve
    /// at once; without a step, any such load counts.
    fn misses(&self, id: WarpId, step: Option<&Step>) -> WarpState {
        if self.datapath.waits_for_miss(id, step) { WarpState::Stalled } else { WarpState::Running }
    }
}

impl<D: Divergence, X: Datapath<W>, const W: usize> CoreView for View<'_, '_, D, X, W> {
    fn state(&self, id: WarpId) -> WarpState {
        let (Some(warp), Some((resident, number))) = (self.contexts.warp(id), self.contexts.cta(id)) else {
            return WarpState::Finished;
        };
        if warp.retired {
            return WarpState::Finished;
        }
        if let Some(op) = self.front(id, warp).and_then(|front| front.steps.front()) {
            return self.misses(id, Some(&op.step));
        }
        if resident.cta.alive(number) == 0 {
            return self.misses(id, None);
        }
        let Some((pc, _)) = resident.cta.control(number).next() else { return WarpState::AtBarrier };
        if let Some((step, _)) = warp.barrier_results.first() {
            return self.misses(id, Some(step));
        }
        let plan = self.image.instruction(pc).and_then(|(function, number)| self.program.plan(function, number));
        match plan {
            Some(plan) if plan.waits => self.misses(id, None),
            Some(plan) => plan.steps.first().map_or(WarpState::Running, |step| self.misses(id, Some(step))),
            None => WarpState::Running,
        }
    }
    fn cta(&self, warp: WarpId) -> [u32; 3] {
        self.contexts.cta(warp).map_or([0; 3], |(resident, _)| resident.cta.id())
    }
    fn stack(&self, id: WarpId) -> (impl Iterator<Item = Entry>, usize) {
        let steps = self.contexts.warp(id).and_then(|warp| self.front(id, warp)).map_or(0, |front| front.steps.len());
        let entries = self.contexts.cta(id).map(|(resident, number)| resident.cta.entries(number));
        (entries.into_iter().flatten(), steps)
    }
    fn shared_is_busy(&self) -> bool {
        self.shared_is_busy
    }
}

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Returns the residency, its view of the core, and the list of its changes of slots.
    pub(in crate::core) fn seen<'a, 'm>(
        &'a mut self,
        now: u64,
        grid: &'a GridContext<'_, 'm>,
        program: &'a Program,
    ) -> (&'a mut R, View<'a, 'm, F::Control, X, W>, &'a mut Vec<Rebind>) {
        let view = View {
            shared_is_busy: self.chassis.ports.shared_serves.contains(&now),
            contexts: &self.chassis.contexts,
            fronts: &self.fronts,
            parked: &self.parked,
            datapath: &self.datapath,
            image: grid.image,
            program,
        };
        (&mut self.residency, view, &mut self.changes)
    }
}
