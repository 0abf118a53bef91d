//! Warps on a sliced core: launch, execution of issued steps, wake-up, and end.

use heddle_golden::Device;
use heddle_golden::gang::Gang;
use heddle_kernel::execute::{Divergence, IN_ORDER, WarpStack};
use heddle_kernel::program::Op;

use super::SlicedCore;
use super::events::Event;
use super::seat::{STEPS, Seat};
use super::taken::{Launch, slices};
use crate::base::ids::WarpId;
use crate::base::{GridContext, SimError, Wait};
use crate::memory::AccessKind;
use crate::microop::{MicroOp, Program, Role};
use crate::warps::{CtaNeeds, Instruction, Resident};

impl<D: Device<Gang>> SlicedCore<D> {
    /// Admits a CTA: its sets are queued to be launched, one a cycle.
    pub(super) fn admit(
        &mut self,
        now: u64,
        grid: &GridContext,
        needs: &CtaNeeds,
        (at, warps): (usize, Vec<WarpId>),
        place: [u32; 3],
    ) -> Result<(), SimError> {
        let layout = self.layout;
        let cta = grid.start(place, |_| IN_ORDER)?;
        let lane = |number: u32| number % layout.warps() as u32 * layout.warp_size;
        self.chassis.seat(now, needs, at, (cta, warps.clone()), (lane, false));
        for set in warps.chunks(layout.warps()) {
            let (mut first, mut mask) = (None, 0);
            for &id in set {
                self.chassis.contexts.warp_mut(id).into_iter().for_each(|warp| warp.launched = true);
                match self.chassis.contexts.fetch_pc(id) {
                    Some(pc) => {
                        mask |= layout.slices_of(id);
                        first.get_or_insert(pc);
                    }
                    // all its threads are beyond the warp's own size: it never runs
                    None => self.chassis.leaving |= self.chassis.contexts.retire(id),
                }
            }
            if let (Some(pc), Some(&id)) = (first, set.first()) {
                self.launches.push_back(Launch { set: layout.set(id), mask, pc: u64::from(pc) * STEPS });
            }
        }
        Ok(())
    }

    /// Returns the unit's PC of a warp's next step; `None` if the warp has ended.
    pub(super) fn pc(&self, id: WarpId) -> Option<u64> {
        let seat = self.seats[id.index()].as_ref()?;
        if !seat.steps.is_empty() {
            return Some(u64::from(seat.place) * STEPS + u64::from(seat.step));
        }
        self.chassis.contexts.fetch_pc(id).map(|pc| u64::from(pc) * STEPS)
    }

    /// Executes the steps that the unit issues; returns their slices.
    pub(super) fn issue(&mut self, now: u64, grid: &mut GridContext, program: &Program) -> Result<u8, SimError> {
        let mut issued = self.output.alone;
        for k in 0..self.cfg.issue as usize {
            // each port belongs to a scheduler: one may issue where those before it do not
            if !self.output.issue_valid[k] {
                continue;
            }
            let set = usize::from(self.output.issue_id[k]) / self.cfg.entries() as usize;
            self.issue_unit(now, grid, program, (set, self.output.issue_mask[k]), Some(self.output.issue_pc[k]))?;
            issued |= self.output.issue_mask[k];
        }
        for slice in slices(self.output.alone) {
            let set = usize::from(self.output.alone_set[slice]);
            self.issue_unit(now, grid, program, (set, 1 << slice), None)?;
        }
        self.chassis.ports.counters.issue_cycles += u64::from(issued != 0);
        Ok(issued)
    }

    /// Executes the next step of the warps of a unit.
    fn issue_unit(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        (set, mask): (usize, u8),
        pc: Option<u64>,
    ) -> Result<(), SimError> {
        let layout = self.layout;
        self.chassis.frame.status.moved = now;
        *self.gangs.issued(mask.count_ones()) += 1;
        self.count_regrouping(set, mask);
        let (mut opens, mut resolves, mut executes, mut steps) = (None, false, false, 0);
        for id in layout.warps_in(set, mask) {
            self.check_issue(now, id, pc)?;
            let Some(seat) = &self.seats[id.index()] else { continue };
            if seat.steps.is_empty() {
                if !executes && let Some(line) = self.chassis.ports.lines.at(Seat::place_of(seat.pc) as u32) {
                    line.issued += 1;
                }
                executes = true;
                if self.execute(grid, program, id)? {
                    opens = Some(id);
                }
            }
            resolves |= self.issue_step(now, id, &mut steps);
            self.classes.issued(id);
        }
        // a gang is decoded and issued once
        self.chassis.ports.counters.instructions += u64::from(executes);
        self.chassis.ports.counters.steps += steps.min(1);
        let due = self.in_order.report(mask, now + self.report[usize::from(resolves)]);
        let report = Event { due, set, mask, memory: false };
        if resolves && layout.warps_in(set, mask).any(|id| self.is_at_barrier(id)) {
            self.withheld.push(report);
        } else {
            self.reports.push(report);
        }
        for id in layout.warps_in(set, mask) {
            self.wake(id, grid, program, due, false);
            self.classify(id);
        }
        if let Some(opener) = opens {
            self.wake_cta(opener, grid, program, due);
        }
        Ok(())
    }

