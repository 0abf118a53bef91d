//! Issue: schedulers try slots; a slot's group executes its next instruction, and issues its steps
//! one by one.

use heddle_kernel::execute::Outcome;
use smallvec::SmallVec;

use super::SlottedCore;
use super::waiting::Refusal;
use crate::base::ids::{IssueGroup, Slot, SlotSet};
use crate::base::{Class, GridContext, SimError, Wait};
use crate::datapath::Datapath;
use crate::formation::Formation;
use crate::measure::profile::Component;
use crate::microop::{MicroOp, MicroOps, Plan, Program, side_by_side};
use crate::residency::Residency;
use crate::warps::Instruction;

/// Outcome of an attempt to issue.
pub(super) enum Attempt {
    /// The slot issued; the lane that executes the step, if there is one.
    Issued(Option<usize>),
    /// The slot could issue, if there were an issue slot.
    Ready,
    Refused(Refusal),
}

/// The next work of a slot.
enum Next<'p, T> {
    /// A step of the present instruction.
    Step,
    /// The next instruction, with permission to issue its first step.
    Instruction(Instruction<'p>, Option<T>),
}

impl<R: Residency, F: Formation<W>, X: Datapath<W>, const W: usize> SlottedCore<R, F, X, W> {
    /// Lets the schedulers issue, if it is their turn; returns whether anything was issued.
    pub(super) fn issue(&mut self, now: u64, grid: &mut GridContext, program: &Program) -> Result<bool, SimError> {
        if !self.is_turn(now) {
            return Ok(false);
        }
        let (mut issued, mut taken) = (false, SlotSet::EMPTY);
        if self.priority.is_some() {
            self.choose_owner(now, grid, program)?;
        }
        for n in 0..self.formation.schedulers().len() {
            self.waiting.reopen_units(|unit| self.datapath.open(now, unit));
            let (ready, pipeline) = (self.waiting.ready, self.waiting.of(Wait::Pipeline));
            let away = self.waiting.away();
            let mut left = self.formation.schedulers()[n].eligible(ready, pipeline, away);
            let mine = self.formation.schedulers()[n].mine();
            let mut owner = self.owner_among(ready & mine);
            let mut slot_of = n * self.issue_width;
            let last = slot_of + self.issue_width;
            while slot_of < last {
                let first = owner.take().or_else(|| self.formation.schedulers()[n].first(left, &self.ages));
                let Some(slot) = first else { break };
                match self.attempt(now, grid, program, slot, true)? {
                    Attempt::Issued(lane) => {
                        self.classes[slot_of] = Class::Issued;
                        slot_of += 1;
                        issued = true;
                        // what has no steps is an instruction that the warp's lane got, too
                        taken.insert(Slot(lane.unwrap_or(slot.index() % self.lanes.len()) as u16));
                        self.formation.schedulers()[n].issued(slot);
                        self.waiting.forget_unit(SlotSet::one(slot));
                        if slot_of < last {
                            self.waiting.reopen_units(|unit| self.datapath.open(now, unit));
                        }
                        left.remove(slot);
                        left &= self.waiting.ready;
                        // the same warp may issue again in this cycle
                        if slot_of < last && self.waiting.ready.contains(slot) {
                            left.insert(slot);
                        }
                        continue;
                    }
                    Attempt::Refused(refusal) => self.refused(slot, refusal),
                    Attempt::Ready => {}
                }
                left.remove(slot);
            }
            if slot_of < last {
                let class = self.class(mine);
                self.classes[slot_of..last].fill(class);
                self.blame(n, slot_of..last, class);
            }
        }
        // an issue slot that was taken is of another class in the next turn
        (self.conflicts, self.waiting.stale) = (0, issued || self.gives_way());
        if issued && self.lanes.len() > 1 {
            self.conflicts = self.count_conflicts(now, grid, program, taken)?;
        }
        Ok(issued)
    }

    /// Returns the number of lanes that could take an instruction and got none.
    fn count_conflicts(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        mut taken: SlotSet<W>,
    ) -> Result<u32, SimError> {
        let mut conflicts = 0;
        for lane in 0..self.lanes.len() {
            for slot in (self.waiting.ready & self.lanes[lane]).iter() {
                if taken.contains(Slot(lane as u16)) {
                    break;
                }
                match self.attempt(now, grid, program, slot, false)? {
                    Attempt::Ready => {
                        taken.insert(Slot(lane as u16));
                        conflicts += 1;
                    }
                    // it is tried again when what it waits for has come
                    Attempt::Refused(refusal) => self.refused(slot, refusal),
                    Attempt::Issued(_) => {}
                }
            }
        }
        Ok(conflicts)
    }

