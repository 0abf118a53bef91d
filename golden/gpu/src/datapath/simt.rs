//! Conventional cores: a group over all units at once, in as many beats as it takes; lanes that do not take part idle (STSIMT 3.1, 3.3: like Tesla).
//!
//! Instructions of different pipelines overlap: SP, SFU, FP64, load/store. With a scalar unit (like GCN, STSIMT 4.1 and 5.9), what is scalar goes through a
//! pipeline of its own with registers of its own.

use super::scoreboard::Scoreboard;
use super::shared_banks::SharedBanks;
use super::{CorePorts, CtaNeeds, Datapath, Stall, Unfit, ValueMismatch};
use crate::config::spec::Spec;
use crate::core::ids::{Part, WarpId};
use crate::memory::{Access, AccessKind, Homes, Served};
use crate::microop::{MicroOp, Role, Step, Unit};
use crate::system::DelayQueue;

/// Pipelines of a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pipe {
    Sp,
    Sfu,
    Double,
    Memory,
    Scalar,
}
const PIPES: usize = 5;

/// Words of vector and scalar registers.
type Words = (u64, u64);

/// A conventional core.
#[derive(Debug)]
pub(crate) struct Simt {
    spec: Spec,
    /// It has a scalar unit.
    scalar: bool,
    /// From when on each pipeline takes an instruction.
    free: [u64; PIPES],
    scoreboard: Scoreboard,
    banks: SharedBanks,
    /// Steps in flight, by token.
    in_flight: Vec<Option<MicroOp>>,
    spare: Vec<u32>,
    due: DelayQueue<u32>,
    /// An access whose addresses are made, and when they are.
    addressing: Option<(u64, Access)>,
    /// Threads that wait for memory, of a token.
    missing: Vec<u64>,
    /// Registers of each warp; none if there is no such warp.
    given: Vec<Option<Words>>,
    words: Words,
    launched: Vec<WarpId>,
}

/// Cycles beside the execute stages from a step to one that needs its result: as in the lane, so that pipelines differ in nothing else.
const AROUND: u64 = 6;

impl Simt {
    /// A core that holds `warps` warps at most; `scalar`: with a scalar unit.
    pub fn new(spec: &Spec, scalar: bool, warps: usize) -> Simt {
        Simt {
            spec: spec.clone(),
            scalar,
            free: [0; PIPES],
            scoreboard: Scoreboard::new(warps),
            banks: SharedBanks::new(spec.shared.banks),
            in_flight: Vec::new(),
            spare: Vec::new(),
            due: DelayQueue::default(),
            addressing: None,
            missing: Vec::new(),
            given: vec![None; warps],
            words: (0, 0),
            launched: Vec::new(),
        }
    }

    fn pipe(&self, step: &Step) -> Pipe {
        match step.role {
            Role::Memory(..) | Role::External(Unit::Constant) => Pipe::Memory,
            Role::External(Unit::Special) => Pipe::Sfu,
            Role::External(Unit::Double) => Pipe::Double,
            _ if step.scalar && self.scalar => Pipe::Scalar,
            _ => Pipe::Sp,
        }
    }

    /// Cycles that a step occupies its pipeline.
    fn beats(&self, step: &Step, pipe: Pipe) -> u64 {
        let core = &self.spec.core;
        let width = match pipe {
            _ if step.scalar => return 1,
            Pipe::Sfu => core.sfus,
            Pipe::Double => core.doubles,
            _ => core.width,
        };
        core.warp_size.div_ceil(width).into()
    }

    /// Registers of `warps` whole warps.
    fn needs(&self, needs: &CtaNeeds, warps: usize) -> Words {
        let (words, warps) = (needs.program.words, warps as u64);
        let scalars = if self.scalar { u64::from(words.scalars) * warps } else { 0 };
        (u64::from(words.vectors) * warps * u64::from(needs.warp_size), scalars)
    }

    /// A name for a step in flight.
    fn token(&mut self, op: MicroOp) -> u32 {
        let token = self.spare.pop().unwrap_or_else(|| {
            self.in_flight.push(None);
            self.missing.push(0);
            self.in_flight.len() as u32 - 1
        });
        self.in_flight[token as usize] = Some(op);
        token
    }

