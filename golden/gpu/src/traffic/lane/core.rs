//! The core's front end: CTAs to lanes, one warp instruction a cycle, loosely round robin, as the scoreboard permits.

use std::collections::VecDeque;

use heddle_contract::lane::{Config, Lane, Out};
use heddle_golden::{Device, Model};
use heddle_kernel::execute::{Cta, Issue, State};
use heddle_kernel::launch::RunError;
use heddle_kernel::program::FunctionId;

use super::around::Around;
use super::side::{Hazard, Side, Start};
use crate::decode::{Micro, Notes, Place, Program, Role, Step};
use crate::mask::ones;
use crate::traffic::Trouble;
use crate::traffic::dispatch::{Ctas, Ground, threads};

/// Cycles without any event after which a core will not move again: far more than the longest latency with the fullest queue.
const STILL: u64 = 20_000;

/// A warp in its slot.
pub(super) struct Warp {
    pub(super) cta: usize,
    pub(super) number: usize,
    pub(super) lane: usize,
    slot: u32,
    row: u32,
    launched: bool,
    pub(super) micros: VecDeque<Micro>,
    /// Lane instructions in flight.
    pub(super) flying: u32,
    /// Threads that have a defined value, of each vector word; scalars have thread 0.
    written: [Vec<u64>; 2],
    /// Predicates on their way.
    pub(super) flags: Vec<(FunctionId, u32)>,
    /// The front end waits for operands.
    holds: bool,
    /// What a barrier will give.
    late: Option<(Step, Issue)>,
}

/// Lanes, and all that is around them.
pub(super) struct Core<'c, D> {
    cfg: &'c Config,
    /// Lane 0, and the others.
    unit: &'c mut D,
    others: Vec<Model<Lane>>,
    pub(super) sides: Vec<Side>,
    around: Around,
    /// Slot s of lane l is at s * lanes + l.
    pub(super) warps: Vec<Option<Warp>>,
    pub(super) ctas: Vec<Option<Cta>>,
    turn: usize,
    /// Which lane the next CTA starts with.
    lane: usize,
    /// The next CTA found no place, and none was given back since.
    full: bool,
    pub(super) cycle: u64,
    moved: u64,
}