    /// Issues a slot's next step if it can go; with `go` false, only checks whether it can.
    pub(super) fn attempt(
        &mut self,
        now: u64,
        grid: &mut GridContext,
        program: &Program,
        slot: Slot,
        go: bool,
    ) -> Result<Attempt, SimError> {
        let mut executed = false;
        let mut ticket = None;
        if self.fronts[slot.index()].steps.is_empty() {
            match self.next(now, grid, program, slot) {
                Err(refusal) => return Ok(Attempt::Refused(refusal)),
                Ok(Next::Instruction(..)) if !go => return Ok(Attempt::Ready),
                Ok(Next::Instruction(instruction, leave)) => {
                    self.chassis.shows(Component::Execution);
                    let unchanged = self.execute(grid, program, slot, &instruction)?;
                    self.chassis.shows(Component::FrontEnd);
                    ticket = leave.filter(|_| unchanged);
                    executed = true;
                }
                Ok(Next::Step) => {}
            }
        }
        let lane = if self.fronts[slot.index()].steps.is_empty() {
            None
        } else {
            match self.check(now, slot, ticket) {
                Ok(_) if !go => return Ok(Attempt::Ready),
                Ok(ticket) => Some(self.issue_step(now, slot, ticket)),
                Err(refusal) if !executed => return Ok(Attempt::Refused(refusal)),
                Err(_) => None,
            }
        };
        self.chassis.frame.status.moved = now;
        if let Some(warp) = self.chassis.contexts.warp_in(slot) {
            self.residency.issued(warp, 0);
        }
        Ok(Attempt::Issued(lane))
    }

