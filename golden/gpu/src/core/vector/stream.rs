//! A partition that runs: the next instruction of its threads, and what the front end waits for.

use std::collections::VecDeque;

use heddle_contract::prt::{In, SOURCES, meta};
use heddle_kernel::execute::{Pack, State};
use heddle_kernel::program::FunctionId;

use super::front::{Compiled, Front, Site};
use super::lower::{Then, Vector};
use super::packs::{Prepared, Running};
use super::traffic::Recorded;
use crate::base::{GridContext, SimError};

/// What the front end waits for, beside the instructions that it has to offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// Nothing.
    No,
    /// A JOIN that is to be issued.
    Join,
    /// The cycle in which a JOIN is done.
    Joined(u64),
    /// The cycle of the partition's first instruction.
    Start(u64),
    /// The end of all instructions that were offered.
    Quiet,
    /// The end of all instructions that were taken: then the scalar side executes the refused one,
    /// thread by thread.
    Refused,
    /// The cycle in which the scalar side is done.
    Scalar(u64),
}

/// A stream: a partition that runs, with the state of its front end.
pub(super) struct Stream {
    pub pack: Pack,
    pub vl: u32,
    /// Instructions to be offered, in order.
    pub offers: VecDeque<Vector>,
    /// Instructions that were taken and not issued, in order.
    pub taken: VecDeque<Vector>,
    /// Number of instructions that were taken and are not done.
    pub in_flight: u32,
    pub wait: Wait,
    /// Memory accesses of the instructions to be issued.
    pub recorded: Recorded,
    whole: bool,
    front: Front,
    /// Place of the next instruction in the image.
    pc: Option<u32>,
    /// Place of the instruction that was executed last; `None` before the first one.
    last: Option<u32>,
    /// Number of instructions of the program executed, and of threads that took part.
    pub executed: (u64, u64),
}

impl Stream {
    /// Creates the stream of a pack whose first instruction is offered in cycle `first`, behind its
    /// metadata.
    pub fn new(prepared: Prepared, first: u64, recorded: Recorded) -> Stream {
        let Prepared { number, pack, whole } = prepared;
        let active = pack.seats().iter().map(|seat| u32::MAX >> (32 - seat.threads)).collect();
        let metadata = [meta::TID, meta::WID, meta::NTID, meta::PC];
        Stream {
            vl: pack.threads(),
            pack,
            offers: metadata.into_iter().map(|register| Vector::metadata(register, number)).collect(),
            taken: VecDeque::new(),
            in_flight: 0,
            wait: Wait::Start(first),
            recorded,
            whole,
            front: Front::new(active),
            pc: None,
            last: None,
            executed: (0, 0),
        }
    }

    /// Whether no instruction of the stream is to be offered or in flight.
    pub fn quiet(&self) -> bool {
        self.offers.is_empty() && self.in_flight == 0
    }
    /// Whether all warps of the stream have ended.
    pub fn over(&self, running: &Running) -> bool {
        let done = |at: usize, warp| running[at].as_ref().is_none_or(|cta| cta.state(warp) == State::Done);
        self.quiet() && self.pack.seats().iter().all(|seat| done(seat.cta, seat.warp))
    }

    /// Whether the front end can go on with the next instruction.
    pub fn ready(&mut self, now: u64) -> bool {
        self.wait = match self.wait {
            Wait::Joined(cycle) | Wait::Start(cycle) | Wait::Scalar(cycle) if cycle <= now => Wait::No,
            Wait::Quiet if self.quiet() => Wait::No,
            Wait::Refused if self.in_flight == 0 => Wait::Scalar(now + u64::from(self.vl)),
            wait => wait,
        };
        self.wait == Wait::No && self.offers.is_empty()
    }
    /// Returns the cycle until which the front end waits; `None` if it does not wait for a cycle.
    pub fn due(&self) -> Option<u64> {
        match self.wait {
            Wait::Joined(cycle) | Wait::Start(cycle) | Wait::Scalar(cycle) => Some(cycle),
            _ => None,
        }
    }

    /// Returns the place of the instruction that the stream is at: of the oldest one that is not
    /// issued, or else of the last one that was executed.
    pub fn place(&self) -> Option<u32> {
        self.taken.front().or(self.offers.front()).and_then(|vector| vector.place).or(self.last)
    }

    /// Returns the place of the instruction that the stream needs next; `None` if no thread is
    /// ready.
    pub fn wants(&mut self, running: &Running) -> Option<u32> {
        if self.pc.is_none() {
            self.pc = self.pack.choose(running);
        }
        self.pc
    }

    /// Executes the instruction that the stream needs next, and offers its vector instructions.
    /// Returns false if no thread is ready.
    pub fn advance(
        &mut self,
        ground: &mut GridContext,
        compiled: &Compiled,
        running: &mut Running,
    ) -> Result<bool, SimError> {
        let Some(pc) = self.wants(running) else { return Ok(false) };
        let Some((function, number)) = self.stands(ground, running, pc) else { return Ok(false) };
        let active = self.pack.active();
        let full = active.iter().zip(self.pack.seats()).all(|(active, seat)| active.count_ones() == seat.threads);
        let first = active.iter().position(|&active| active != 0).unwrap_or(0);
        let seat = self.pack.seats()[first];
        let warp = running[seat.cta].as_ref().map(|cta| &cta.warps[seat.warp]);
        let site = Site { compiled, image: ground.image, function, number, warp, whole: self.whole };
        let then = self.front.compose(&site, active, full, &mut self.offers);
        // the front end goes on only when everything was taken: all of these are new
        self.offers.iter_mut().for_each(|vector| vector.place = Some(pc));
        let Some(then) = then else {
            self.wait = Wait::Join;
            return Ok(true);
        };
        self.wait = match then {
            Then::Goes => Wait::No,
            Then::Joins => Wait::Join,
            Then::Quiet => Wait::Quiet,
        };
        (self.pc, self.last) = (None, Some(pc));
        self.recorded.begin(&self.pack);
        let threads = ground.step_pack(&mut self.pack, running, &mut self.recorded, pc)?;
        self.recorded.end(&self.pack, &self.offers);
        self.executed = (self.executed.0 + 1, self.executed.1 + threads);
        Ok(true)
    }

    /// Returns function and number of the instruction at a place; one past its last is a function's
    /// end.
    fn stands(&self, ground: &GridContext, running: &Running, pc: u32) -> Option<(FunctionId, u32)> {
        let active = self.pack.active().iter().position(|&active| active != 0)?;
        let seat = self.pack.seats()[active];
        let function = running[seat.cta].as_ref()?.warps[seat.warp].function();
        Some((function, pc - ground.image.instructions(function).start))
    }

    /// Drives the next instruction on the ports of stream `p`.
    pub fn offer(&self, p: usize, i: &mut In) {
        let held = matches!(self.wait, Wait::Refused | Wait::Scalar(_) | Wait::Start(_));
        let Some(vector) = self.offers.front().filter(|_| !held) else { return };
        i.fetch |= 1 << p;
        i.fetch_op[p] = vector.op;
        (i.fetch_dst_kind[p], i.fetch_dst[p]) = (vector.dst.kind, vector.dst.register);
        for (s, source) in vector.src.iter().enumerate() {
            (i.fetch_src_kind[p * SOURCES + s], i.fetch_src[p * SOURCES + s]) = (source.kind, source.register);
        }
        if let Some(guard) = vector.guard {
            i.fetch_guarded |= 1 << p;
            i.fetch_guard[p] = guard;
        }
        i.fetch_imm[p] = vector.imm;
    }
}
