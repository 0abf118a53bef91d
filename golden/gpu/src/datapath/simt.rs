//! Conventional cores: a warp over all units at once, in as many beats as it takes; whoever does not take part idles (STSIMT 3.1, 3.3: like Tesla).
//!
//! Instructions of different pipelines overlap: SP, SFU, FP64, load/store. With a scalar unit (like GCN, STSIMT 4.1 and 5.9), what is scalar goes through a pipeline of its own with
//! registers of its own.

use heddle_contract::lane::op;

use crate::config::spec::Spec;
use crate::datapath::{Around, Difference, Execution, Refusal};
use crate::memory::{Access, AccessKind};
use crate::microop::{MicroOp, Place, Program, Role, Step, Unit};
use crate::system::DelayQueue;

/// Pipelines of a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pipe {
    Sp,
    Sfu,
    Double,
    Memory,
    Scalar,
}
const PIPES: usize = 5;

/// A result on its way.
#[derive(Debug, Clone, Copy)]
struct Pending {
    place: Place,
    long: bool,
    token: u32,
}

/// A conventional core.
#[derive(Debug)]
pub(crate) struct Simt {
    spec: Spec,
    /// It has a scalar unit.
    scalar: bool,
    /// From when on each pipeline takes an instruction.
    free: [u64; PIPES],
    /// A slot's results on their way: its scoreboard.
    pending: Vec<Vec<Pending>>,
    /// Steps in flight, by token.
    flying: Vec<Option<(usize, MicroOp)>>,
    spare: Vec<u32>,
    due: DelayQueue<u32>,
    /// An access whose addresses are made, and when they are.
    addressing: Option<(u64, Access)>,
    /// Threads that wait for memory, of a token.
    missing: Vec<u64>,
    /// Slots given away, and words of registers of each warp.
    taken: u64,
    words: Vec<(u64, u64)>,
    vectors: u64,
    scalars: u64,
    launched: Vec<usize>,
}

/// Cycles beside the execute stages from a step to one that needs its result: as in the lane, so that pipelines differ in nothing else.
const AROUND: u64 = 6;