    /// Returns the next work of a slot; the error is what its group waits for.
    fn next<'p>(
        &mut self,
        now: u64,
        grid: &GridContext,
        program: &'p Program,
        slot: Slot,
    ) -> Result<Next<'p, X::Ticket>, Refusal> {
        self.formation.form(slot, &self.chassis.contexts, &mut self.group)?;
        if self.take_barrier_result(grid, slot) {
            return Ok(Next::Step);
        }
        let group = &self.group;
        if !self.fetch.has(slot, group.pc) {
            self.fetch.follow(slot, group.pc);
            return Err(Wait::Fetch.into());
        }
        let instruction = Instruction::at(group.pc, grid, program).ok_or(Wait::Ended)?;
        for part in &group.parts {
            self.chassis.contexts.awaits(part, &instruction)?;
        }
        let ticket = match instruction.plan.steps.first() {
            None => None,
            Some(step) => {
                self.may_access(slot, step)?;
                let mask = || self.mask(grid, step.scalar);
                Some(self.datapath.check(now, &group.parts, step, mask, &self.chassis.ports)?)
            }
        };
        Ok(Next::Instruction(instruction, ticket))
    }

    /// Returns the lanes in which the group would execute its next instruction: threads whose guard
    /// holds; of a scalar one, one stands for all.
    fn mask(&self, grid: &GridContext, scalar: bool) -> u64 {
        let mut lanes = 0;
        for part in &self.group.parts {
            let Some((resident, number)) = self.chassis.contexts.cta(part.warp) else { continue };
            let threads = resident.cta.warps[number].guarded(grid.image, self.group.pc, part.threads);
            lanes |= u64::from(threads) << part.lane;
        }
        if scalar { u64::from(lanes != 0) } else { lanes }
    }

    /// Executes an instruction for a slot's group, and lists the steps to issue; returns whether
    /// the first of them is the instruction's first planned step.
    fn execute(
        &mut self,
        grid: &mut GridContext,
        program: &Program,
        slot: Slot,
        instruction: &Instruction,
    ) -> Result<bool, SimError> {
        let Instruction { plan, .. } = *instruction;
        let group = std::mem::take(&mut self.group);
        let ops = self.execute_parts(grid, slot, &group, instruction)?;
        self.chassis.ports.counters.instructions += 1;
        self.chassis.ports.lines.at(instruction.pc).into_iter().for_each(|line| line.issued += 1);
        self.chassis.ports.counters.scalar_instructions += u64::from(plan.scalar);
        let steps = &mut self.fronts[slot.index()].steps;
        let changed = MicroOp::lower_all(ops, program, steps);
        let is_planned = |op: &MicroOp| plan.steps.first().is_some_and(|step| step.op == op.step.op);
        let unchanged =
            !changed && steps.front().is_some_and(|op| is_planned(op) && op.parts.len() == group.parts.len());
        if !steps.is_empty() {
            group.parts.iter().for_each(|part| self.chassis.contexts.hold(part, instruction));
        }
        self.redirect(slot, &group, plan);
        self.fronts[slot.index()].parts = group.parts;
        Ok(unchanged)
    }

    /// Executes an instruction part by part, then moves all threads to their next instructions.
    fn execute_parts(
        &mut self,
        grid: &mut GridContext,
        slot: Slot,
        group: &IssueGroup,
        instruction: &Instruction,
    ) -> Result<MicroOps, SimError> {
        self.formation.executes(slot, &mut self.chassis.contexts);
        let mut outcomes = SmallVec::<[Outcome; 1]>::new();
        let mut ops = SmallVec::<[MicroOps; 1]>::new();
        for &part in &group.parts {
            let ports = &mut self.chassis.ports;
            let executed = self.chassis.contexts.execute_part(grid, part, instruction, X::CHECKS_VALUES, ports)?;
            let Some((outcome, steps)) = executed else { continue };
            outcomes.push(outcome);
            ops.push(steps);
        }
        self.formation.executed(slot, group, &outcomes, &mut self.chassis.contexts, grid)?;
        Ok(joined(ops))
    }

    /// Fetches for the slots of a group that has executed an instruction, and wakes the warps that
    /// may have waited for it.
    fn redirect(&mut self, slot: Slot, group: &IssueGroup, plan: &Plan) {
        let shared = F::SHARES_WARPS && group.parts.len() > 1;
        if !shared {
            self.follow(slot);
        }
        for part in &group.parts {
            let Some((resident, number)) = self.chassis.contexts.cta(part.warp) else { continue };
            if plan.is_barrier || resident.cta.alive(number) == 0 {
                self.chassis.ports.events.woken.extend(&resident.warps);
            }
            if shared {
                let slots = self.formation.slots_of(part.warp, &self.chassis.contexts);
                slots.iter().for_each(|slot| self.follow(slot));
                self.waiting.wake(slots);
            }
        }
        self.regroup();
    }

    /// Checks whether a slot's first step can issue; the error is the refusal.
    fn check(&mut self, now: u64, slot: Slot, ticket: Option<X::Ticket>) -> Result<X::Ticket, Refusal> {
        let steps = &mut self.fronts[slot.index()].steps;
        if X::CHECKS_VALUES
            && let Some(op) = steps.front()
            && let Some((place, missing)) = self.chassis.contexts.warp(op.warp()).and_then(|warp| warp.undefined(op))
        {
            let clear = op.constant(place, 0, missing);
            steps.push_front(clear);
        } else if let Some(ticket) = ticket {
            return Ok(ticket);
        }
        let op = self.fronts[slot.index()].steps.front().ok_or(Wait::Ended)?;
        self.may_access(slot, &op.step)?;
        Ok(self.datapath.check(now, &op.parts, &op.step, || op.mask(), &self.chassis.ports)?)
    }

    /// Issues a slot's first step; returns the lane that executes it.
    fn issue_step(&mut self, now: u64, slot: Slot, ticket: X::Ticket) -> usize {
        let front = &mut self.fronts[slot.index()];
        let Some(op) = front.steps.pop_front() else { return 0 };
        let last = front.steps.is_empty();
        if let Some(priority) = self.priority.as_mut().filter(|_| op.step.is_global()) {
            priority.accessed(slot);
        }
        for part in &op.parts {
            if X::CHECKS_VALUES
                && let Some(warp) = self.chassis.contexts.warp_mut(part.warp)
            {
                warp.writes(&op);
            }
            self.chassis.contexts.step_issued(part.warp, &op);
            self.residency.issued(part.warp, op.registers());
        }
        self.chassis.ports.counters.tally(&op, self.datapath.words_moved(op.mask()));
        let threads = u64::from(op.mask().count_ones());
        self.chassis.shows(Component::Pipelines);
        let lane = self.datapath.issue(now, ticket, op, &mut self.chassis.ports);
        self.chassis.shows(Component::FrontEnd);
        self.chassis.frame.status.lane_threads[lane] += threads;
        if last {
            self.release_warps(slot);
        }
        lane
    }

    /// Frees the warps of a group all of whose steps are issued, so that they can take part in
    /// other groups.
    fn release_warps(&mut self, slot: Slot) {
        let parts = &self.fronts[slot.index()].parts;
        let mut slots = SlotSet::EMPTY;
        for part in parts {
            if let Some(warp) = self.chassis.contexts.warps[part.warp.index()].as_mut() {
                warp.unissued -= 1;
            }
            if F::SHARES_WARPS && parts.len() > 1 {
                slots |= self.formation.slots_of(part.warp, &self.chassis.contexts);
            }
        }
        if !slots.is_empty() {
            self.waiting.wake(slots);
        }
    }
}

/// Merges the micro-operations of a group's parts.
pub(super) fn joined(mut parts: SmallVec<[MicroOps; 1]>) -> MicroOps {
    match parts.len() {
        0 => MicroOps::new(),
        1 => parts.swap_remove(0),
        _ => side_by_side(parts.into_vec()),
    }
}
