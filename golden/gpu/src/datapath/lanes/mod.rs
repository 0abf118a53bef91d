//! TSIMT and STSIMT cores (STSIMT 3, 4): lanes, each with its own warps and registers, that execute
//! a warp instruction thread after thread.
//!
//! The lanes are the golden model, or RTL. They compute integers of 32 bits themselves; everything
//! that leaves a lane, every predicate word, and, where it is visible, every word that a lane
//! writes is compared with the program's. Around them are a load/store unit that takes an
//! instruction's addresses when all are known, the arbiter of shared memory, and units for what a
//! lane has not. A lane with nothing but instructions that wait for results is not stepped.

mod check;
mod fit;
mod harness;
mod registers;
mod shared_units;

use heddle_contract::lane::Config;

pub(crate) use check::{PortsOnly, Visible};
pub(crate) use fit::{LaneKind, config, lanes};

use super::scoreboard::{Hazard, Scoreboard};
use super::{Datapath, Stall, ValueMismatch};
use crate::base::ids::{Part, WarpId};
use crate::base::mask::ones;
use crate::base::{DelayQueue, first};
use crate::config::spec::Spec;
use crate::microop::{MicroOp, Role, Step};
use crate::warps::{CorePorts, CtaNeeds, Unfit};
use harness::LaneHarness;
use registers::RegisterAllocator;
use shared_units::{NOBODY, SharedUnits, token};

/// Lanes and their surroundings. Without `LOCKED` (5.6, unrealistic), any lane executes any warp:
/// registers are then wherever their instruction was, so that values mean nothing, and a lane does
/// not wait for what another one is still to read. Warp w holds slot w: groups are single warps,
/// and residency is direct.
#[derive(Debug)]
pub(crate) struct Lanes<D, const LOCKED: bool, const W: usize> {
    cfg: Config,
    /// Whether lanes at rest are not stepped.
    skip: bool,
    harnesses: Vec<LaneHarness<D>>,
    registers: RegisterAllocator,
    scoreboard: Scoreboard,
    shared_units: SharedUnits,
    /// Predicates that come from other units.
    arrivals: DelayQueue<Box<MicroOp>>,
    /// Whether a lane was at work in this cycle.
    worked: bool,
    /// Lane that is tried first for a warp that belongs to none.
    turn: usize,
}

/// A lane that takes a step, and the step's predecessor there that it follows bundle by bundle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LaneTicket {
    lane: usize,
    after: Option<u8>,
}

impl<D: Visible, const LOCKED: bool, const W: usize> Lanes<D, LOCKED, W> {
    /// Creates the datapath of a core from its lanes and their configuration; `skip`: lanes at rest
    /// are not stepped.
    pub fn new(spec: &Spec, kind: LaneKind, cfg: &Config, lanes: Vec<D>, skip: bool) -> Self {
        let (count, warps) = (lanes.len(), spec.core.warps as usize);
        Lanes {
            cfg: cfg.clone(),
            skip,
            registers: RegisterAllocator::new(spec, cfg, kind, count),
            scoreboard: Scoreboard::new(warps).following(spec.pipeline.follow),
            shared_units: SharedUnits::new(spec),
            arrivals: DelayQueue::default(),
            harnesses: lanes.into_iter().map(|unit| LaneHarness::new(cfg, unit, spec.pipeline.follow)).collect(),
            worked: false,
            turn: 0,
        }
    }

    /// Returns the lane that would take a step; `None` if all that could are busy.
    fn lane(&self, warp: WarpId, step: &Step, hazard: Hazard) -> Option<usize> {
        let memory = matches!(step.role, Role::Memory(..));
        let count = self.harnesses.len();
        let takes = |lane: &usize| self.harnesses[*lane].takes(memory);
        match hazard {
            _ if LOCKED => Some(warp.index() % count).filter(takes),
            Hazard::Chain { producer } => Some((producer >> 8) as usize).filter(takes),
            _ => (0..count).map(|n| (self.turn + n) % count).find(takes),
        }
    }

    /// Updates the scoreboard from the outputs of a lane in a cycle.
    fn observe(&mut self, lane: usize, ports: &mut CorePorts) -> Result<(), Box<ValueMismatch>> {
        let harness = &mut self.harnesses[lane];
        if harness.o.pred_valid
            && LOCKED
            && let Some(flight) = &harness.in_flight[usize::from(harness.o.pred_tag)]
        {
            check::predicate(lane, flight, harness.o.pred_word)?;
        }
        for tag in ones(harness.can_be_followed()) {
            if let Some(flight) = &harness.in_flight[tag]
                && self.scoreboard.first(flight.op.warp(), token(lane, tag as u8))
            {
                ports.events.woken.push(flight.op.warp());
            }
        }
        for tag in ones(harness.o.done) {
            let Some(flight) = harness.retire(tag as u32) else { continue };
            self.scoreboard.done(flight.op.warp(), token(lane, tag as u8));
            let step = &flight.op.step;
            if matches!(step.role, Role::External(_)) && step.target.is_none() && flight.due != 0 {
                self.arrivals.push(flight.due, flight.op);
            } else {
                ports.events.finished.push(flight.op);
            }
        }
        Ok(())
    }
}

impl<D: Visible, const LOCKED: bool, const W: usize> Datapath<W> for Lanes<D, LOCKED, W> {
    const CHECKS_VALUES: bool = LOCKED;
    type Ticket = LaneTicket;

    fn lanes(&self) -> usize {
        self.harnesses.len()
    }

    fn fits(&self, needs: &CtaNeeds) -> Result<(), Unfit> {
        self.registers.fits(needs.program, needs.threads)
    }