    /// Checks that a warp that is issued can go, at its own PC.
    fn check_issue(&self, now: u64, id: WarpId, pc: Option<u64>) -> Result<(), SimError> {
        let wrong = |what| Err(self.unit_is_wrong(now, id, what));
        let Some(seat) = self.seats.get(id.index()).and_then(Option::as_ref).filter(|seat| !seat.ended) else {
            return wrong("is issued, and does not exist");
        };
        if !(seat.known && seat.ready && seat.filled) {
            return wrong("is issued, and cannot go");
        }
        if pc.is_some_and(|pc| pc != seat.pc) {
            return wrong("is issued at another PC than its own");
        }
        if self.pc(id) != Some(seat.pc) {
            return wrong("goes on at another PC than it reported");
        }
        Ok(())
    }

    /// Executes a warp's next instruction, whose steps are issued one by one; returns whether other
    /// warps may have waited for it.
    fn execute(&mut self, grid: &mut GridContext, program: &Program, id: WarpId) -> Result<bool, SimError> {
        let Ok((pc, part)) = self.chassis.contexts.next(id) else { return Ok(false) };
        let Some(instruction) = Instruction::at(pc, grid, program) else { return Ok(false) };
        let executed = self.chassis.contexts.execute_part(grid, part, &instruction, false, &mut self.chassis.ports)?;
        let Some((outcome, ops)) = executed else { return Ok(false) };
        let Some((resident, number)) = self.chassis.contexts.cta_mut(id) else { return Ok(false) };
        grid.apply(&mut resident.cta, number, pc, part.threads, &outcome)?;
        let ended = resident.cta.alive(number) == 0;
        if let Some(warp) = self.chassis.contexts.warp_mut(id) {
            // a barrier's result is there when the barrier opens (DEVIATIONS, D210)
            warp.barrier_results.clear();
        }
        let Some(seat) = &mut self.seats[id.index()] else { return Ok(false) };
        MicroOp::lower_all(ops, program, &mut seat.steps);
        if seat.steps.len() as u64 > STEPS {
            return Err(too_long(grid, &instruction, seat.steps.len()));
        }
        (seat.place, seat.step) = (pc, 0);
        seat.resolves = changes_flow(grid, &instruction);
        if !seat.steps.is_empty() {
            self.chassis.contexts.hold(&part, &instruction);
        }
        Ok(instruction.plan.is_barrier || ended)
    }

    /// Issues a warp's next step, if its instruction has any, after `before` others of the unit;
    /// returns whether control flow may change behind the step.
    fn issue_step(&mut self, now: u64, id: WarpId, before: &mut u64) -> bool {
        let Some(seat) = &mut self.seats[id.index()] else { return false };
        (seat.known, seat.ready, seat.filled, seat.wake, seat.missed) = (false, false, false, None, false);
        let op = seat.steps.pop_front();
        seat.step += 1;
        let last = seat.steps.is_empty();
        let resolves = last && seat.resolves;
        let Some(op) = op else { return resolves };
        self.chassis.contexts.step_issued(id, &op);
        if last && let Some(warp) = self.chassis.contexts.warp_mut(id) {
            warp.unissued -= 1;
        }
        self.chassis.ports.counters.tally_part(&op, self.datapath.words_moved(op.mask()), *before == 0);
        *before += 1;
        let threads = u64::from(op.mask().count_ones());
        let lane = self.datapath.issue(now, op);
        self.chassis.frame.status.lane_threads[lane] += threads;
        resolves
    }

    /// Retires steps that are over, and wakes their warps.
    pub(super) fn settle(&mut self, now: u64, grid: &GridContext, program: &Program) {
        let mut finished = std::mem::take(&mut self.chassis.ports.events.finished);
        for op in &finished {
            for part in &op.parts {
                self.chassis.contexts.step_over(part, op);
                if self.datapath.has_missed(part.warp)
                    && let Some(seat) = &mut self.seats[part.warp.index()]
                {
                    seat.missed = true;
                }
                self.retire(part.warp);
                self.wake(part.warp, grid, program, now, is_memory(op));
                self.classify(part.warp);
            }
        }
        self.chassis.contexts.spare.take(&mut finished);
        self.chassis.ports.events.finished = finished;
    }

    /// Wakes all warps of a CTA from a cycle on, if nothing keeps them: a barrier may have opened.
    fn wake_cta(&mut self, of: WarpId, grid: &GridContext, program: &Program, from: u64) {
        let Some(warp) = self.chassis.contexts.warp(of) else { return };
        let at = warp.cta;
        let mut withheld = std::mem::take(&mut self.withheld);
        withheld.retain(|report| {
            let waits = self.layout.warps_in(report.set, report.mask).any(|id| self.is_at_barrier(id));
            if !waits {
                self.reports.push(Event { due: from, ..*report });
            }
            waits
        });
        self.withheld = withheld;
        for n in 0..self.chassis.contexts.ctas[at].as_ref().map_or(0, |resident| resident.warps.len()) {
            let Some(&id) = self.chassis.contexts.ctas[at].as_ref().and_then(|resident| resident.warps.get(n)) else {
                continue;
            };
            self.wake(id, grid, program, from, false);
            self.classify(id);
        }
    }

