//! TSIMT and STSIMT cores (STSIMT 3, 4): lanes, each with its own warps and registers, that execute a warp instruction thread after thread.
//!
//! The lanes are the golden model, or RTL. They compute integers of 32 bits themselves; everything that leaves a lane, every predicate word, and, where it can be seen,
//! every word that a lane writes is held against the program. Around them are a load/store unit that takes an instruction's addresses when all are known, the
//! arbiter of shared memory, and units for what a lane has not. A lane in which nothing is left but what waits for answers is not stepped.

mod check;
mod fit;
mod harness;
mod registers;
mod shared_units;

use heddle_contract::lane::Config;

pub(crate) use check::{Closed, Datapath};
pub(crate) use fit::{config, lanes};

use super::scoreboard::{Board, Hazard};
use crate::config::spec::Spec;
use crate::datapath::{Around, Difference, Execution, Refusal};
use crate::mask::{every, ones};
use crate::microop::{MicroOp, Program, Role, Step};
use crate::policy::LaneKind;
use crate::system::DelayQueue;
use harness::Side;
use registers::Seats;
use shared_units::{NOBODY, Outside};

/// Lanes and what is around them. Without `LOCKED` (5.6, unrealistic), any lane executes any warp: registers are then wherever their instruction was, so that values mean nothing,
/// and a lane does not wait for what another one is still to read.
#[derive(Debug)]
pub(crate) struct Lanes<D, const LOCKED: bool> {
    cfg: Config,
    /// Lanes at rest are not stepped.
    skip: bool,
    sides: Vec<Side<D>>,
    /// Slots of each lane.
    slots: Vec<u64>,
    seats: Seats,
    board: Board,
    outside: Outside,
    /// Predicates that come from other units.
    arrivals: DelayQueue<(usize, MicroOp)>,
    /// A lane was at work in this cycle.
    worked: bool,
    /// Which lane is asked first for a warp that belongs to none.
    turn: usize,
}

impl<D: Datapath, const LOCKED: bool> Lanes<D, LOCKED> {
    /// A core of these lanes, which have this configuration.
    pub fn new(spec: &Spec, kind: LaneKind, cfg: &Config, lanes: Vec<D>, skip: bool) -> Self {
        let (count, warps) = (lanes.len(), spec.core.warps as usize);
        let of_lane = |lane| if LOCKED { every(count, lane, warps) } else { every(1, 0, warps) };
        Lanes {
            cfg: cfg.clone(),
            skip,
            slots: (0..count).map(of_lane).collect(),
            seats: Seats::new(cfg, kind, count, warps),
            board: Board::new(warps),
            outside: Outside::new(spec),
            arrivals: DelayQueue::default(),
            sides: lanes.into_iter().map(|unit| Side::new(cfg, unit)).collect(),
            worked: false,
            turn: 0,
        }
    }

    /// The lane that would take a step; none if all that could are busy.
    fn lane(&self, slot: usize, step: &Step, hazard: Hazard) -> Option<usize> {
        let memory = matches!(step.role, Role::Memory(..));
        let count = self.sides.len();
        let takes = |lane: &usize| self.sides[*lane].takes(memory);
        match hazard {
            _ if LOCKED => Some(slot % count).filter(takes),
            Hazard::Chain { lane, .. } => Some(lane).filter(takes),
            _ => (0..count).map(|n| (self.turn + n) % count).find(takes),
        }
    }

    /// The scoreboard hears at the end of a cycle what a lane showed during it.
    fn hear(&mut self, lane: usize, around: &mut Around) -> Result<(), Box<Difference>> {
        let side = &mut self.sides[lane];
        if side.o.pred_valid
            && LOCKED
            && let Some(flight) = &side.flights[usize::from(side.o.pred_tag)]
        {
            check::predicate(lane, flight, side.o.pred_word)?;
        }
        for tag in ones(side.o.first & !side.o.done) {
            if let Some(flight) = &side.flights[tag] {
                let chains = self.board.first(flight.slot, lane, tag as u8);
                around.events.stirred |= u64::from(chains) << flight.slot;
            }
        }
        for tag in ones(side.o.done) {
            let Some(flight) = side.retire(tag as u32) else { continue };
            self.board.done(flight.slot, lane, tag as u8);
            let step = &flight.micro.step;
            if matches!(step.role, Role::External(_)) && step.target.is_none() && flight.due != 0 {
                self.arrivals.push(flight.due, (flight.slot, flight.micro));
            } else {
                around.events.finished.push((flight.slot, flight.micro));
            }
        }
        Ok(())
    }
}

impl<D: Datapath, const LOCKED: bool> Execution for Lanes<D, LOCKED> {
    const VALUES: bool = LOCKED;

    fn lanes(&self) -> usize {
        self.sides.len()
    }

    fn fits(&self, program: &Program, threads: &[u32]) -> Result<(), String> {
        self.seats.fits(program, threads)
    }