impl Simt {
    pub fn new(spec: &Spec, scalar: bool) -> Simt {
        let count = spec.core.warps as usize;
        Simt {
            spec: spec.clone(),
            scalar,
            free: [0; PIPES],
            pending: vec![Vec::new(); count],
            flying: Vec::new(),
            spare: Vec::new(),
            due: DelayQueue::default(),
            addressing: None,
            missing: Vec::new(),
            taken: 0,
            words: vec![(0, 0); count],
            vectors: 0,
            scalars: 0,
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

    /// Registers of a CTA: whole warps.
    fn needs(&self, program: &Program, warps: usize) -> (u64, u64) {
        let threads = warps as u64 * u64::from(self.spec.core.warp_size);
        let scalars = if self.scalar { u64::from(program.words.scalars) * warps as u64 } else { 0 };
        (u64::from(program.words.vectors) * threads, scalars)
    }

    fn token(&mut self, slot: usize, micro: MicroOp) -> u32 {
        let token = self.spare.pop().unwrap_or_else(|| {
            self.flying.push(None);
            self.missing.push(0);
            self.flying.len() as u32 - 1
        });
        self.flying[token as usize] = Some((slot, micro));
        token
    }

    fn finish(&mut self, token: u32, around: &mut Around) {
        let Some((slot, micro)) = self.flying[token as usize].take() else { return };
        self.spare.push(token);
        self.pending[slot].retain(|pending| pending.token != token);
        around.events.finished.push((slot, micro));
    }

    /// Cycles of a warp's access to shared memory: `width` threads a cycle, and as often as the most wanted bank has words that they want (3.5).
    fn conflicts(&self, addresses: &[u64; 32], threads: u64) -> u64 {
        let (width, banks) = (self.spec.core.width as usize, u64::from(self.spec.shared.banks));
        let mut cycles = 0;
        let mut words: [(u64, u64); 32] = [(0, 0); 32];
        for first in (0..self.spec.core.warp_size as usize).step_by(width) {
            let mut count = 0;
            for thread in (first..first + width).filter(|thread| threads >> thread & 1 == 1) {
                let word = addresses[thread] / 4;
                if !words[..count].iter().any(|&(_, other)| other == word) {
                    words[count] = (word % banks, word);
                    count += 1;
                }
            }
            let wanted = |bank: u64| words[..count].iter().filter(|&&(other, _)| other == bank).count();
            cycles += words[..count].iter().map(|&(bank, _)| wanted(bank)).max().unwrap_or(1) as u64;
        }
        cycles
    }
}

impl Execution for Simt {
    const VALUES: bool = false;

    fn lanes(&self) -> usize {
        1
    }

    fn fits(&self, program: &Program, threads: &[u32]) -> Result<(), String> {
        let (vectors, scalars) = self.needs(program, threads.len());
        let core = &self.spec.core;
        for (what, needed, there) in [
            ("warps", threads.len() as u64, core.warps),
            ("words of registers", vectors, core.registers),
            ("words of scalar registers", scalars, core.scalar_registers),
        ] {
            if needed > there.into() {
                return Err(format!("a CTA needs {needed} {what}, and a core has {there}"));
            }
        }
        Ok(())
    }

    fn seats(&mut self, program: &Program, threads: &[u32]) -> Option<Vec<usize>> {
        let core = &self.spec.core;
        let (vectors, scalars) = self.needs(program, threads.len());
        let free = !self.taken & (u64::MAX >> (64 - core.warps));
        let fits = self.vectors + vectors <= core.registers.into()
            && self.scalars + scalars <= core.scalar_registers.into()
            && free.count_ones() as usize >= threads.len();
        if !fits {
            return None;
        }
        let seats: Vec<usize> = (0..64).filter(|slot| free >> slot & 1 == 1).take(threads.len()).collect();
        let each = self.needs(program, 1);
        for &slot in &seats {
            self.taken |= 1 << slot;
            self.words[slot] = each;
        }
        (self.vectors, self.scalars) = (self.vectors + vectors, self.scalars + scalars);
        self.launched.extend(&seats);
        Some(seats)
    }

    fn warp_ended(&mut self, _: usize) -> bool {
        false
    }

    fn cta_ended(&mut self, slots: &[usize]) {
        for &slot in slots {
            self.taken &= !(1 << slot);
            let (vectors, scalars) = std::mem::take(&mut self.words[slot]);
            (self.vectors, self.scalars) = (self.vectors - vectors, self.scalars - scalars);
        }
    }

    fn registers(&self) -> u64 {
        self.vectors + self.scalars
    }

    /// A register's entry is as wide as the warp, whatever the mask.
    fn moved(&self, mask: u64) -> u64 {
        u64::from(mask != 0) * u64::from(self.spec.core.warp_size)
    }

    fn begin(&mut self, now: u64, around: &mut Around) {
        around.events.launched.append(&mut self.launched);
        if let Some((_, access)) = self.addressing.take_if(|(due, _)| *due <= now && around.loads.accepts()) {
            around.loads.push(now, access);
        }
        while let Some(served) = around.loads.served(now) {
            self.served(served.token, served.threads, around);
        }
        while let Some(served) = around.constants.served(now) {
            self.served(served.token, served.threads, around);
        }
        while let Some(token) = self.due.pop(now) {
            self.finish(token, around);
        }
    }

    fn refusal(&self, now: u64, slot: usize, step: &Step, _: u64, around: &Around) -> Option<Refusal> {
        let pending = |place: &Place| self.pending[slot].iter().find(|pending| pending.place.meets(place));
        if let Some(pending) = step.places().chain(&step.target).find_map(pending) {
            return Some(Refusal::Result { long: pending.long });
        }
        let pipe = self.pipe(step);
        let full = match pipe {
            Pipe::Memory if matches!(step.role, Role::External(_)) => !around.constants.accepts(),
            Pipe::Memory => self.addressing.is_some(),
            _ => false,
        };
        (self.free[pipe as usize] > now || full).then_some(Refusal::Busy)
    }

    fn issue(&mut self, now: u64, slot: usize, micro: MicroOp, around: &mut Around) -> usize {
        let step = micro.step;
        let pipe = self.pipe(&step);
        let beats = self.beats(&step, pipe);
        let threads = micro.mask();
        let addresses = micro.addresses.clone();
        let global = matches!(step.role, Role::Memory(..)) && step.op & op::SHARED == 0;
        let token = self.token(slot, micro);
        if let Some(place) = step.target {
            self.pending[slot].push(Pending { place, long: global, token });
        }
        self.free[pipe as usize] = now + beats;
        let latency = match pipe {
            Pipe::Sfu => self.spec.pipeline.special,
            Pipe::Double => self.spec.pipeline.double,
            _ => self.spec.pipeline.execute,
        };
        let due = now + beats + u64::from(latency) + AROUND;
        match (step.role, addresses) {
            (Role::Memory(reach, _), Some(addresses)) if threads != 0 && global => {
                self.missing[token as usize] = threads;
                let kind = reach.kind();
                let (warp, answered) = (slot as u32, step.target.is_some());
                let access = Access { token, kind, bytes: step.bytes(), threads, addresses, warp, answered };
                self.addressing = Some((now + beats, access));
            }
            (Role::Memory(..), Some(addresses)) if threads != 0 => {
                let cycles = if step.scalar { 1 } else { self.conflicts(&addresses, threads) };
                around.counters.shared_conflicts += cycles - beats.min(cycles);
                self.free[pipe as usize] = now + cycles.max(beats);
                self.due.push(now + cycles.max(beats) + u64::from(self.spec.shared.latency), token);
            }
            (Role::External(Unit::Constant), Some(addresses)) if threads != 0 => {
                self.missing[token as usize] = threads;
                let (kind, warp) = (AccessKind::Load, slot as u32);
                let bytes = step.bytes();
                around.constants.push(now, Access { token, kind, bytes, threads, addresses, warp, answered: true });
            }
            _ => self.due.push(due, token),
        }
        0
    }

    fn end(&mut self, _: u64, _: &mut Around) -> Result<(), Box<Difference>> {
        Ok(())
    }

    fn next(&self, now: u64) -> Option<u64> {
        if !self.launched.is_empty() {
            return Some(now + 1);
        }
        let free = self.free.iter().copied().filter(|&free| free > now).min();
        let addressing = self.addressing.as_ref().map(|&(due, _)| due.max(now + 1));
        [free, addressing, self.due.next()].into_iter().flatten().min()
    }
}

impl Simt {
    fn served(&mut self, token: u32, threads: u64, around: &mut Around) {
        let missing = &mut self.missing[token as usize];
        *missing &= !threads;
        if *missing == 0 {
            self.finish(token, around);
        }
    }
}
