//! Flow of a step through a conventional core: from its collector into its pipeline, and its result
//! back to the registers.

use super::collector::Entry;
use super::pipelines::{Pipe, from_memory, to_memory};
use super::{CorePorts, Simt};
use crate::memory::{Access, AccessKind, Homes, Served};
use crate::microop::{Place, Role, Step, Unit};

impl Simt {
    /// Records data from memory; when the last threads of a step are served, its result goes on to
    /// the registers.
    pub(super) fn served(&mut self, now: u64, served: Served) {
        if self.in_flight.arrived(served.token, served.threads) {
            let target = self.in_flight.get(served.token).and_then(|op| op.step.target);
            self.results(now, now + from_memory(&target), served.token, &target);
        }
    }

    /// Schedules a step's result for cycle `end`, the end of its write if its banks are free, where
    /// banks are modelled.
    pub(super) fn results(&mut self, now: u64, end: u64, token: u32, target: &Option<Place>) {
        let due = match &self.collector {
            Some(collector) if target.is_some_and(|target| !target.scalar) => {
                end.saturating_sub(collector.beats).max(now)
            }
            _ => end,
        };
        self.due.push(due, token);
    }

    /// Passes a result that has come to the register file to its banks, where banks are modelled.
    pub(super) fn arrive(&mut self, now: u64, token: u32, ports: &mut CorePorts) {
        if let (Some(collector), Some(op)) = (&mut self.collector, self.in_flight.get(token))
            && let Some(target) = &op.step.target
            && !target.scalar
        {
            if op.mask() == 0 || collector.write(now, token, op.warp(), target) {
                self.written.push_back((now + collector.beats, token));
            }
            return;
        }
        self.finish(token, ports);
    }

    /// Serves the banks; steps that have all their operands go on into their pipelines.
    pub(super) fn collect(&mut self, now: u64, ports: &mut CorePorts) {
        let Some(collector) = &mut self.collector else { return };
        let beats = collector.beats;
        if collector.is_waited_for() {
            for (entry, token) in collector.serve(now).drain(..) {
                match (entry, self.in_flight.get(token)) {
                    (Entry::Operand, Some(op)) => {
                        self.collected[self.pipelines.times.of(&op.step) as usize].1.push_back(token);
                        self.ready += 1;
                    }
                    _ => self.written.push_back((now + beats, token)),
                }
            }
        }
        while let Some(&(end, token)) = self.written.front().filter(|(end, _)| *end <= now) {
            debug_assert_eq!(end, now, "a core wakes when a result is written");
            self.written.pop_front();
            self.finish(token, ports);
        }
        if self.ready == 0 {
            return;
        }
        for pipe in Pipe::ALL {
            while let Some(&token) = self.collected[pipe as usize].1.front() {
                if self.can_enter(now, pipe, token, ports) {
                    self.collected[pipe as usize].1.pop_front();
                    self.ready -= 1;
                    self.go_on(now, pipe, token, ports);
                } else {
                    break;
                }
            }
        }
    }

    /// Whether a step in a collector can enter its pipeline.
    fn can_enter(&self, now: u64, pipe: Pipe, token: u32, ports: &CorePorts) -> bool {
        self.in_flight.get(token).is_some_and(|op| self.takes(now, pipe, &op.step, ports))
    }

    /// Whether a pipeline takes a step: it is free, and so is the way to memory, where the step
    /// goes there.
    pub(super) fn takes(&self, now: u64, pipe: Pipe, step: &Step, ports: &CorePorts) -> bool {
        let way = || match step.role {
            Role::External(Unit::Texture) => ports.textures.accepts(),
            Role::External(_) => ports.constants.accepts(),
            // the stages stand still behind an access that is not taken
            _ => self.addressing.front().is_none_or(|(due, _)| *due > now),
        };
        self.pipelines.takes(now, pipe) && (pipe != Pipe::Memory || way())
    }

    /// Moves a step from its collector into its pipeline.
    pub(super) fn go_on(&mut self, now: u64, pipe: Pipe, token: u32, ports: &mut CorePorts) {
        if let Some(collector) = &mut self.collector {
            collector.leave();
            self.collected[pipe as usize].0 -= 1;
        }
        self.enter(now, pipe, token, ports);
    }

    /// Starts a step in its pipeline.
    pub(super) fn enter(&mut self, now: u64, pipe: Pipe, token: u32, ports: &mut CorePorts) {
        let Some(op) = self.in_flight.get_mut(token) else { return };
        let (step, threads, addresses) = (op.step, op.mask(), op.addresses.take());
        let homes = if addresses.is_some() { Homes::of(&op.parts) } else { Homes::default() };
        let mut beats = self.pipelines.times.beats(&step, pipe);
        let (bytes, answered) = (step.bytes(), step.target.is_some());
        match (step.role, addresses) {
            (Role::Memory(operation, _), Some(addresses)) if threads != 0 && step.is_global() => {
                self.in_flight.waits(token, threads);
                let kind = operation.kind();
                let access = Access { token, kind, bytes, threads, addresses, homes, answered };
                self.addressing.push_back((now + beats + to_memory(&step), access));
            }
            (Role::Memory(..), Some(addresses)) if threads != 0 => {
                let core = &self.spec.core;
                let cycles = if step.scalar {
                    1
                } else {
                    self.banks.cycles(&addresses, threads, core.warp_size as usize, core.width as usize)
                };
                ports.counters.shared_conflicts += cycles - beats.min(cycles);
                beats = beats.max(cycles);
                let serves = &mut ports.shared_serves;
                let from = if serves.end > now { serves.start } else { now + 1 };
                *serves = from..serves.end.max(now + 1) + beats;
                let latency = u64::from(self.spec.shared.latency) + from_memory(&step.target);
                self.results(now, now + beats + to_memory(&step) + latency, token, &step.target);
            }
            (Role::External(Unit::Constant), Some(addresses)) if threads != 0 => {
                self.in_flight.waits(token, threads);
                let kind = AccessKind::Load;
                let access = Access { token, kind, bytes, threads, addresses, homes, answered: true };
                ports.constants.push(now + beats + to_memory(&step), access);
            }
            (Role::External(Unit::Texture), Some(addresses)) if threads != 0 => {
                let kind = AccessKind::Load;
                let access = Access { token, kind, bytes, threads, addresses, homes, answered: true };
                ports.textures.fetch(now + beats + to_memory(&step), access, &op.texels);
                self.in_flight.waits(token, threads);
            }
            _ => self.results(now, now + beats + self.pipelines.times.stages(&step, pipe), token, &step.target),
        }
        self.pipelines.occupy(now, pipe, now + beats, step.scalar);
    }
}
