//! A naive model of the virtual thread controller, which keeps each warp, register and bit as an
//! element of a list and has no counters.

use std::collections::VecDeque;

use heddle_contract::vtc::{Config, In, Out};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Warp {
    Runs,
    Stalled,
    Waits,
    Gone,
}

#[derive(Debug, Clone)]
struct Cta {
    warps: Vec<Warp>,
    ran: bool,
    active: bool,
}

/// What the handler will do, an item a cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Work {
    Copy(usize),
    Read(usize),
    Arrive,
    Write(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Limits {
    warps: usize,
    ctas: usize,
    active: usize,
}

pub struct Naive {
    cfg: Config,
    limits: Limits,
    ctas: Vec<Option<Cta>>,
    slots: Vec<Option<usize>>,
    /// Registers that will be written: the CTA and the slot of each.
    registers: Vec<(usize, usize)>,
    ready: VecDeque<usize>,
    work: VecDeque<Work>,
    /// The slot at which the handler works, and the last from which a CTA was swapped out.
    slot: usize,
    last: Option<usize>,
    saved: usize,
    context: Vec<bool>,
    /// What registered outputs will show.
    shows: Out,
}

impl Naive {
    pub fn new(cfg: &Config) -> Self {
        Naive {
            cfg: cfg.clone(),
            limits: Limits::default(),
            ctas: vec![None; cfg.ctas as usize],
            slots: vec![None; cfg.active as usize],
            registers: Vec::new(),
            ready: VecDeque::new(),
            work: VecDeque::new(),
            slot: 0,
            last: None,
            saved: 0,
            context: Vec::new(),
            shows: Out::default(),
        }
    }

    /// Equation 2 with its header padded, rounded up.
    fn beats(&self, warps: usize) -> usize {
        (128 + 160 * self.cfg.depth as usize * warps).div_ceil(self.cfg.beat as usize)
    }

    fn row(&self, cta: usize, beat: usize) -> u16 {
        let region = self.beats(self.limits.warps);
        // regions from the top down, rows in a region from the bottom up
        (self.cfg.rows as usize - region * cta - region + beat) as u16
    }

    fn count(&self, cta: usize, state: Warp) -> usize {
        self.ctas[cta].as_ref().map_or(0, |cta| cta.warps.iter().filter(|warp| **warp == state).count())
    }

    fn marked(&self, slot: usize) -> bool {
        let Some(cta) = self.slots[slot].filter(|cta| self.ctas[*cta].as_ref().is_some_and(|cta| cta.active)) else {
            return false;
        };
        let waits = if self.cfg.barrier { 0 } else { self.count(cta, Warp::Waits) };
        self.count(cta, Warp::Stalled) > 0 && self.count(cta, Warp::Runs) + waits == 0
    }

    fn place(&self) -> Option<usize> {
        let assigned = self.ctas.iter().flatten().count();
        (assigned < self.limits.ctas).then(|| self.ctas.iter().position(Option::is_none).unwrap())
    }

    fn fits(&self, k: Limits) -> bool {
        let c = &self.cfg;
        let inside = |n: usize, most: u32| n >= 1 && n <= most as usize;
        inside(k.warps, c.warps)
            && inside(k.ctas, c.ctas)
            && inside(k.active, c.active)
            && inside(k.warps * k.active, c.pwis)
            && inside(k.warps * k.ctas, c.vwis)
            && inside(self.beats(k.warps) * k.ctas, c.rows)
    }

    pub fn step(&mut self, i: &In) -> Out {
        let mut o = std::mem::take(&mut self.shows);
        let kernel =
            Limits { warps: i.kernel_warps.into(), ctas: i.kernel_ctas.into(), active: i.kernel_active.into() };
        o.kernel_refused = i.kernel_valid && !self.fits(kernel);
        o.assign_ready = self.place().is_some();
        o.assign_cta = self.place().unwrap_or(0) as u8;
        o.writeback_hit =
            i.writeback_valid && self.slots[usize::from(i.writeback_slot)] == Some(i.writeback_cta.into());
        o.marked = (0..self.slots.len()).filter(|slot| self.marked(*slot)).fold(0, |marked, slot| marked | 1 << slot);
        match self.work.front() {
            Some(Work::Copy(warp)) => (o.copy_valid, o.copy_slot, o.copy_warp) = (true, self.slot as u8, *warp as u8),
            Some(Work::Read(beat)) if !i.demand => {
                (o.mem_valid, o.mem_row) = (true, self.row(self.slots[self.slot].unwrap(), *beat));
            }
            Some(Work::Write(beat)) if !i.demand => {
                (o.mem_valid, o.mem_write, o.mem_row) = (true, true, self.row(self.saved, *beat));
                let first = beat * self.cfg.beat as usize;
                for k in (0..self.cfg.beat as usize).filter(|k| self.context.get(first + k) == Some(&true)) {
                    o.mem_data[k / 64] |= 1 << (k % 64);
                }
            }
            _ => {}
        }
        self.edge(i, kernel);
        o
    }

    fn edge(&mut self, i: &In, kernel: Limits) {
        if i.reset {
            *self = Naive::new(&self.cfg);
            return;
        }
        if i.kernel_valid && self.fits(kernel) {
            self.limits = kernel;
        }
        let first = self.ready.front().copied();
        let free = (0..self.limits.active).find(|slot| self.slots[*slot].is_none());
        let place = self.place();
        self.events(i);
        match self.work.front().copied() {
            None => {
                if let (Some(cta), Some(slot)) = (first, free) {
                    self.slot = slot;
                    self.enter(cta, false);
                } else if first.is_some() {
                    let from = self.last.map_or(0, |last| last + 1);
                    let count = self.slots.len();
                    if let Some(slot) = (from..from + count).map(|slot| slot % count).find(|slot| self.marked(*slot)) {
                        self.slot = slot;
                        self.work = (0..self.limits.warps).map(Work::Copy).collect();
                    }
                }
            }
            Some(Work::Copy(warp)) => self.copy(warp, i),
            Some(Work::Read(beat)) if !i.demand => {
                (self.shows.restore_valid, self.shows.restore_slot) = (true, self.slot as u8);
                self.shows.restore_beat = beat as u16;
                self.work.pop_front();
            }
            Some(Work::Write(_)) if !i.demand => drop(self.work.pop_front()),
            Some(Work::Arrive) => {
                self.activate(self.slots[self.slot].unwrap());
                self.work.pop_front();
            }
            _ => {}
        }
        if i.assign_valid {
            let warps = vec![Warp::Runs; self.limits.warps];
            self.ctas[place.unwrap()] = Some(Cta { warps, ran: false, active: false });
            self.ready.push_back(place.unwrap());
        }
    }

    /// One warp of a slot's CTA goes from a state to another.
    fn change(&mut self, valid: bool, slot: u8, from: Warp, to: Warp) {
        if valid {
            let cta = self.slots[usize::from(slot)].unwrap();
            let warps = &mut self.ctas[cta].as_mut().unwrap().warps;
            *warps.iter_mut().find(|warp| **warp == from).unwrap() = to;
        }
    }

    fn events(&mut self, i: &In) {
        if i.writeback_valid {
            let register = (usize::from(i.writeback_cta), usize::from(i.writeback_slot));
            for _ in 0..i.writeback_count {
                let at = self.registers.iter().position(|pending| *pending == register).unwrap();
                self.registers.swap_remove(at);
            }
            let inactive = !self.ctas[register.0].as_ref().unwrap().active;
            if inactive && !self.registers.contains(&register) {
                self.ready.push_back(register.0);
            }
        }
        self.change(i.wake_valid, i.wake_slot, Warp::Stalled, Warp::Runs);
        self.change(i.exit_valid, i.exit_slot, Warp::Runs, Warp::Gone);
        if i.exit_valid {
            let slot = usize::from(i.exit_slot);
            let cta = self.slots[slot].unwrap();
            if self.count(cta, Warp::Gone) == self.limits.warps {
                (self.ctas[cta], self.slots[slot]) = (None, None);
            }
        }
        self.change(i.stall_valid, i.stall_slot, Warp::Runs, Warp::Stalled);
        if i.open_valid {
            let cta = self.slots[usize::from(i.open_slot)].unwrap();
            let warps = &mut self.ctas[cta].as_mut().unwrap().warps;
            warps.iter_mut().filter(|warp| **warp == Warp::Waits).for_each(|warp| *warp = Warp::Runs);
        }
        self.change(i.barrier_valid, i.barrier_slot, Warp::Runs, Warp::Waits);
        if i.issue_valid {
            let slot = usize::from(i.issue_slot);
            let register = (self.slots[slot].unwrap(), slot);
            self.registers.extend((0..i.issue_count).map(|_| register));
        }
    }

    fn copy(&mut self, warp: usize, i: &In) {
        let cta = self.slots[self.slot].unwrap();
        if warp == 0 {
            self.context.clear();
            self.bits((cta * self.limits.warps) as u64, 8);
            self.bits(self.limits.warps as u64 - 1, 5);
            i.copy_id.iter().for_each(|id| self.bits((*id).into(), 32));
            self.bits(0, 128 - 13 - 96);
        }
        i.copy_stack[..self.cfg.stack_words() as usize].iter().for_each(|word| self.bits(*word, 64));
        self.work.pop_front();
        if !self.marked(self.slot) {
            self.work.clear();
            return;
        }
        if !self.work.is_empty() {
            return;
        }
        let old = self.ctas[cta].as_mut().unwrap();
        old.active = false;
        // what stalled them is over when the CTA comes back
        old.warps.iter_mut().filter(|warp| **warp == Warp::Stalled).for_each(|warp| *warp = Warp::Runs);
        if !self.registers.iter().any(|(of, _)| *of == cta) {
            self.ready.push_back(cta);
        }
        (self.shows.invalidate_valid, self.shows.invalidate_slot) = (true, self.slot as u8);
        (self.last, self.saved) = (Some(self.slot), cta);
        let next = *self.ready.front().unwrap();
        self.enter(next, true);
    }

    fn bits(&mut self, word: u64, count: usize) {
        self.context.extend((0..count).map(|bit| word >> bit & 1 == 1));
    }

    /// The first CTA that is ready gets the slot.
    fn enter(&mut self, cta: usize, saves: bool) {
        self.ready.pop_front();
        self.slots[self.slot] = Some(cta);
        let beats = self.beats(self.limits.warps);
        if self.ctas[cta].as_ref().unwrap().ran {
            self.work.extend((0..beats).map(Work::Read));
            self.work.push_back(Work::Arrive);
        } else {
            self.activate(cta);
        }
        if saves {
            self.work.extend((0..beats).map(Work::Write));
        }
    }

    fn activate(&mut self, cta: usize) {
        let entry = self.ctas[cta].as_mut().unwrap();
        let fresh = !entry.ran;
        (entry.active, entry.ran) = (true, true);
        let o = &mut self.shows;
        (o.activate_valid, o.activate_slot, o.activate_cta, o.activate_fresh) =
            (true, self.slot as u8, cta as u8, fresh);
        o.activate_pwi = (self.slot * self.limits.warps) as u8;
        o.activate_vwi = (cta * self.limits.warps) as u8;
    }
}
