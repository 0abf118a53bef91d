//! Slices: a datapath cut into slices of a few lanes, each of which executes warps of its own;
//! warps that a unit puts together execute side by side (VWS 4.1).
//!
//! Each slice has an ALU, which takes an instruction a cycle, and its share of the special function
//! and FP64 units, before which a few instructions can wait. What slices send to memory in one
//! cycle is one access (`stage.rs`). What a slice cannot take is known before the cycle
//! ([`Slices::busy_units`], [`Slices::is_stage_full`]), so that nothing that is issued is ever
//! refused.

mod layout;
mod stage;
mod waiting;

pub(crate) use layout::SetLayout;

use super::Stall;
use super::in_flight::InFlight;
use super::scoreboard::Scoreboard;
use super::simt::{Pipe, UnitTimes};
use crate::base::ids::{Part, WarpId};
use crate::base::{DelayQueue, Wait, first};
use crate::config::spec::Spec;
use crate::memory::Served;
use crate::microop::{MicroOp, Step};
use crate::warps::{CorePorts, CtaNeeds, Unfit};
use stage::{Kind, Stage};
use waiting::Waiting;

/// Least number of cycles from a wake to the issue: it acts in the first, and the warp goes in the
/// second if it is picked in the cycle or already, else in the third (contract of `gang`). Where
/// the cycle of a result is known beforehand, its dependents are woken so early; data from a cache
/// wake them when they come (DEVIATIONS, D204).
const TO_ISSUE: u64 = 2;

/// The datapath of a core in slices.
#[derive(Debug)]
pub(crate) struct Slices {
    layout: SetLayout,
    times: UnitTimes,
    scoreboard: Scoreboard,
    in_flight: InFlight,
    /// Steps whose results are in flight, with the cycle in which dependents may be woken.
    due: DelayQueue<u32>,
    /// Special function and FP64 units of each slice.
    units: Vec<Waiting>,
    /// Number of instructions that can wait for a slice's units.
    queue: usize,
    stage: Stage,
    /// Steps in flight with an access of which a line was not in L1, and the warps of those that
    /// are over in this cycle.
    missed: Vec<u32>,
    late: Vec<WarpId>,
    /// Register words of each set; `None` where there is no CTA.
    given: Vec<Option<u64>>,
    /// Register words that are allocated, and all that there are.
    words: (u64, u64),
}

impl Slices {
    /// Creates the slices of an empty core with `sets` sets.
    pub fn new(spec: &Spec, layout: SetLayout, sets: usize) -> Slices {
        Slices {
            times: UnitTimes::of_set(spec),
            scoreboard: Scoreboard::new(sets * layout.warps()),
            in_flight: InFlight::default(),
            due: DelayQueue::default(),
            units: vec![Waiting::default(); layout.slices as usize],
            queue: spec.slices.queue as usize,
            stage: Stage::new(spec),
            missed: Vec::new(),
            late: Vec::new(),
            given: vec![None; sets],
            words: (0, spec.core.registers.into()),
            layout,
        }
    }

    /// Returns the mask of slices with as many instructions waiting for a unit as there can be.
    pub fn busy_units(&mut self, now: u64) -> u8 {
        let full = |(slice, units): (usize, &mut Waiting)| u8::from(units.count(now) >= self.queue) << slice;
        self.units.iter_mut().enumerate().map(full).sum()
    }
    /// Whether as many accesses wait for the memory unit as there can be.
    pub fn is_stage_full(&self) -> bool {
        self.stage.is_full()
    }

    /// Whether a step of the warp ends in this cycle of which a line was not in L1; it is recorded
    /// where loads that miss are.
    pub fn has_missed(&self, warp: WarpId) -> bool {
        self.late.contains(&warp)
    }

    /// Returns the sets that a CTA takes, and the register words of each: a set has those of 32
    /// threads, however many there are (VWS 4.3).
    fn needs(needs: &CtaNeeds) -> (usize, u64) {
        let threads: u32 = needs.threads.iter().sum();
        (threads.div_ceil(SetLayout::THREADS) as usize, u64::from(needs.program.words.vectors * SetLayout::THREADS))
    }

    /// Checks that an empty core has room for a CTA; the error says why the kernel can never run
    /// here.
    pub fn fits(&self, cta: &CtaNeeds) -> Result<(), Unfit> {
        let (sets, words) = Slices::needs(cta);
        for (what, key, needed, there) in [
            ("sets of 32 threads", "core.warps", sets as u64, self.given.len() as u64),
            ("words of registers", "core.registers", words * sets as u64, self.words.1),
        ] {
            if needed > there {
                return Err(Unfit::Core { what, key, needed, there });
            }
        }
        Ok(())
    }

