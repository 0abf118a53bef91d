//! Drives a ganging unit by hand: checks legality and invariants in every cycle.

use heddle_contract::Config as _;
use heddle_contract::gang::{Config, In, Out, Schedule};
use heddle_golden::gang::Gang;
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
    /// Ids, in order of ports.
    pub gangs: Vec<u16>,
    /// Slices that issued a singleton.
    pub alone: u8,
}

pub fn issued(o: &Out) -> Issued {
    let gangs = o.issue_valid.iter().zip(o.issue_id).filter(|(valid, _)| **valid).map(|(_, id)| id).collect();
    Issued { gangs, alone: o.alone }
}

/// The gangs that fetch: set, buffers to fill, PC.
pub fn fetched(o: &Out) -> Vec<(u8, u8, u64)> {
    let fetches = (0..o.gang_fetch.len()).filter(|k| o.gang_fetch[*k]);
    fetches.map(|k| (o.gang_fetch_set[k], o.gang_fetch_mask[k], o.gang_fetch_pc[k])).collect()
}

pub fn gangs(ids: &[u16], alone: u8) -> Issued {
    Issued { gangs: ids.to_vec(), alone }
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

    /// A cycle, and the next one, in which its reports and wakes act.
    pub fn act(&mut self, of: Cycle) -> Out {
        let next = cycle().busy(of.0.busy).l0(of.0.l0);
        self.step(of);
        self.step(next)
    }

    /// Whether a report or a wake has still to act.
    pub fn is_pending(&self) -> bool {
        self.q.pending().report | self.q.pending().wake != 0
    }

    /// Nothing is issued or picked for issue until all that is pending has acted, and every warp
    /// whose PC is known is filled.
    pub fn fill_all(&mut self) {
        for _ in 0..2000 {
            let stop = cycle().busy(self.cfg.all_slices()).l0(self.cfg.all_slices());
            let mut fill = stop.clone();
            let mut done = !self.is_pending();
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

    /// All is filled, and something is issued in the next cycle: what is picked in a cycle more, or
    /// picks that are held, at once.
    pub fn settle(&mut self) {
        self.fill_all();
        let mut o = Out::default();
        Gang::comb(&self.cfg, &self.q, &In::default(), &mut o);
        if issued(&o) == Issued::default() {
            self.idle();
        }
    }

    /// Idles until no warp of these sets is known: all that could be issued was.
    pub fn drain(&mut self, sets: std::ops::Range<usize>) {
        for _ in 0..100 {
            if sets.clone().all(|set| self.set(set).known == 0) {
                return;
            }
            self.idle();
        }
        panic!("something is not issued");
    }

    /// A whole set at PC 0, launched and issued: none of it has reported.
    pub fn executing(&mut self, set: u8) {
        let all = self.cfg.all_slices();
        self.step(cycle().launch(set, all, 0));
        self.settle();
        self.idle();
        assert_eq!(self.set(set.into()).known, 0, "it was issued");
    }

    /// A set that is free comes, is fetched and issued at each port and in each slice, and ends: no
    /// scheduler holds a pick of another set. Nothing else may be issued or fetched meanwhile.
    pub fn distract(&mut self, set: u8) {
        let slices = self.cfg.slices as u64;
        let sets = set.into()..usize::from(set) + 1;
        self.executing(set);
        for pcs in [(0..slices).map(|s| s / 2).collect::<Vec<_>>(), (0..slices).collect()] {
            self.step(parted(set, &pcs).wake(set, self.cfg.all_slices()));
            self.settle();
            self.drain(sets.clone());
        }
        self.act(cycle().end(set, self.cfg.all_slices()));
    }

    /// The set reports a PC for each slice, and wakes: its warps are ready a cycle later, and may
    /// be fetched for.
    pub fn part(&mut self, set: u8, pcs: &[u64]) {
        self.step(parted(set, pcs).wake(set, self.cfg.all_slices()).busy(self.cfg.all_slices()));
    }

    /// The next picks of the issue ports.
    pub fn picks(&self) -> Vec<Option<u16>> {
        (0..self.cfg.issue as usize).map(|port| self.q.issue_pick(port)).collect()
    }
}

/// A report of each slice.
pub fn parted(set: u8, pcs: &[u64]) -> Cycle {
    pcs.iter().enumerate().fold(cycle(), |cycle, (s, pc)| cycle.report(set, 1 << s, *pc))
}

/// Gangs that are all ready: in set 0, two of two and four; in set 1, one of eight; in set 2, two
/// of three and singletons; set 2 is the oldest, then set 0, then set 1. PCs grow with the set, and
/// fall with the entry. Port 0 holds the pick of the gang that was issued last: 4, with an order by
/// age; the others have none.
pub fn crowd(schedule: Schedule, issue: u32) -> Driver {
    crowd_in(Config { sets: 4, schedule, issue, ..preset("paper") })
}

/// These gangs in a unit with other parameters.
pub fn crowd_in(cfg: Config) -> Driver {
    let mut unit = Driver::new(cfg);
    for set in [2, 0, 1] {
        unit.step(cycle().launch(set, 0xff, 0).busy(0xff));
    }
    unit.settle();
    unit.drain(0..3);
    unit.part(0, &[29, 29, 28, 28, 28, 28, 27, 27]);
    unit.part(1, &[33; 8]);
    unit.part(2, &[49, 49, 49, 41, 48, 48, 48, 42]);
    unit.settle();
    unit
}