impl<'c, D: Device<Lane>> Core<'c, D> {
    pub fn new(cfg: &'c Config, unit: &'c mut D, lanes: usize) -> Core<'c, D> {
        Core {
            cfg,
            unit,
            others: (1..lanes).map(|_| Model::new(cfg.clone())).collect(),
            sides: (0..lanes).map(|_| Side::new(cfg)).collect(),
            around: Around::new(lanes),
            warps: (0..lanes * cfg.warps as usize).map(|_| None).collect(),
            ctas: vec![],
            turn: 0,
            lane: 0,
            full: false,
            cycle: 0,
            moved: 0,
        }
    }

    /// Lane 0.
    pub fn unit(&self) -> &D {
        self.unit
    }

    /// Runs a grid to its end, or until it is enough.
    pub fn run(&mut self, ground: &mut Ground, program: &Program, enough: &dyn Fn(&D) -> bool) -> Result<(), Trouble> {
        let mut ctas = Ctas::of(ground.grid);
        while !enough(self.unit) {
            while let Some(place) = ctas.peek().filter(|_| !self.full) {
                self.full = !self.dispatch(ground, program, place)?;
                if !self.full {
                    ctas.next();
                }
            }
            if self.ctas.iter().all(Option::is_none) {
                return Ok(());
            }
            self.cycle(ground, program)?;
        }
        Ok(())
    }

    /// Starts a CTA if every lane has slots and rows for its warps.
    fn dispatch(&mut self, ground: &Ground, program: &Program, place: [u32; 3]) -> Result<bool, RunError> {
        let threads = threads(ground.grid, ground.options);
        let lanes = self.sides.len();
        for first in 0..lanes {
            let first = (self.lane + first) % lanes;
            let Some(seats) = self.seats(program, &threads, first) else { continue };
            let cta = ground.start(place)?;
            let at = self.ctas.iter().position(Option::is_none).unwrap_or(self.ctas.len());
            if at == self.ctas.len() {
                self.ctas.push(None);
            }
            self.ctas[at] = Some(cta);
            for (number, ((lane, slot, row), threads)) in seats.into_iter().zip(threads).enumerate() {
                let words = program.words;
                let warp = slot as usize * lanes + lane;
                self.warps[warp] = Some(Warp {
                    cta: at,
                    number,
                    lane,
                    slot,
                    row,
                    launched: false,
                    micros: VecDeque::new(),
                    flying: 0,
                    written: [words.vectors, words.scalars].map(|words| vec![0; words as usize]),
                    flags: vec![],
                    holds: false,
                    late: None,
                });
                let scalar = row + program.vector_rows(self.cfg, threads);
                let tid = number as u32 * ground.options.warp_size;
                let start = Start { warp, slot, threads, vector: row, scalar, tid };
                self.sides[lane].starts.push_back(start);
                self.lane = (lane + 1) % lanes;
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// A slot and rows for each warp, from a lane on; none if one finds no place.
    fn seats(&mut self, program: &Program, threads: &[u32], first: usize) -> Option<Vec<(usize, u32, u32)>> {
        let lanes = self.sides.len();
        let mut seats: Vec<(usize, u32, u32)> = Vec::new();
        for (number, &threads) in threads.iter().enumerate() {
            let lane = (first + number) % lanes;
            let free = |slot: &u32| {
                self.warps[*slot as usize * lanes + lane].is_none()
                    && !seats.iter().any(|&(l, s, _)| (l, s) == (lane, *slot))
            };
            let slot = (0..self.cfg.warps).find(free);
            let row = slot.and_then(|_| self.sides[lane].rows.take(program.rows(self.cfg, threads).max(1)));
            match (slot, row) {
                (Some(slot), Some(row)) => seats.push((lane, slot, row)),
                _ => {
                    for (lane, _, row) in seats {
                        self.sides[lane].rows.give(row);
                    }
                    return None;
                }
            }
        }
        Some(seats)
    }

    fn cycle(&mut self, ground: &mut Ground, program: &Program) -> Result<(), Trouble> {
        for lane in 0..self.sides.len() {
            let mut o = std::mem::take(&mut self.sides[lane].o);
            self.device(lane).peek(&mut o);
            self.sides[lane].o = o;
        }
        let mut launched = Vec::new();
        for side in &mut self.sides {
            launched.extend(side.present(self.cycle));
        }
        let served = self.around.serve(self.cfg, self.cycle, &mut self.sides);
        served.map_err(|differs| self.differs(ground, &differs))?;
        let count = self.warps.len();
        for n in 0..count {
            let warp = (self.turn + n) % count;
            if self.warps[warp].is_some() && self.issue(ground, program, warp)? {
                self.turn = (warp + 1) % count;
                self.moved = self.cycle;
                break;
            }
        }
        for start in launched {
            self.moved = self.cycle;
            self.warps[start.warp].iter_mut().for_each(|warp| warp.launched = true);
        }
        for lane in 0..self.sides.len() {
            let (i, mut o) = (std::mem::take(&mut self.sides[lane].i), std::mem::take(&mut self.sides[lane].o));
            self.device(lane).step(&i, &mut o);
            (self.sides[lane].i, self.sides[lane].o) = (i, o);
            self.sides[lane].settle();
            self.hear(ground, lane)?;
        }
        while let Some(arrival) = self.around.arrivals.pop(self.cycle) {
            self.moved = self.cycle;
            if let Some(warp) = &mut self.warps[arrival.warp] {
                warp.holds = false;
                warp.flags.retain(|(function, flag)| *function != arrival.function || !arrival.flags.contains(flag));
            }
        }
        self.end_ctas();
        self.cycle += 1;
        if self.cycle - self.moved > STILL {
            return Err(self.still(ground));
        }
        Ok(())
    }

    fn device(&mut self, lane: usize) -> &mut dyn Device<Lane> {
        match lane {
            0 => self.unit,
            n => &mut self.others[n - 1],
        }
    }

    /// Lets a warp issue its next instruction, if it can: whether it took the front end's cycle.
    fn issue(&mut self, ground: &mut Ground, program: &Program, index: usize) -> Result<bool, Trouble> {
        let Some(warp) = self.warps[index].as_mut().filter(|warp| warp.launched) else { return Ok(false) };
        let Some(cta) = self.ctas[warp.cta].as_mut() else { return Ok(false) };
        let mut executed = false;
        if warp.micros.is_empty() {
            let state = &cta.warps[warp.number];
            if cta.state(warp.number) != State::Ready || warp.holds {
                return Ok(false);
            }
            if let Some((step, issue)) = warp.late.take() {
                let mut micro = Notes::before(&step, &issue, state, ground.image, true);
                Notes::after(&mut micro, state, false);
                warp.micros.push_back(micro);
            } else {
                let Some((function, number)) = cta.next(ground.image, warp.number) else { return Ok(false) };
                let Some(plan) = program.plan(function, number) else { return Ok(false) };
                let awaits = |flag: &u32| warp.flags.contains(&(function, *flag));
                if (plan.waits && warp.flying != 0) || plan.reads.iter().chain(&plan.writes).any(awaits) {
                    return Ok(false);
                }
                if let Some(step) = plan.steps.first() {
                    let mask = u64::from(cta.effective(ground.image, warp.number));
                    let mask = if step.scalar { u64::from(mask != 0) } else { mask };
                    let side = &self.sides[warp.lane];
                    if !side.takes(step) || matches!(side.hazard(index, step, mask), Hazard::Wait(_)) {
                        return Ok(false);
                    }
                }
                let (active, mask) = (cta.active(warp.number), cta.effective(ground.image, warp.number));
                let mut notes = Notes::new(plan, true);
                ground.step(cta, warp.number, &mut notes)?;
                executed = true;
                for mut micro in notes.finish() {
                    let before = micro.lower(program);
                    warp.micros.extend(before);
                    warp.micros.push_back(micro);
                }
                if !warp.micros.is_empty() {
                    warp.flags.extend(plan.writes.iter().map(|&flag| (function, flag)));
                    warp.holds = plan.holds;
                }
                if let Some(late) = plan.late {
                    let (cta, warp_number, instruction) = (cta.id(), warp.number as u32, number);
                    let issue = Issue { cta, warp: warp_number, function, instruction, active, mask, depth: 1 };
                    warp.late = Some((late, issue));
                }
            }
        }
        let Some(micro) = warp.micros.front() else { return Ok(executed) };
        if let Some((place, missing)) = undefined(warp, micro) {
            // the executor's registers start as zeros
            let clear = micro.constant(place, 0, missing);
            warp.micros.push_front(clear);
        }
        let side = &mut self.sides[warp.lane];
        let Some(micro) = warp.micros.front() else { return Ok(executed) };
        let hazard = side.hazard(index, &micro.step, micro.mask());
        if !side.takes(&micro.step) || matches!(hazard, Hazard::Wait(_)) {
            return Ok(executed);
        }
        let Some(micro) = warp.micros.pop_front() else { return Ok(executed) };
        if let Some(target) = micro.step.target {
            for word in target.words() {
                warp.written[usize::from(target.scalar)][word as usize] |= micro.mask();
            }
        }
        warp.flying += 1;
        side.issue(self.cfg, index, warp.slot, micro, hazard);
        Ok(true)
    }

    /// The scoreboard hears at the end of a cycle what a lane showed during it.
    fn hear(&mut self, ground: &Ground, lane: usize) -> Result<(), Trouble> {
        let Out { first, done, pred_valid, pred_tag, pred_word, .. } = self.sides[lane].o;
        let side = &mut self.sides[lane];
        for tag in ones(first) {
            if let Some(flight) = &mut side.flights[tag] {
                flight.first = true;
            }
        }
        if pred_valid && let Some(flight) = &side.flights[usize::from(pred_tag)] {
            let mask = flight.micro.active & flight.micro.guard;
            let wrong = flight.micro.verdict.wrong(pred_word) & mask;
            if wrong != 0 {
                let thread = wrong.trailing_zeros() as usize;
                let what = format!(
                    "{}: the comparison says {}",
                    self.place(ground, lane, pred_tag, thread),
                    pred_word >> thread & 1
                );
                return Err(Trouble::Wrong { cycle: self.cycle, what });
            }
        }
        for tag in ones(done) {
            let Some(flight) = self.sides[lane].retire(tag as u32) else { continue };
            self.moved = self.cycle;
            let Some(warp) = &mut self.warps[flight.warp] else { continue };
            warp.flying -= 1;
            let micro = &flight.micro;
            let comes_later =
                matches!(micro.step.role, Role::External(_)) && micro.step.target.is_none() && micro.mask() != 0;
            if !comes_later {
                warp.holds &= micro.flags.is_empty() && !matches!(micro.step.role, Role::External(_));
                warp.flags.retain(|(function, flag)| *function != micro.function || !micro.flags.contains(flag));
            }
        }
        Ok(())
    }

    /// CTAs whose warps have ended and are drained give back what they had.
    fn end_ctas(&mut self) {
        for at in 0..self.ctas.len() {
            if !self.ctas[at].as_ref().is_some_and(Cta::done) {
                continue;
            }
            let busy = |warp: &Warp| {
                let quiet = warp.micros.is_empty() && warp.flying == 0 && warp.flags.is_empty() && warp.launched;
                warp.cta == at && !quiet
            };
            if self.warps.iter().flatten().any(busy) {
                continue;
            }
            for place in &mut self.warps {
                if let Some(warp) = place.take_if(|warp| warp.cta == at) {
                    self.sides[warp.lane].rows.give(warp.row);
                }
            }
            self.ctas[at] = None;
            self.full = false;
        }
    }
}

/// A word that the program reads before it writes it, and the threads.
fn undefined(warp: &Warp, micro: &Micro) -> Option<(Place, u64)> {
    let mask = micro.mask();
    micro.step.places().find_map(|place| {
        let mask = if place.scalar { u64::from(mask != 0) } else { mask };
        let missing = |half: u32| {
            let word = (place.word + half) as usize;
            let missing = mask & !warp.written[usize::from(place.scalar)][word];
            (missing != 0).then(|| (place.half(half), missing))
        };
        missing(0).or_else(|| if place.wide { missing(1) } else { None })
    })
}
