//! The ganging unit in plain loops over lists: the contract, sentence by sentence, slow and without tricks.

mod table;

use heddle_contract::gang::{Config, In, Out, Schedule};

#[derive(Debug, Clone, Default)]
struct Warp {
    exists: bool,
    known: bool,
    ready: bool,
    filled: bool,
    fetching: bool,
    wait: u32,
    pc: u64,
}

/// Slices, in order.
type Unit = Vec<usize>;
/// A gang: set, entry, members.
type Placed = (usize, usize, Unit);

#[derive(Debug, Clone)]
pub struct Naive {
    cfg: Config,
    /// By set and slice.
    warps: Vec<Vec<Warp>>,
    /// By set and entry.
    gangs: Vec<Vec<Unit>>,
    /// Sets as they were launched, the oldest first.
    launched: Vec<usize>,
    greedy: usize,
    greedy_alone: Vec<usize>,
    /// Where the next search begins.
    next_gang: usize,
    next_alone: Vec<usize>,
    next_port: usize,
    next_set: usize,
    counts: [u32; 3],
}

fn bit(mask: u8, slice: usize) -> bool {
    mask >> slice & 1 == 1
}

fn mask(unit: &[usize]) -> u8 {
    unit.iter().map(|s| 1 << s).sum()
}

impl Naive {
    pub fn new(cfg: &Config) -> Self {
        let (sets, slices) = (cfg.sets as usize, cfg.slices as usize);
        Naive {
            cfg: cfg.clone(),
            warps: vec![vec![Warp::default(); slices]; sets],
            gangs: vec![vec![Vec::new(); slices / 2]; sets],
            launched: Vec::new(),
            greedy: 0,
            greedy_alone: vec![0; slices],
            next_gang: 0,
            next_alone: vec![0; slices],
            next_port: 0,
            next_set: 0,
            counts: [0; 3],
        }
    }

    fn slices(&self) -> std::ops::Range<usize> {
        0..self.cfg.slices as usize
    }

    fn sets(&self) -> std::ops::Range<usize> {
        0..self.warps.len()
    }

    fn existing(&self, set: usize) -> Unit {
        self.slices().filter(|s| self.warps[set][*s].exists).collect()
    }

    fn alone(&self, set: usize) -> Unit {
        let in_a_gang = |s: &usize| self.gangs[set].iter().any(|gang| gang.contains(s));
        self.existing(set).into_iter().filter(|s| !in_a_gang(s)).collect()
    }

    /// Gangs and singletons of a set, in order of place; with the entry, if it is a gang.
    fn units(&self, set: usize) -> Vec<(Unit, Option<usize>)> {
        let mut units: Vec<(Unit, Option<usize>)> = self.alone(set).into_iter().map(|s| (vec![s], None)).collect();
        let gangs = self.gangs[set].iter().enumerate().filter(|(_, gang)| !gang.is_empty());
        units.extend(gangs.map(|(entry, gang)| (gang.clone(), Some(entry))));
        units.sort_by_key(|(unit, _)| unit[0]);
        units
    }

    fn all(&self, set: usize, unit: &[usize], holds: impl Fn(&Warp) -> bool) -> bool {
        unit.iter().all(|s| holds(&self.warps[set][*s]))
    }

    fn held(&self, set: usize, unit: &[usize]) -> bool {
        !self.all(set, unit, |warp| warp.wait == 0) && unit != self.existing(set)
    }

    fn may_go(&self, set: usize, unit: &[usize]) -> bool {
        self.all(set, unit, |warp| warp.filled && warp.ready) && !self.held(set, unit)
    }

    fn age(&self, set: usize) -> usize {
        self.launched.iter().position(|launched| *launched == set).unwrap()
    }

    /// Gangs as (set, entry, members), sorted as they are issued.
    fn gangs_in_order(&self) -> Vec<Placed> {
        let entries = self.cfg.entries() as usize;
        let ids = self.cfg.ids() as usize;
        let mut gangs = Vec::new();
        for set in self.sets() {
            for entry in 0..entries {
                let unit = &self.gangs[set][entry];
                if !unit.is_empty() && self.may_go(set, unit) {
                    gangs.push((set, entry, unit.clone()));
                }
            }
        }
        let id = |set: usize, entry: usize| set * entries + entry;
        gangs.sort_by_key(|(set, entry, unit)| {
            let (set, entry) = (*set, *entry);
            let not_greedy = id(set, entry) != self.greedy;
            let pc = self.warps[set][unit[0]].pc;
            // the first three differ by schedule; the rest is the same for all
            let (first, second) = match self.cfg.schedule {
                Schedule::Bgto => (8 - unit.len() as u64, 0),
                Schedule::Lgto => (unit.len() as u64, 0),
                Schedule::Gto => (0, 0),
                Schedule::Lrr => (0, 1 + (id(set, entry) + ids - (self.greedy + 1) % ids) % ids),
                Schedule::Lpc => (pc, 1 + id(set, entry)),
            };
            (first, second, not_greedy, self.age(set), entry)
        });
        gangs
    }

