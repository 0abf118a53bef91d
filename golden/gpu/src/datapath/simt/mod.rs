//! Conventional cores: a group over all units at once, in several beats if need be; lanes that do
//! not take part idle (STSIMT 3.1, 3.3: like Tesla).
//!
//! Instructions of different pipelines overlap: SP, SFU, FP64, load/store. With a scalar unit (like
//! GCN, STSIMT 4.1 and 5.9), scalar instructions go through a pipeline of its own with registers of
//! its own.

mod collector;
mod flow;
mod pipelines;

use std::collections::VecDeque;

use super::in_flight::InFlight;
use super::scoreboard::Scoreboard;
use super::shared_banks::SharedBanks;
use super::{Datapath, Stall, ValueMismatch};
use crate::base::ids::{Part, WarpId};
use crate::base::{DelayQueue, first};
use crate::config::spec::Spec;
use crate::memory::Access;
use crate::microop::{MicroOp, Step};
use crate::warps::{CorePorts, CtaNeeds, Unfit};
use collector::Collector;
use pipelines::Pipelines;
pub(super) use pipelines::{INTERVAL_OF, Intervals, Pipe, UnitTimes};

/// Numbers of words of vector and of scalar registers.
type Words = (u64, u64);

/// Loads that stall a warp that needs them, for virtual threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stalls {
    /// No loads: no CTA ever goes out.
    No,
    /// Loads with a transaction that did not hit L1 at once, and atomics (DEVIATIONS, D141).
    Misses,
    /// All loads from global and local memory.
    Loads,
}

/// The datapath of a conventional core.
#[derive(Debug)]
pub(crate) struct Simt {
    spec: Spec,
    stalls: Stalls,
    /// Whether the core has a scalar unit.
    scalar: bool,
    pipelines: Pipelines,
    /// Register banks and operand collectors; `None` where they are not modelled.
    collector: Option<Collector>,
    scoreboard: Scoreboard,
    banks: SharedBanks,
    in_flight: InFlight,
    /// Steps in collectors, by pipeline: their number, and those that have their operands.
    collected: [(u32, VecDeque<u32>); Pipe::COUNT],
    /// Number of steps in collectors that have their operands.
    ready: u32,
    /// Results that reach the register file: the start of their write into banks, or its end.
    due: DelayQueue<u32>,
    /// Results that are being written, with the cycle in which the write ends.
    written: VecDeque<(u64, u32)>,
    /// Accesses on their way to the load/store unit, with the cycle of their arrival.
    addressing: VecDeque<(u64, Access)>,
    /// Register words of each warp; `None` if there is no such warp.
    given: Vec<Option<Words>>,
    words: Words,
    launched: Vec<WarpId>,
}

impl Simt {
    /// Creates the datapath of a core that holds `warps` warps at most; `scalar`: with a scalar
    /// unit.
    pub fn new(spec: &Spec, scalar: bool, warps: usize) -> Simt {
        let beats = spec.core.warp_size.div_ceil(spec.core.width).into();
        Simt {
            spec: spec.clone(),
            stalls: Stalls::No,
            scalar,
            pipelines: Pipelines::new(spec, scalar),
            collector: spec.pipeline.collector.map(|count| Collector::new(count, spec.pipeline.banks, beats)),
            scoreboard: Scoreboard::new(warps),
            banks: SharedBanks::new(spec),
            in_flight: InFlight::default(),
            collected: Default::default(),
            ready: 0,
            due: DelayQueue::default(),
            written: VecDeque::new(),
            addressing: VecDeque::new(),
            given: vec![None; warps],
            words: (0, 0),
            launched: Vec::new(),
        }
    }

    /// Returns the datapath with the loads that stall warps.
    pub fn with_stalls(self, stalls: Stalls) -> Simt {
        Simt { stalls, ..self }
    }

    /// Returns the register words of `warps` whole warps.
    fn needs(&self, needs: &CtaNeeds, warps: usize) -> Words {
        let (words, warps) = (needs.program.words, warps as u64);
        let scalars = if self.scalar { u64::from(words.scalars) * warps } else { 0 };
        (u64::from(words.vectors) * warps * u64::from(needs.warp_size), scalars)
    }

    /// Returns the steps in flight.
    #[cfg(test)]
    pub fn in_flight(&self) -> impl Iterator<Item = &MicroOp> {
        self.in_flight.iter()
    }

    fn finish(&mut self, token: u32, ports: &mut CorePorts) {
        let Some(op) = self.in_flight.take(token) else { return };
        if op.step.target.is_some() {
            op.parts.iter().for_each(|part| self.scoreboard.done(part.warp, token));
        }
        ports.events.finished.push(op);
    }
}

impl<const W: usize> Datapath<W> for Simt {
    const CHECKS_VALUES: bool = false;
    type Ticket = Pipe;

