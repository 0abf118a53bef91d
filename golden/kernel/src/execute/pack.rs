//! Packs: threads of several CTAs that execute from one place (SIMT-SIMD IV.A, IV.B).

use std::cmp::Reverse;

use super::code::Code;
use super::cta::Cta;
use super::divergence::{Divergence, LowestPc};
use super::fault::{Cause, Fault, Halt};
use super::image::Image;
use super::memory::Memory;
use super::observer::Observer;
use super::run::{Launch, Options};

/// The most instructions for which a warp waits while others continue (assumed: they may depend on
/// its progress).
const PATIENCE: u32 = 512;

/// A warp in a pack: a warp of the executor, with at most as many threads as that has lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// The warp's CTA, by its place among those that run.
    pub cta: usize,
    /// The warp's number in the CTA.
    pub warp: usize,
    /// The number of the warp's threads at the start.
    pub threads: u32,
}

/// A pack: threads of any warps and CTAs that execute from one place, as in a partition of a vector
/// machine (SIMT-SIMD IV.B).
///
/// Threads whose calls are deepest go first, then those at the lowest program counter: the thread
/// is the unit of divergence, and sides of a branch meet as soon as they can. A warp that waits for
/// 512 instructions of others gets a turn: the others may depend on it.
#[derive(Debug, Clone, Default)]
pub struct Pack {
    seats: Vec<Seat>,
    /// For each warp of the pack, the threads that execute next.
    active: Vec<u32>,
    /// For each warp of the pack, the instructions of others since it was ready.
    passed: Vec<u32>,
    /// The parts of a CTA in an exchange.
    parts: Vec<(usize, u32)>,
}

type Running = [Option<Cta<LowestPc>>];

/// Returns the position of the threads of a warp of the pack: the calls that they are in, deepest
/// first, and the program counter.
fn place(ctas: &Running, seat: &Seat) -> Option<((Reverse<usize>, u32), u32)> {
    let cta = ctas[seat.cta].as_ref()?;
    let (pc, threads) = cta.control(seat.warp).next()?;
    Some(((Reverse(cta.calls(seat.warp)), pc), threads))
}

impl Pack {
    /// Adds all threads of a CTA to the pack; the CTA is at its start and runs as number `at`.
    pub fn add(&mut self, at: usize, cta: &Cta<LowestPc>) {
        for (number, warp) in cta.warps.iter().enumerate() {
            self.seat(Seat { cta: at, warp: number, threads: warp.alive().count_ones() });
        }
    }
    /// Adds a warp to the pack; a warp without threads is left out.
    pub fn seat(&mut self, seat: Seat) {
        if seat.threads != 0 {
            self.seats.push(seat);
            self.active.push(0);
            self.passed.push(0);
        }
    }
    /// Returns the warps of the pack.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }
    /// Returns the number of the pack's threads at the start.
    pub fn threads(&self) -> u32 {
        self.seats.iter().map(|seat| seat.threads).sum()
    }
    /// Returns the masks of the threads that execute next, by warp of the pack, as [`Pack::choose`]
    /// found them.
    pub fn active(&self) -> &[u32] {
        &self.active
    }

    /// Chooses the instruction that the pack executes next, and the threads there; `None` while all
    /// wait at barriers, and at the end.
    pub fn choose(&mut self, ctas: &Running) -> Option<u32> {
        let (mut first, mut tired) = (None, None);
        for (seat, passed) in self.seats.iter().zip(&self.passed) {
            let Some((at, _)) = place(ctas, seat) else { continue };
            if first.is_none_or(|first| at < first) {
                first = Some(at);
            }
            if *passed >= PATIENCE && tired.is_none() {
                tired = Some(at);
            }
        }
        let chosen = tired.or(first)?;
        for ((seat, active), passed) in self.seats.iter().zip(&mut self.active).zip(&mut self.passed) {
            (*active, *passed) = match place(ctas, seat) {
                Some((at, threads)) if at == chosen => (threads, 0),
                Some(_) => (0, *passed + 1),
                None => (0, 0),
            };
        }
        Some(chosen.1)
    }

    /// Executes the instruction at `pc` for the threads that [`Pack::choose`] found there; returns
    /// how many executed it.
    #[allow(clippy::too_many_arguments)]
    pub fn step<O: Observer>(
        &mut self,
        ctas: &mut Running,
        image: &Image,
        launch: &Launch,
        options: &Options,
        memory: &mut Memory,
        observer: &mut O,
        pc: u32,
    ) -> Result<u64, Fault> {
        let mut took_part = 0;
        if launch.sizes.is_some() && image.code.get(pc as usize).is_some_and(|at| exchanges(&at.code).is_some()) {
            return self.exchange(ctas, image, options, observer, pc);
        }
        for (seat, &threads) in self.seats.iter().zip(&self.active).filter(|(_, threads)| **threads != 0) {
            let Some(cta) = &mut ctas[seat.cta] else { continue };
            took_part += u64::from(cta.warps[seat.warp].guarded(image, pc, threads).count_ones());
            let outcome = cta.execute(image, launch, memory, observer, seat.warp, pc, threads)?;
            cta.apply(image, options, seat.warp, pc, threads, &outcome)?;
        }
        Ok(took_part)
    }

    /// Exchanges values between the threads of each warp with a size of its own, however many warps
    /// of the executor it is. Threads never exchange values with other warps of the pack.
    fn exchange<O: Observer>(
        &mut self,
        ctas: &mut Running,
        image: &Image,
        options: &Options,
        observer: &mut O,
        pc: u32,
    ) -> Result<u64, Fault> {
        let (mut took_part, mut from) = (0, 0);
        while let Some(seat) = self.seats.get(from) {
            let own = self.seats[from..].iter().take_while(|other| other.cta == seat.cta).count();
            self.parts.clear();
            for (seat, &threads) in self.seats.iter().zip(&self.active).skip(from).take(own) {
                if threads != 0 {
                    self.parts.push((seat.warp, threads));
                }
            }
            from += own;
            let Some(cta) = ctas[seat.cta].as_mut().filter(|_| !self.parts.is_empty()) else { continue };
            took_part += cta.exchange(image, observer, pc, &self.parts)?;
            for &(warp, threads) in &self.parts {
                cta.apply(image, options, warp, pc, threads, &super::outcome::Outcome::Next)?;
            }
        }
        Ok(took_part)
    }
}

/// Returns the name of an instruction by which threads of a warp exchange values; `None` for other
/// instructions.
pub(crate) fn exchanges(code: &Code) -> Option<&'static str> {
    match code {
        Code::Shuffle { .. } => Some("a shuffle"),
        Code::Vote { .. } => Some("a vote"),
        Code::Match { .. } => Some("a match"),
        Code::ActiveMask { .. } => Some("`activemask`"),
        Code::Redux { .. } => Some("`redux`"),
        _ => None,
    }
}

impl Halt {
    /// Returns the halt of an exchange other than a shuffle in a warp of more than 32 threads.
    pub(super) fn of_exchange(what: &'static str, threads: u32) -> Halt {
        Halt::new(Cause::Exchange { what, threads }, None)
    }
}
