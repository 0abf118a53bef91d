//! Readiness of a warp's next instruction, and its execution: common to every core, whatever
//! chooses the warp.

use heddle_kernel::execute::{Divergence, Issue, Outcome};
use heddle_kernel::program::FunctionId;

use super::{Contexts, CorePorts};
use crate::base::ids::{Part, WarpId};
use crate::base::mask::ones;
use crate::base::{GridContext, SimError, Wait};
use crate::microop::{MicroOp, MicroOps, Plan, Program, Role, StepRecorder};

/// An instruction that a group can execute.
#[derive(Clone, Copy)]
pub(crate) struct Instruction<'p> {
    pub function: FunctionId,
    pub number: u32,
    /// Place of the instruction in the image.
    pub pc: u32,
    pub plan: &'p Plan,
}

impl<'p> Instruction<'p> {
    /// Returns the instruction at a place; `None` if there is none.
    #[inline(always)]
    pub fn at(pc: u32, grid: &GridContext, program: &'p Program) -> Option<Instruction<'p>> {
        let (function, number) = grid.image.instruction(pc)?;
        Some(Instruction { function, number, pc, plan: program.plan(function, number)? })
    }
}

impl<D: Divergence> Contexts<D> {
    /// Checks what threads of a warp wait for before an instruction, without its operands and the
    /// unit that it goes through; the error is the reason.
    #[inline(always)]
    pub fn awaits(&self, part: &Part, instruction: &Instruction) -> Result<(), Wait> {
        let Instruction { function, plan, .. } = *instruction;
        let warp = self.warp(part.warp).ok_or(Wait::Ended)?;
        let awaits = |flag: &u32| {
            let pending = |&(of, pending, members): &(FunctionId, u32, u32)| {
                (of, pending) == (function, *flag) && members & part.members != 0
            };
            warp.flags.iter().any(pending)
        };
        if plan.waits && warp.in_flight != 0 {
            return Err(warp.drains());
        }
        if !warp.flags.is_empty() && plan.reads.iter().chain(&plan.writes).any(awaits) {
            return Err(Wait::Short);
        }
        Ok(())
    }

    /// Executes an instruction for threads of a warp, without moving them on: returns its effect on
    /// control flow, and its micro-operations. `values`: the datapath computes for itself.
    pub fn execute_part(
        &mut self,
        grid: &mut GridContext,
        part: Part,
        instruction: &Instruction,
        values: bool,
        ports: &mut CorePorts,
    ) -> Result<Option<(Outcome, MicroOps)>, SimError> {
        let Instruction { function, number: place, pc, plan } = *instruction;
        let Some(warp) = &mut self.warps[part.warp.index()] else { return Ok(None) };
        let Some(resident) = &mut self.ctas[warp.cta] else { return Ok(None) };
        let mask = resident.cta.warps[warp.number].guarded(grid.image, pc, part.threads);
        let threads = u64::from(mask.count_ones());
        ports.counters.thread_instructions += threads;
        ports.counters.text_instructions += threads * u64::from(plan.stands_for);
        if let Some(step) = plan.barrier_result {
            let (cta, warp_number) = (resident.cta.id(), warp.number as u32);
            let (active, instruction) = (part.threads, place);
            let issue = Issue { cta, warp: warp_number, function, instruction, active, mask, depth: 1 };
            warp.barrier_results.push((step, issue));
        }
        let mut recorder = StepRecorder::new(plan, part, values, &mut self.spare);
        let outcome = grid.execute(&mut resident.cta, warp.number, pc, part.threads, &mut recorder)?;
        if let Some(line) = ports.lines.at(pc) {
            line.threads += threads;
            line.diverged += u64::from(parts(&outcome, part.threads, resident.cta.warps[warp.number].targets()));
        }
        Ok(Some((outcome, recorder.finish())))
    }

    /// Records in a warp the state that the steps of an instruction leave open until they are over.
    pub fn hold(&mut self, part: &Part, instruction: &Instruction) {
        let Instruction { function, plan, .. } = *instruction;
        let Some(warp) = self.warp_mut(part.warp) else { return };
        warp.unissued += 1;
        warp.flags.extend(plan.writes.iter().map(|&flag| (function, flag, part.members)));
        warp.waits_operands |= if plan.waits_operands { part.members } else { 0 };
    }

    /// Records that a step of a warp is issued.
    pub fn step_issued(&mut self, warp: WarpId, op: &MicroOp) {
        let Some(warp) = self.warp_mut(warp) else { return };
        warp.in_flight += 1;
        warp.outstanding_global += u32::from(op.step.is_global());
    }

    /// Records that a step of a warp is over.
    pub fn step_over(&mut self, part: &Part, op: &MicroOp) {
        let settles = op.flags.is_empty() && !matches!(op.step.role, Role::External(_));
        let Some(warp) = self.warp_mut(part.warp) else { return };
        warp.in_flight -= 1;
        warp.outstanding_global -= u32::from(op.step.is_global());
        warp.waits_operands &= if settles { u32::MAX } else { !part.members };
        warp.flags.retain(|(function, flag, members)| {
            *function != op.function || !op.flags.contains(flag) || members & part.members == 0
        });
    }

    /// Retires a warp that has ended and of which nothing is in flight; returns whether it is
    /// retired now.
    pub fn retire(&mut self, id: WarpId) -> bool {
        let Some(warp) = &mut self.warps[id.index()] else { return false };
        let Some(resident) = &mut self.ctas[warp.cta] else { return false };
        if warp.retired || !warp.quiet() || resident.cta.alive(warp.number) != 0 {
            return false;
        }
        warp.retired = true;
        resident.left -= 1;
        true
    }
}

/// Whether threads at one instruction go to different places.
fn parts(outcome: &Outcome, threads: u32, targets: &[u32; 32]) -> bool {
    match *outcome {
        Outcome::Branch { taken, .. } => taken & threads != 0 && threads & !taken != 0,
        Outcome::Indexed { threads: taken, .. } => {
            let first = targets[taken.trailing_zeros() as usize & 31];
            threads & !taken != 0 || ones(taken.into()).any(|thread| targets[thread] != first)
        }
        _ => false,
    }
}