    /// Wakes a warp from a cycle on, once its PC is known, if nothing keeps it from its next step;
    /// `memory`: it waited for a memory instruction last.
    fn wake(&mut self, id: WarpId, grid: &GridContext, program: &Program, from: u64, memory: bool) {
        let Some(seat) = self.seats[id.index()].as_ref().filter(|seat| seat.wake.is_none() && !seat.ended) else {
            return;
        };
        let known = seat.known;
        let kept = self.awaits(seat, id, grid, program);
        let Some(seat) = &mut self.seats[id.index()] else { return };
        match kept {
            Err(wait) => seat.wait = wait,
            Ok(()) => {
                seat.wake = Some((from, memory));
                if known {
                    self.push_wake(id, from, memory);
                }
            }
        }
    }

    /// Whether a warp has come to a barrier, with all steps of it. Its next PC is reported when the
    /// barrier opens: else it could be ganged with a warp that is at that instruction for the turn
    /// before, and has still to come to the barrier (DEVIATIONS, D210).
    fn is_at_barrier(&self, id: WarpId) -> bool {
        let has_steps = self.seats[id.index()].as_ref().is_some_and(|seat| !seat.steps.is_empty());
        let waits = |(resident, number): (&Resident<WarpStack>, usize)| {
            resident.cta.control(number).next().is_none() && resident.cta.alive(number) != 0
        };
        !has_steps && self.chassis.contexts.cta(id).is_some_and(waits)
    }

    /// Checks what keeps a warp from its next step, without fetch and units; the error is the
    /// reason.
    fn awaits(&self, seat: &Seat, id: WarpId, grid: &GridContext, program: &Program) -> Result<(), Wait> {
        if let Some(op) = seat.steps.front() {
            return self.datapath.check(&op.parts[0], &op.step);
        }
        let (pc, part) = self.chassis.contexts.next(id)?;
        let instruction = Instruction::at(pc, grid, program).ok_or(Wait::Ended)?;
        self.chassis.contexts.awaits(&part, &instruction)?;
        instruction.plan.steps.first().map_or(Ok(()), |step| self.datapath.check(&part, step))
    }

    /// Retires a warp that has ended, for the unit, too, and is drained.
    pub(super) fn retire(&mut self, id: WarpId) {
        let ended = self.seats[id.index()].as_ref().is_some_and(|seat| seat.ended);
        if ended {
            self.chassis.retire(id);
        }
    }

    /// Counts units that differ from those in which their warps came to the instruction.
    fn count_regrouping(&mut self, set: usize, mask: u8) {
        let mut came =
            self.layout.warps_in(set, mask).filter_map(|id| self.seats[id.index()].as_ref()).map(|seat| seat.peers);
        let first = came.next().unwrap_or(mask);
        if came.any(|peers| peers != first) || mask & !first & self.cfg.all_slices() != 0 && first != 0 {
            self.gangs.merges += 1;
        } else if first & !mask != 0 {
            self.gangs.torn += 1;
            self.torn.part(set, first, mask);
        }
        if !self.torn.is_empty() {
            let missed = |id: WarpId| self.seats[id.index()].as_ref().is_some_and(|seat| seat.missed);
            self.gangs.torn_hits += self.torn.go(set, mask, self.layout.warps_in(set, mask).any(missed));
        }
    }
}

/// Whether a step is a load or an atomic of global or local memory (VWS 4.4).
fn is_memory(op: &MicroOp) -> bool {
    let loads = |operation: crate::microop::MemoryOp| operation.kind() != AccessKind::Store;
    op.step.is_global() && matches!(op.step.role, Role::Memory(operation, _) if loads(operation))
}

/// Whether the next PC is not known at once after an instruction: a branch, call, return, exit or
/// barrier.
fn changes_flow(grid: &GridContext, instruction: &Instruction) -> bool {
    let function = &grid.image.module.functions[instruction.function.0 as usize];
    function.code.get(instruction.number as usize).is_none_or(|code| {
        matches!(
            code.op,
            Op::Branch { .. }
                | Op::BranchIndexed { .. }
                | Op::Call { .. }
                | Op::Return
                | Op::Exit
                | Op::Trap
                | Op::Barrier(_)
        )
    })
}

fn too_long(grid: &GridContext, instruction: &Instruction, steps: usize) -> SimError {
    let module = grid.image.module;
    let function = &module.functions[instruction.function.0 as usize];
    let line = function.code.get(instruction.number as usize).map_or(0, |code| module.source.place(code.at.start).line);
    SimError::Unfit(format!(
        "`{}`, {}:{line}: the instruction has {steps} steps, and the ganging unit's PCs distinguish only {STEPS}: choose a policy without gangs",
        function.name, module.source.name
    ))
}