    /// Allocates registers for a CTA, and returns its warps' ids; `None` if there is no room.
    pub fn admit(&mut self, cta: &CtaNeeds) -> Option<Vec<WarpId>> {
        let (count, words) = Slices::needs(cta);
        let all = self.words.0 + words * count as u64;
        let sets: Vec<usize> = (0..self.given.len()).filter(|&set| self.given[set].is_none()).take(count).collect();
        if all > self.words.1 || sets.len() < count {
            return None;
        }
        self.words.0 = all;
        sets.iter().for_each(|&set| self.given[set] = Some(words));
        let warps = sets.into_iter().flat_map(|set| (0..self.layout.warps()).map(move |warp| (set, warp)));
        Some(warps.take(cta.threads.len()).map(|(set, warp)| self.layout.warp(set, warp)).collect())
    }

    /// Records that a CTA has ended, and frees its registers.
    pub fn cta_ended(&mut self, warps: &[WarpId]) {
        for &warp in warps {
            self.words.0 -= self.given[self.layout.set(warp)].take().unwrap_or(0);
        }
    }

    /// Number of register words that are allocated.
    pub fn registers(&self) -> u64 {
        self.words.0
    }

    /// Number of words that move when a register is read or written: its entry is as wide as the
    /// warp, whatever the mask.
    pub fn words_moved(&self, mask: u64) -> u64 {
        u64::from(mask != 0) * u64::from(self.layout.warp_size)
    }

    /// Begins a cycle, before any issue: results and data arrive.
    pub fn begin(&mut self, now: u64, ports: &mut CorePorts) {
        self.late.clear();
        while let Some(token) = ports.loads.missed() {
            self.missed.extend(self.stage.waiting(token));
        }
        while let Some(served) = ports.served(now) {
            self.served(served, ports);
        }
        while let Some(token) = self.due.pop(now) {
            finish(&mut self.in_flight, &mut self.scoreboard, token, ports);
        }
    }

    /// Checks that a warp's step does not need a result in flight; the error is what it waits for.
    #[inline]
    pub fn check(&self, part: &Part, step: &Step) -> Result<(), Wait> {
        self.scoreboard.blocks(part, step).map_or(Ok(()), |long| Err(Stall::Result { long }.wait()))
    }

    /// Issues a step; returns the lane that executes it.
    pub fn issue(&mut self, now: u64, mut op: Box<MicroOp>) -> usize {
        op.move_to_lanes();
        let (step, threads, warp) = (op.step, op.mask(), op.warp());
        let (addresses, texels) = (op.addresses.take(), std::mem::take(&mut op.texels));
        let token = self.in_flight.put(op);
        let Some(op) = self.in_flight.get(token) else { return 0 };
        if step.target.is_some() {
            op.parts.iter().for_each(|part| self.scoreboard.issued(part, token, &step, threads));
        }
        let slices = self.layout.slices_of(warp);
        let lane = self.layout.number(warp);
        if let Some(kind) = Kind::of(&step).filter(|_| threads != 0)
            && let Some(addresses) = addresses
        {
            self.stage.add((kind, op), token, self.layout.set(warp), (addresses, texels));
            self.in_flight.waits(token, threads);
            self.missed.extend(kind.is_atomic().then_some(token));
            return lane;
        }
        let pipe = self.times.of(&step);
        let start = match pipe {
            Pipe::Sfu | Pipe::Double => {
                let beats = self.times.beats(&step, pipe);
                let of_warp = (0..self.units.len()).filter(|slice| slices >> slice & 1 == 1);
                of_warp.fold(now, |start, slice| start.max(self.units[slice].take(now, pipe, beats))) + beats - 1
            }
            _ => now,
        };
        let issue = start + self.times.stages(&step, pipe);
        self.due.push(issue.saturating_sub(TO_ISSUE).max(now + 1), token);
        lane
    }

    /// Ends a cycle: accesses go to memory.
    pub fn end(&mut self, now: u64, ports: &mut CorePorts) {
        let due = &mut self.due;
        // a dependent goes, at the earliest, in the cycle after the one in which the word is in the
        // registers
        self.stage.end(now, ports, |token, at| due.push((at + 1).saturating_sub(TO_ISSUE).max(now + 1), token));
    }

    /// Returns the first cycle after this one in which there is an event; `None` if there is none.
    pub fn next_event(&self, now: u64) -> Option<u64> {
        let stage = (!self.stage.is_empty()).then_some(now + 1);
        first([stage, self.due.next().map(|due| due.max(now + 1))])
    }

    /// Records that threads of an access have been served.
    fn served(&mut self, served: Served, ports: &mut CorePorts) {
        let Slices { stage, in_flight, scoreboard, missed, late, .. } = self;
        stage.served(served, |token, threads| {
            if in_flight.arrived(token, threads) {
                if let Some(at) = missed.iter().position(|&other| other == token) {
                    missed.swap_remove(at);
                    late.extend(in_flight.get(token).map(MicroOp::warp));
                }
                finish(in_flight, scoreboard, token, ports);
            }
        });
    }
}

/// Retires a step that is over.
fn finish(in_flight: &mut InFlight, scoreboard: &mut Scoreboard, token: u32, ports: &mut CorePorts) {
    let Some(op) = in_flight.take(token) else { return };
    if op.step.target.is_some() {
        op.parts.iter().for_each(|part| scoreboard.done(part.warp, token));
    }
    ports.events.finished.push(op);
}