    fn seats(&mut self, program: &Program, threads: &[u32]) -> Option<Vec<usize>> {
        let slots = self.seats.take(program, threads)?;
        for &slot in &slots {
            let Some(start) = self.seats.start(slot) else { continue };
            let count = self.sides.len();
            if LOCKED {
                self.sides[slot % count].starts.push_back(start);
            } else {
                self.sides.iter_mut().for_each(|side| side.starts.push_back(start));
            }
        }
        Some(slots)
    }

    fn warp_ended(&mut self, slot: usize) -> bool {
        let exit = self.seats.exits();
        if exit {
            self.seats.give(slot);
        }
        exit
    }

    fn cta_ended(&mut self, slots: &[usize]) {
        slots.iter().for_each(|&slot| self.seats.give(slot));
    }

    fn registers(&self) -> u64 {
        self.seats.words()
    }

    /// Bundles in which somebody takes part: an entry is as wide as the lane.
    fn moved(&self, mask: u64) -> u64 {
        let width = self.cfg.width;
        let bundle = u64::MAX >> (64 - width);
        let live = |first: &u32| mask >> first & bundle != 0;
        (0..self.cfg.threads).step_by(width as usize).filter(live).count() as u64 * u64::from(width)
    }

    fn open(&self, _: u64) -> u64 {
        let open = self.sides.iter().zip(&self.slots).filter(|(side, _)| side.takes(false));
        open.fold(0, |mask, (_, slots)| mask | slots)
    }

    fn begin(&mut self, now: u64, around: &mut Around) {
        let width = u64::MAX >> (64 - self.cfg.threads);
        while let Some(served) = around.loads.served(now) {
            if served.token != NOBODY {
                let (lane, tag) = ((served.token >> 8) as usize, served.token as u8);
                self.sides[lane].rsp.push(now, tag, served.threads & width);
            }
        }
        while let Some(served) = around.constants.served(now) {
            let (lane, tag) = ((served.token >> 8) as usize, served.token as u8);
            self.sides[lane].res.push(now, tag, served.threads & width);
        }
        for side in &mut self.sides {
            if side.awake || !self.skip {
                side.unit.peek(&mut side.o);
            }
            if side.acts(now) {
                side.present(&self.cfg, now);
            }
        }
    }

    fn refusal(&self, _: u64, slot: usize, step: &Step, mask: u64, _: &Around) -> Option<Refusal> {
        let hazard = self.board.hazard(slot, step, mask);
        if let Hazard::Wait { long } = hazard {
            return Some(Refusal::Result { long });
        }
        self.lane(slot, step, hazard).is_none().then_some(Refusal::Busy)
    }

    fn issue(&mut self, _: u64, slot: usize, micro: MicroOp, _: &mut Around) -> usize {
        let (step, mask) = (micro.step, micro.mask());
        let hazard = self.board.hazard(slot, &step, mask);
        let Some(lane) = self.lane(slot, &step, hazard) else { return 0 };
        let after = if let Hazard::Chain { tag, .. } = hazard { Some(tag) } else { None };
        let warp = if LOCKED { slot / self.sides.len() } else { slot };
        let tag = self.sides[lane].issue(&self.cfg, slot, warp as u8, micro, after);
        self.board.issued(slot, lane, tag, &step, mask);
        self.turn = (lane + 1) % self.sides.len();
        lane
    }

    fn end(&mut self, now: u64, around: &mut Around) -> Result<(), Box<Difference>> {
        let count = self.sides.len();
        self.outside.begin();
        for n in 0..count {
            let lane = (now as usize + n) % count;
            let side = &mut self.sides[lane];
            if side.awake {
                self.outside.serve::<D, LOCKED>(&self.cfg, now, lane, side, around)?;
            }
        }
        self.worked = false;
        for lane in 0..count {
            let side = &mut self.sides[lane];
            let acts = side.acts(now) || side.i.issue_valid;
            if self.skip && !acts {
                continue;
            }
            self.worked |= acts;
            if LOCKED
                && let Some(written) = side.unit.written()
                && let Some(flight) = &side.flights[usize::from(written.tag)]
            {
                check::written(lane, flight, &written)?;
            }
            side.unit.follow(&side.i, &mut side.o);
            if side.i.launch_valid
                && let Some(start) = side.starts.pop_front()
                && (LOCKED || lane == 0)
            {
                around.events.launched.push(start.slot);
            }
            self.hear(lane, around)?;
            self.sides[lane].settle(&self.cfg);
        }
        while let Some(arrived) = self.arrivals.pop(now) {
            around.events.finished.push(arrived);
        }
        Ok(())
    }

    fn next(&self, now: u64) -> Option<u64> {
        if self.worked {
            return Some(now + 1);
        }
        let sides = self.sides.iter().filter_map(|side| side.next(now)).min();
        [sides, self.arrivals.next()].into_iter().flatten().min()
    }
}
