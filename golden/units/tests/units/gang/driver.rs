//! Drives a ganging unit by hand: checks legality and invariants in every cycle.

use heddle_contract::Config as _;
use heddle_contract::gang::{Config, Gang, In, Out};
use heddle_golden::gang::{Protocol, Set, State};
use heddle_golden::{Golden, judged};

/// A preset of the ganging unit's.
pub fn preset(name: &str) -> Config {
    Config::preset(name).unwrap().clone()
}

/// Slices of a mask.
pub fn slices(mask: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |s| mask >> s & 1 == 1)
}

/// An input in the making.
#[derive(Debug, Clone, Default)]
pub struct Cycle(pub In);

pub fn cycle() -> Cycle {
    Cycle::default()
}

impl Cycle {
    pub fn launch(mut self, set: u8, mask: u8, pc: u64) -> Self {
        (self.0.launch_valid, self.0.launch_set, self.0.launch_mask, self.0.launch_pc) = (true, set, mask, pc);
        self
    }
    pub fn apart(mut self) -> Self {
        self.0.launch_apart = true;
        self
    }
    /// Warps of a set report a PC.
    pub fn report(mut self, set: u8, mask: u8, pc: u64) -> Self {
        self.0.report |= mask;
        slices(mask).for_each(|s| (self.0.report_set[s], self.0.report_pc[s]) = (set, pc));
        self
    }
    pub fn sync(mut self, mask: u8) -> Self {
        self.0.report_sync |= mask;
        self
    }
    pub fn end(mut self, set: u8, mask: u8) -> Self {
        self.0.report_end |= mask;
        self.report(set, mask, 0)
    }
    pub fn wake(mut self, set: u8, mask: u8) -> Self {
        self.0.wake |= mask;
        slices(mask).for_each(|s| self.0.wake_set[s] = set);
        self
    }
    pub fn memory(mut self, set: u8, mask: u8) -> Self {
        self.0.wake_memory |= mask;
        self.wake(set, mask)
    }
    pub fn fill(mut self, set: u8, mask: u8) -> Self {
        self.0.fill |= mask;
        slices(mask).for_each(|s| self.0.fill_set[s] = set);
        self
    }
    pub fn busy(mut self, mask: u8) -> Self {
        self.0.busy = mask;
        self
    }
    pub fn l0(mut self, mask: u8) -> Self {
        self.0.l0 = mask;
        self
    }
}

/// What was issued in a cycle.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Issued {
    /// Ids, in order.
    pub gangs: Vec<u16>,
    /// Slices that issued a singleton.
    pub alone: u8,
}

pub fn issued(o: &Out) -> Issued {
    let gangs = o.issue_valid.iter().zip(o.issue_id).filter(|(valid, _)| **valid).map(|(_, id)| id).collect();
    Issued { gangs, alone: o.alone }
}

pub struct Driver {
    pub cfg: Config,
    pub q: State,
    p: Protocol,
    cycle: u64,
}

impl Driver {
    pub fn new(cfg: Config) -> Self {
        cfg.check().unwrap();
        Driver { q: Gang::reset(&cfg), p: Gang::protocol(&cfg), cycle: 0, cfg }
    }

    pub fn step(&mut self, cycle: Cycle) -> Out {
        let Cycle(i) = cycle;
        let mut o = Out::default();
        judged::<Gang>(&self.cfg, &mut self.p, &mut self.q, &i, &mut o)
            .unwrap_or_else(|wrong| panic!("cycle {}: {wrong}", self.cycle));
        self.cycle += 1;
        o
    }

    pub fn idle(&mut self) -> Out {
        self.step(cycle())
    }

    pub fn illegal(&self, cycle: Cycle) -> bool {
        Gang::legal(&self.cfg, &self.p, &self.q, &cycle.0).is_err()
    }

    pub fn set(&self, set: usize) -> &Set {
        self.q.set(set)
    }

    /// Gangs by entry, and singletons.
    pub fn table(&self, set: usize) -> (Vec<u8>, u8) {
        let row = self.q.set(set);
        (row.gangs[..self.cfg.entries() as usize].to_vec(), row.alone)
    }

    /// Nothing is issued until every warp whose PC is known is filled.
    pub fn settle(&mut self) {
        for _ in 0..2000 {
            let stop = cycle().busy(self.cfg.all_slices()).l0(self.cfg.all_slices());
            let mut fill = stop.clone();
            let mut done = true;
            for set in 0..self.cfg.sets as usize {
                let row = self.set(set);
                done &= row.known & !row.filled == 0;
                let (mask, slices_left) = (row.fetching, !fill.0.fill);
                fill = fill.fill(set as u8, mask & slices_left);
            }
            if done {
                return;
            }
            self.step(fill);
        }
        panic!("it does not settle");
    }

    /// A whole set at PC 0, launched and issued: none of it has reported.
    pub fn executing(&mut self, set: u8) {
        let all = self.cfg.all_slices();
        self.step(cycle().launch(set, all, 0));
        self.settle();
        self.idle();
        assert_eq!(self.set(set.into()).known, 0, "it was issued");
    }

    /// The set reports a PC for each slice, and wakes: its warps are ready, and may be fetched for.
    pub fn part(&mut self, set: u8, pcs: &[u64]) {
        self.step(parted(set, pcs).wake(set, self.cfg.all_slices()).busy(self.cfg.all_slices()));
    }
}

/// A report of each slice.
pub fn parted(set: u8, pcs: &[u64]) -> Cycle {
    pcs.iter().enumerate().fold(cycle(), |cycle, (s, pc)| cycle.report(set, 1 << s, *pc))
}