    fn issued(&self, busy: u8) -> (Vec<Placed>, Vec<Option<usize>>) {
        let mut gangs: Vec<Placed> = Vec::new();
        let mut taken = self.slices().map(|s| bit(busy, s)).collect::<Vec<_>>();
        for gang in self.gangs_in_order() {
            if gangs.len() < self.cfg.issue as usize && !gang.2.iter().any(|s| taken[*s]) {
                gang.2.iter().for_each(|s| taken[*s] = true);
                gangs.push(gang);
            }
        }
        let alone = self.slices().map(|s| if taken[s] { None } else { self.first_alone(s) }).collect();
        (gangs, alone)
    }

    fn first_alone(&self, s: usize) -> Option<usize> {
        let sets = self.cfg.sets as usize;
        let mut ready: Vec<usize> =
            self.sets().filter(|set| self.alone(*set).contains(&s) && self.may_go(*set, &[s])).collect();
        ready.sort_by_key(|set| match self.cfg.schedule {
            Schedule::Bgto | Schedule::Gto | Schedule::Lgto => {
                (u64::from(*set != self.greedy_alone[s]), self.age(*set))
            }
            Schedule::Lrr => (0, (set + sets - (self.greedy_alone[s] + 1) % sets) % sets),
            Schedule::Lpc => (self.warps[*set][s].pc, *set),
        });
        ready.first().copied()
    }

    /// The gangs that fetch: set, entry, members.
    fn gang_fetches(&self) -> Vec<Placed> {
        let (entries, ids) = (self.cfg.entries() as usize, self.cfg.ids() as usize);
        let mut fetches: Vec<Placed> = Vec::new();
        for id in (0..ids).map(|n| (self.next_gang + n) % ids) {
            let (set, entry) = (id / entries, id % entries);
            let unit = &self.gangs[set][entry];
            let known = !unit.is_empty() && self.all(set, unit, |warp| warp.known && !warp.fetching);
            let asks = known && !self.all(set, unit, |warp| warp.filled);
            if asks && !fetches.iter().any(|(_, _, other)| unit.iter().any(|s| other.contains(s))) {
                fetches.push((set, entry, unit.clone()));
            }
        }
        fetches.truncate(self.cfg.fetches as usize);
        fetches
    }

    fn empty(&self, set: usize, unit: &[usize]) -> Unit {
        unit.iter().copied().filter(|s| !self.warps[set][*s].filled).collect()
    }

    fn wanted(&self, s: usize) -> Option<usize> {
        let sets = self.cfg.sets as usize;
        (0..sets).map(|n| (self.next_alone[s] + n) % sets).find(|set| {
            let warp = &self.warps[*set][s];
            self.alone(*set).contains(&s) && warp.known && !warp.filled && !warp.fetching
        })
    }

    /// Slices that get what they want: from L0, and from L1 in the order in which they get it.
    fn granted(&self, local: u8) -> (Unit, Unit) {
        let slices = self.cfg.slices as usize;
        let wants = |s: &usize| self.wanted(*s).is_some();
        let (near, far): (Unit, Unit) =
            (0..slices).map(|n| (self.next_port + n) % slices).filter(wants).partition(|s| bit(local, *s));
        let ports = self.cfg.ports as usize - self.gang_fetches().len();
        (near, far.into_iter().take(ports).collect())
    }