    fn finish(&mut self, token: u32, ports: &mut CorePorts) {
        let Some(op) = self.in_flight[token as usize].take() else { return };
        self.spare.push(token);
        if op.step.target.is_some() {
            op.parts.iter().for_each(|part| self.scoreboard.done(part.warp, token));
        }
        ports.events.finished.push(op);
    }

    fn served(&mut self, served: Served, ports: &mut CorePorts) {
        let missing = &mut self.missing[served.token as usize];
        *missing &= !served.threads;
        if *missing == 0 {
            self.finish(served.token, ports);
        }
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
        for (what, needed, there) in [
            ("warps", needs.threads.len() as u64, self.given.len() as u64),
            ("words of registers", vectors, core.registers.into()),
            ("words of scalar registers", scalars, core.scalar_registers.into()),
        ] {
            if needed > there {
                return Err(Unfit::Core { what, needed, there });
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

    fn begin(&mut self, now: u64, ports: &mut CorePorts) {
        ports.events.launched.append(&mut self.launched);
        if let Some((_, access)) = self.addressing.take_if(|(due, _)| *due <= now && ports.loads.accepts()) {
            ports.loads.push(now, access);
        }
        while let Some(served) = ports.loads.served(now) {
            self.served(served, ports);
        }
        while let Some(served) = ports.constants.served(now) {
            self.served(served, ports);
        }
        while let Some(token) = self.due.pop(now) {
            self.finish(token, ports);
        }
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
            if let Some(long) = self.scoreboard.blocks(part.warp, step) {
                return Err(Stall::Result { long });
            }
        }
        let pipe = self.pipe(step);
        let full = match pipe {
            Pipe::Memory if matches!(step.role, Role::External(_)) => !ports.constants.accepts(),
            Pipe::Memory => self.addressing.is_some(),
            _ => false,
        };
        if self.free[pipe as usize] > now || full { Err(Stall::Busy) } else { Ok(pipe) }
    }

    fn issue(&mut self, now: u64, pipe: Pipe, mut op: MicroOp, ports: &mut CorePorts) -> usize {
        let step = op.step;
        let beats = self.beats(&step, pipe);
        let threads = op.mask();
        let addresses = op.addresses.take();
        let homes = if addresses.is_some() { Homes::of(&op.parts) } else { Homes::default() };
        let token = self.token(op);
        if step.target.is_some() {
            let Simt { scoreboard, in_flight, .. } = self;
            let parts = in_flight[token as usize].iter().flat_map(|op| &op.parts);
            parts.for_each(|part| scoreboard.issued(part.warp, token, &step, threads));
        }
        self.free[pipe as usize] = now + beats;
        let pipeline = &self.spec.pipeline;
        let latency = match pipe {
            Pipe::Sfu => pipeline.special,
            Pipe::Double => pipeline.double,
            _ => pipeline.execute,
        };
        let (bytes, answered) = (step.bytes(), step.target.is_some());
        match (step.role, addresses) {
            (Role::Memory(operation, _), Some(addresses)) if threads != 0 && step.is_global() => {
                self.missing[token as usize] = threads;
                let kind = operation.kind();
                let access = Access { token, kind, bytes, threads, addresses, homes, answered };
                self.addressing = Some((now + beats, access));
            }
            (Role::Memory(..), Some(addresses)) if threads != 0 => {
                let (lanes, width) = (self.spec.core.warp_size as usize, self.spec.core.width as usize);
                let cycles = if step.scalar { 1 } else { self.banks.cycles(&addresses, threads, lanes, width) };
                ports.counters.shared_conflicts += cycles - beats.min(cycles);
                self.free[pipe as usize] = now + cycles.max(beats);
                self.due.push(now + cycles.max(beats) + u64::from(self.spec.shared.latency), token);
            }
            (Role::External(Unit::Constant), Some(addresses)) if threads != 0 => {
                self.missing[token as usize] = threads;
                let kind = AccessKind::Load;
                ports.constants.push(now, Access { token, kind, bytes, threads, addresses, homes, answered: true });
            }
            _ => self.due.push(now + beats + u64::from(latency) + AROUND, token),
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
        let free = self.free.iter().copied().filter(|&free| free > now).min();
        let addressing = self.addressing.as_ref().map(|&(due, _)| due.max(now + 1));
        [free, addressing, self.due.next()].into_iter().flatten().min()
    }
}