    fn admit(&mut self, needs: &CtaNeeds) -> Option<Vec<WarpId>> {
        let warps = self.registers.take(needs.program, needs.threads)?;
        for &warp in &warps {
            let Some(start) = self.registers.start(warp) else { continue };
            let count = self.harnesses.len();
            if LOCKED {
                self.harnesses[warp.index() % count].starts.push_back(start);
            } else {
                self.harnesses.iter_mut().for_each(|harness| harness.starts.push_back(start));
            }
        }
        Some(warps)
    }

    fn warp_ended(&mut self, warp: WarpId) -> bool {
        let exit = self.registers.exits();
        if exit {
            self.registers.give(warp);
        }
        exit
    }

    fn cta_ended(&mut self, warps: &[WarpId]) {
        warps.iter().for_each(|&warp| self.registers.give(warp));
    }

    fn registers(&self) -> u64 {
        self.registers.words()
    }

    /// Bundles in which a thread takes part: an entry is as wide as the lane.
    fn words_moved(&self, mask: u64) -> u64 {
        let width = self.cfg.width;
        let bundle = u64::MAX >> (64 - width);
        let live = |first: &u32| mask >> first & bundle != 0;
        (0..self.cfg.threads).step_by(width as usize).filter(live).count() as u64 * u64::from(width)
    }

    /// A warp's own lane, or all lanes together: for other steps, and for accesses to memory.
    fn units(&self) -> usize {
        2 * if LOCKED { self.harnesses.len() } else { 1 }
    }

    fn open(&self, _: u64, unit: usize) -> bool {
        let (lane, memory) = (unit / 2, unit % 2 == 1);
        let lanes = if LOCKED { &self.harnesses[lane..=lane] } else { &self.harnesses[..] };
        lanes.iter().any(|harness| harness.takes(memory))
    }

    fn begin(&mut self, now: u64, ports: &mut CorePorts) {
        let width = u64::MAX >> (64 - self.cfg.threads);
        while let Some(served) = ports.served(now) {
            if served.token != NOBODY {
                let (lane, tag) = ((served.token >> 8) as usize, served.token as u8);
                self.harnesses[lane].answer(&self.cfg, now, tag, served.threads & width);
            }
        }
        for harness in &mut self.harnesses {
            if harness.awake || !self.skip {
                harness.unit.peek(&mut harness.o);
            }
            harness.present(&self.cfg, now);
        }
    }

    #[inline(always)]
    fn check(
        &self,
        _: u64,
        parts: &[Part],
        step: &Step,
        mask: impl FnOnce() -> u64,
        _: &CorePorts,
    ) -> Result<LaneTicket, Stall> {
        let warp = parts[0].warp;
        let hazard = self.scoreboard.hazard(warp, step, mask(), |one, other| one >> 8 == other >> 8);
        if let Hazard::Wait { long } = hazard {
            return Err(Stall::Result { long });
        }
        let first = if LOCKED { warp.index() % self.harnesses.len() } else { 0 };
        let unit = 2 * first + usize::from(matches!(step.role, Role::Memory(..)));
        let lane = self.lane(warp, step, hazard).ok_or(Stall::Busy { unit: unit as u16 })?;
        let after = if let Hazard::Chain { producer } = hazard { Some(producer as u8) } else { None };
        Ok(LaneTicket { lane, after })
    }

    fn issue(&mut self, _: u64, ticket: LaneTicket, op: Box<MicroOp>, _: &mut CorePorts) -> usize {
        let LaneTicket { lane, after } = ticket;
        let (step, mask, part) = (op.step, op.mask(), op.parts[0]);
        let id = part.warp;
        let warp = if LOCKED { id.index() / self.harnesses.len() } else { id.index() };
        let tag = self.harnesses[lane].issue(&self.cfg, warp as u8, op, after);
        if mask != 0 {
            self.scoreboard.issued(&part, token(lane, tag), &step, mask);
        }
        self.turn = (lane + 1) % self.harnesses.len();
        lane
    }

    fn end(&mut self, now: u64, ports: &mut CorePorts) -> Result<(), Box<ValueMismatch>> {
        let count = self.harnesses.len();
        self.shared_units.begin();
        let first = now as usize % count;
        for lane in (first..count).chain(0..first) {
            let harness = &mut self.harnesses[lane];
            if harness.awake {
                self.shared_units.serve::<D, LOCKED>(&self.cfg, now, lane, harness, ports)?;
            }
        }
        self.worked = false;
        for lane in 0..count {
            let harness = &mut self.harnesses[lane];
            let acts = harness.acts || harness.i.issue_valid;
            if self.skip && !acts {
                continue;
            }
            self.worked |= acts;
            if LOCKED
                && let Some(written) = harness.unit.written()
                && let Some(flight) = &harness.in_flight[usize::from(written.tag)]
            {
                check::written(lane, flight, &written)?;
            }
            harness.unit.follow(&harness.i, &mut harness.o);
            if harness.i.launch_valid
                && let Some(start) = harness.starts.pop_front()
                && (LOCKED || lane == 0)
            {
                ports.events.launched.push(start.id);
            }
            self.observe(lane, ports)?;
            self.harnesses[lane].settle(&self.cfg);
        }
        while let Some(arrived) = self.arrivals.pop(now) {
            ports.events.finished.push(arrived);
        }
        Ok(())
    }

    fn next_event(&self, now: u64) -> Option<u64> {
        if self.worked {
            return Some(now + 1);
        }
        let harnesses = self.harnesses.iter().filter_map(|harness| harness.next(now)).min();
        first([harnesses, self.arrivals.next()])
    }
}
