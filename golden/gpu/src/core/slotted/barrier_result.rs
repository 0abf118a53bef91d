//! Writes of barriers' results to the registers of the warps that waited.

use heddle_kernel::execute::Issue;
use smallvec::{SmallVec, smallvec};

use super::SlottedCore;
use super::issue::joined;
use crate::base::GridContext;
use crate::base::ids::{Part, Slot};
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::microop::{MicroOps, StepRecorder};
use crate::residency::Residency;

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Issues, as a step of its own, the write of the value that an opened barrier gave warps of
    /// the slot's group; returns whether there was one.
    pub(super) fn take_barrier_result(&mut self, grid: &GridContext, slot: Slot) -> bool {
        // next to no instruction comes behind such a barrier
        let waits =
            |part: &Part| self.chassis.contexts.warp(part.warp).is_some_and(|it| !it.barrier_results.is_empty());
        if !self.group.parts.iter().any(waits) {
            return false;
        }
        let mut ops = SmallVec::<[MicroOps; 1]>::new();
        let front = &mut self.fronts[slot.index()];
        for &part in &self.group.parts {
            let Some(warp) = &mut self.chassis.contexts.warps[part.warp.index()] else { continue };
            let of_part = |(_, issue): &(_, Issue)| issue.active & part.members != 0;
            let Some(at) = warp.barrier_results.iter().position(of_part) else { continue };
            let (step, issue) = warp.barrier_results.swap_remove(at);
            warp.unissued += 1;
            let Some(resident) = &self.chassis.contexts.ctas[warp.cta] else { continue };
            let state = &resident.cta.warps[warp.number];
            let code = &grid.image.module.functions[issue.function.0 as usize].code;
            let guard = code.get(issue.instruction as usize).and_then(|instruction| instruction.guard.as_ref());
            let (of, spare) = ((&step, part), &mut self.chassis.contexts.spare);
            let mut op = StepRecorder::before(of, guard, &issue, state, grid.image, X::CHECKS_VALUES, spare);
            StepRecorder::after(&mut op, state, X::CHECKS_VALUES);
            if ops.is_empty() {
                front.parts.clear();
            }
            front.parts.push(part);
            ops.push(smallvec![op]);
        }
        front.steps.extend(joined(ops));
        !front.steps.is_empty()
    }
}