    pub fn show(&self, i: &In) -> Out {
        let mut o = Out::default();
        let (gangs, alone) = self.issued(i.busy);
        for (k, (set, entry, unit)) in gangs.iter().enumerate() {
            o.issue_valid[k] = true;
            o.issue_id[k] = (set * self.cfg.entries() as usize + entry) as u16;
            o.issue_mask[k] = mask(unit);
            o.issue_pc[k] = self.warps[*set][unit[0]].pc;
        }
        for (s, set) in alone.into_iter().enumerate() {
            if let Some(set) = set {
                o.alone |= 1 << s;
                o.alone_set[s] = set as u8;
            }
        }
        for (k, (set, _, unit)) in self.gang_fetches().into_iter().enumerate() {
            o.gang_fetch[k] = true;
            o.gang_fetch_set[k] = set as u8;
            o.gang_fetch_mask[k] = mask(&self.empty(set, &unit));
            o.gang_fetch_pc[k] = self.warps[set][unit[0]].pc;
        }
        for s in self.slices() {
            if let Some(set) = self.wanted(s) {
                o.want |= 1 << s;
                o.want_set[s] = set as u8;
                o.want_pc[s] = self.warps[set][s].pc;
            }
        }
        let (near, far) = self.granted(i.l0);
        o.grant = mask(&near) | mask(&far);
        let read = usize::from(i.read_set);
        for (entry, unit) in self.gangs[read].iter().enumerate() {
            o.read_gang[entry] = mask(unit);
        }
        o.read_alone = mask(&self.alone(read));
        [o.count_gang, o.count_slice, o.count_local] =
            self.counts.map(|count| (u64::from(count) % (1 << self.cfg.count_bits)) as u32);
        o
    }

    pub fn clock(&mut self, i: &In) {
        if i.reset {
            *self = Naive::new(&self.cfg);
            return;
        }
        let before = self.clone();
        let (gangs, alone) = before.issued(i.busy);
        let (near, far) = before.granted(i.l0);
        let fetches = before.gang_fetches();

        for warp in self.warps.iter_mut().flatten() {
            warp.wait = warp.wait.saturating_sub(1);
        }
        for (set, entry, unit) in &gangs {
            unit.iter().for_each(|s| self.run(*set, *s));
            if gangs[0] == (*set, *entry, unit.clone()) {
                self.greedy = set * self.cfg.entries() as usize + entry;
            }
        }
        for (s, set) in alone.iter().enumerate() {
            if let Some(set) = set {
                self.run(*set, s);
                self.greedy_alone[s] = *set;
            }
        }
        for s in self.slices() {
            if bit(i.report, s) {
                let warp = &mut self.warps[usize::from(i.report_set[s])][s];
                (warp.known, warp.filled) = (true, false);
                if bit(i.report_end, s) {
                    *warp = Warp::default();
                } else {
                    warp.pc = i.report_pc[s];
                    warp.wait = if bit(i.report_sync, s) { self.cfg.sync_wait } else { warp.wait };
                }
            }
        }
        for s in self.slices().filter(|s| bit(i.wake, *s)) {
            let warp = &mut self.warps[usize::from(i.wake_set[s])][s];
            warp.ready = warp.exists;
        }
        for set in self.sets() {
            self.split(set, i, &before);
        }
        self.reform(i, &before, &gangs, &alone);
        for (set, _, unit) in &fetches {
            before.empty(*set, unit).into_iter().for_each(|s| self.warps[*set][s].fetching = true);
        }
        if let Some((set, entry, _)) = fetches.first() {
            self.next_gang = (set * self.cfg.entries() as usize + entry + 1) % self.cfg.ids() as usize;
        }
        self.counts[0] = self.counts[0].wrapping_add(fetches.len() as u32);
        for s in near.iter().chain(&far) {
            let set = before.wanted(*s).unwrap();
            self.warps[set][*s].fetching = true;
            self.next_alone[*s] = (set + 1) % self.cfg.sets as usize;
        }
        if let Some(last) = far.last() {
            self.next_port = (last + 1) % self.cfg.slices as usize;
        }
        self.counts[1] = self.counts[1].wrapping_add(far.len() as u32);
        self.counts[2] = self.counts[2].wrapping_add(near.len() as u32);
        for s in self.slices().filter(|s| bit(i.fill, *s)) {
            let warp = &mut self.warps[usize::from(i.fill_set[s])][s];
            (warp.filled, warp.fetching) = (true, false);
        }
        if i.launch_valid {
            let set = usize::from(i.launch_set);
            for s in self.slices().filter(|s| bit(i.launch_mask, *s)) {
                self.warps[set][s] =
                    Warp { exists: true, known: true, ready: true, pc: i.launch_pc, ..Warp::default() };
            }
            if !i.launch_apart && i.launch_mask.count_ones() > 1 {
                self.gangs[set][0] = self.existing(set);
            }
            self.launched.retain(|launched| *launched != set);
            self.launched.push(set);
        }
    }

    fn run(&mut self, set: usize, s: usize) {
        let warp = &mut self.warps[set][s];
        (warp.known, warp.filled, warp.ready, warp.wait) = (false, false, false, 0);
    }
}