    fn lanes(&self) -> usize {
        1
    }

    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        let (vectors, scalars) = self.needs(needs, needs.threads.len());
        let core = &self.spec.core;
        for (what, key, needed, there) in [
            ("warps", "core.warps", needs.threads.len() as u64, core.warps.into()),
            ("words of registers", "core.registers", vectors, core.registers.into()),
            ("words of scalar registers", "core.scalar_registers", scalars, core.scalar_registers.into()),
        ] {
            if needed > there {
                return Err(Unfit::Core { what, key, needed, there });
            }
        }
        Ok(())
    }

    fn admit(&mut self, needs: &CtaNeeds) -> Option<Vec<WarpId>> {
        let core = &self.spec.core;
        let count = needs.threads.len();
        let (vectors, scalars) = self.needs(needs, count);
        let words = (self.words.0 + vectors, self.words.1 + scalars);
        if words.0 > core.registers.into() || words.1 > core.scalar_registers.into() {
            return None;
        }
        let free = (0..self.given.len()).filter(|&warp| self.given[warp].is_none());
        let warps: Vec<WarpId> = free.take(count).map(|warp| WarpId(warp as u16)).collect();
        if warps.len() < count {
            return None;
        }
        let each = self.needs(needs, 1);
        warps.iter().for_each(|warp| self.given[warp.index()] = Some(each));
        self.words = words;
        self.launched.extend(&warps);
        Some(warps)
    }

    fn warp_ended(&mut self, _: WarpId) -> bool {
        false
    }

    fn cta_ended(&mut self, warps: &[WarpId]) {
        for warp in warps {
            let (vectors, scalars) = self.given[warp.index()].take().unwrap_or_default();
            self.words = (self.words.0 - vectors, self.words.1 - scalars);
        }
    }

    fn registers(&self) -> u64 {
        self.words.0 + self.words.1
    }

    /// A register's entry is as wide as the warp, whatever the mask.
    fn words_moved(&self, mask: u64) -> u64 {
        u64::from(mask != 0) * u64::from(self.spec.core.warp_size)
    }

    fn note_misses(&mut self, ports: &mut CorePorts) {
        while let Some(token) = ports.loads.missed() {
            let Some(op) = self.in_flight.get(token) else { continue };
            for part in &op.parts {
                self.scoreboard.missed(part.warp, token);
                ports.events.missed.push(part.warp);
            }
        }
    }

    fn waits_for_miss(&self, warp: WarpId, step: Option<&Step>) -> bool {
        self.scoreboard.waits_for_miss(warp, step)
    }

    fn units(&self) -> usize {
        Pipe::COUNT
    }

    fn open(&self, now: u64, unit: usize) -> bool {
        let waits = || self.collector.is_some() && self.collected[unit].0 == 0;
        self.collector.as_ref().is_none_or(|collector| collector.accepts())
            && (self.pipelines.takes(now, Pipe::ALL[unit]) || waits())
    }

    fn begin(&mut self, now: u64, ports: &mut CorePorts) {
        self.pipelines.hold(|| ports.is_late(now));
        ports.events.launched.append(&mut self.launched);
        if self.addressing.front().is_some_and(|(due, _)| *due <= now)
            && ports.loads.accepts()
            && let Some((_, access)) = self.addressing.pop_front()
        {
            let of = self.in_flight.get(access.token).map(|op| (op.function, op.instruction));
            ports.load_store(now, of, access);
        }
        while let Some(served) = ports.served(now) {
            self.served(now, served);
        }
        while let Some(token) = self.due.pop(now) {
            self.arrive(now, token, ports);
        }
        self.collect(now, ports);
    }

    #[inline(always)]
    fn check(
        &self,
        now: u64,
        parts: &[Part],
        step: &Step,
        _: impl FnOnce() -> u64,
        ports: &CorePorts,
    ) -> Result<Pipe, Stall> {
        for part in parts {
            if let Some(long) = self.scoreboard.blocks(part, step) {
                return Err(Stall::Result { long });
            }
        }
        let pipe = self.pipelines.times.of(step);
        let taken = !self.takes(now, pipe, step, ports);
        let busy = match &self.collector {
            // of the steps for a pipeline that is taken, one waits in a collector
            Some(collector) => !collector.accepts() || taken && self.collected[pipe as usize].0 != 0,
            None => taken,
        };
        if busy { Err(Stall::Busy { unit: pipe as u16 }) } else { Ok(pipe) }
    }

    fn issue(&mut self, now: u64, pipe: Pipe, op: Box<MicroOp>, ports: &mut CorePorts) -> usize {
        let (step, threads) = (op.step, op.mask());
        let token = self.in_flight.put(op);
        let Simt { scoreboard, in_flight, collector, .. } = self;
        let Some(op) = in_flight.get(token) else { return 0 };
        if step.target.is_some() {
            op.parts.iter().for_each(|part| scoreboard.issued(part, token, &step, threads));
            let stalls = match self.stalls {
                Stalls::No => false,
                Stalls::Misses => step.is_atomic(),
                Stalls::Loads => step.is_global(),
            };
            if stalls {
                op.parts.iter().for_each(|part| scoreboard.missed(part.warp, token));
            }
        }
        let Some(collector) = collector else {
            self.enter(now, pipe, token, ports);
            return 0;
        };
        let all = collector.read(now, token, op.warp(), &step, threads);
        self.collected[pipe as usize].0 += 1;
        if all {
            if self.collected[pipe as usize].1.is_empty() && self.takes(now, pipe, &step, ports) {
                self.go_on(now, pipe, token, ports);
            } else {
                self.collected[pipe as usize].1.push_back(token);
                self.ready += 1;
            }
        }
        0
    }

    fn end(&mut self, _: u64, _: &mut CorePorts) -> Result<(), Box<ValueMismatch>> {
        Ok(())
    }

    fn next_event(&self, now: u64) -> Option<u64> {
        if !self.launched.is_empty() {
            return Some(now + 1);
        }
        let addressing = self.addressing.front().map(|&(due, _)| due.max(now + 1));
        let written = self.written.front().map(|&(end, _)| end);
        let banks = self.collector.as_ref().and_then(|collector| collector.next(now));
        let free = self.pipelines.next(now);
        first([free, addressing, self.due.next(), written, banks])
    }
}
