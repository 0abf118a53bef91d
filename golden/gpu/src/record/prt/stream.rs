//! A partition's front end: which instruction its warps execute next, and what becomes of it.
//!
//! All warps of a partition follow one path (IV.A, scalar branch control): those that stand at the chosen instruction are active, the others wait
//! under the mask. Calls go before their callers, then the lowest instruction goes first, so that paths meet as early as they can.

use std::cmp::Reverse;
use std::collections::VecDeque;

use heddle_contract::prt::{In, SOURCES};
use heddle_kernel::execute::{Cta, State, Unobserved};
use heddle_kernel::launch::RunError;
use heddle_kernel::program::{FunctionId, Instruction, Op, Span};

use super::lower::{Lower, Then, Vector};
use super::packs::Seat;
use super::registers::Registers;
use crate::system::cta_dispatch::GridContext;

/// Instructions for which a warp waits at most while others go on (assumed: a warp may wait for what another one does).
const PATIENCE: u32 = 512;

/// What the front end waits for, beside the instructions that it has to offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// Nothing.
    No,
    /// A join that is on its way.
    Join,
    /// A cycle.
    Until(u64),
    /// That all that was offered is done.
    Quiet,
    /// That all that was taken is done: then the scalar side does what was refused, thread by thread.
    Scalar,
}

/// A partition that runs.
pub(super) struct Stream {
    pub seats: Vec<Seat>,
    pub vl: u32,
    /// To be offered, in order.
    pub offers: VecDeque<Vector>,
    /// Taken and not issued, in order.
    pub taken: VecDeque<Vector>,
    /// Taken and not done.
    pub flying: u32,
    pub wait: Wait,
    /// Active threads of each warp, as the mask register has them.
    active: Vec<u32>,
    /// A join has just found the next PC.
    joined: bool,
    /// The mask register holds something else by now.
    stale: bool,
    /// Instructions of others since a warp that is ready had its turn.
    passed: Vec<u32>,
}

/// An instruction, and how deep in calls.
type Place = (Reverse<usize>, u32, u32);

impl Stream {
    pub fn new(seats: Vec<Seat>) -> Stream {
        let vl = seats.iter().map(|seat| seat.threads).sum();
        let active = seats.iter().map(|seat| u32::MAX >> (32 - seat.threads)).collect();
        let passed = vec![0; seats.len()];
        Stream {
            seats,
            vl,
            offers: VecDeque::new(),
            taken: VecDeque::new(),
            flying: 0,
            wait: Wait::No,
            active,
            joined: false,
            stale: false,
            passed,
        }
    }

    /// Nothing of it is under way.
    pub fn quiet(&self) -> bool {
        self.offers.is_empty() && self.flying == 0
    }
    /// All its warps have ended.
    pub fn over(&self, ctas: &[Option<Cta>]) -> bool {
        self.quiet() && self.seats.iter().all(|seat| state(ctas, seat).is_none_or(|state| state == State::Done))
    }

    /// Whether the front end can go on with the next instruction.
    pub fn ready(&mut self, now: u64) -> bool {
        self.wait = match self.wait {
            Wait::Until(cycle) if cycle <= now => Wait::No,
            Wait::Quiet if self.quiet() => Wait::No,
            Wait::Scalar if self.flying == 0 => Wait::Until(now + u64::from(self.vl)),
            wait => wait,
        };
        self.wait == Wait::No && self.offers.is_empty()
    }

    /// Executes the next instruction, and has what becomes of it to offer. False if no warp is ready.
    pub fn advance(
        &mut self,
        ground: &mut GridContext,
        registers: &Registers,
        ctas: &mut [Option<Cta>],
    ) -> Result<bool, RunError> {
        let Some((place, active)) = self.choose(ground, ctas) else { return Ok(false) };
        let (function, number) = (FunctionId(place.1), place.2);
        let full = active.iter().zip(&self.seats).all(|(active, seat)| active.count_ones() == seat.threads);
        if active != self.active {
            if !self.joined {
                self.offers.push_back(Vector::join());
                (self.joined, self.wait) = (true, Wait::Join);
                return Ok(true);
            }
            self.stale = true;
        }
        if !full && self.stale {
            self.offers.push_back(Vector::mask(number));
            self.stale = false;
        }
        self.joined = false;
        let (op, at) = (Op::Return, Span::default());
        let falls_off = Instruction { guard: None, op, writes: vec![], reads: vec![], at, stands_for: 1 };
        let instruction =
            ground.image.module.functions[function.0 as usize].code.get(number as usize).unwrap_or(&falls_off);
        let first = active.iter().position(|&active| active != 0).unwrap_or(0);
        let warp = ctas[self.seats[first].cta].as_ref().map(|cta| &cta.warps[self.seats[first].warp]);
        if let Some(warp) = warp {
            let (image, stale, out) = (ground.image, self.stale, &mut self.offers);
            let mut lower = Lower { registers, function, image, warp, full, stale, out };
            let then = lower.instruction(number, instruction);
            self.stale = lower.stale;
            match then {
                Then::Goes => {}
                Then::Quiet => self.wait = Wait::Quiet,
                Then::Joins => {
                    self.offers.push_back(Vector::join());
                    (self.joined, self.wait) = (true, Wait::Join);
                }
            }
        }
        for (seat, &active) in self.seats.iter().zip(&active) {
            if let Some(cta) = ctas[seat.cta].as_mut().filter(|_| active != 0) {
                ground.step(cta, seat.warp, &mut Unobserved)?;
            }
        }
        self.active = active;
        Ok(true)
    }

    /// The next instruction, and who stands there.
    fn choose(&mut self, ground: &GridContext, ctas: &[Option<Cta>]) -> Option<(Place, Vec<u32>)> {
        let at = |seat: &Seat| {
            let cta = ctas[seat.cta].as_ref().filter(|cta| cta.state(seat.warp) == State::Ready)?;
            let (function, number) = cta.next(ground.image, seat.warp)?;
            Some(((Reverse(cta.calls(seat.warp)), function.0, number), cta.active(seat.warp)))
        };
        let places: Vec<Option<(Place, u32)>> = self.seats.iter().map(at).collect();
        let tired = places.iter().zip(&self.passed).find_map(|(place, &passed)| place.filter(|_| passed >= PATIENCE));
        let (place, _) = tired.or_else(|| places.iter().flatten().min().copied())?;
        let mut chosen = Vec::with_capacity(places.len());
        for (at, passed) in places.iter().zip(&mut self.passed) {
            let active = at.filter(|(at, _)| *at == place).map_or(0, |(_, active)| active);
            *passed = if active == 0 && at.is_some() { *passed + 1 } else { 0 };
            chosen.push(active);
        }
        Some((place, chosen))
    }

    /// Puts the instruction at hand on the ports of a stream.
    pub fn offer(&self, p: usize, i: &mut In) {
        let held = matches!(self.wait, Wait::Scalar | Wait::Until(_));
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

fn state(ctas: &[Option<Cta>], seat: &Seat) -> Option<State> {
    ctas[seat.cta].as_ref().map(|cta| cta.state(seat.warp))
}
