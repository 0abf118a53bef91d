//! A naive model of the ganging unit, as loops over lists: the contract, sentence by sentence,
//! without optimisation.

mod legal;
mod picks;
mod table;

use heddle_contract::gang::{Config, In, Out, Picks};

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

/// For each scheduler the name that it picked: of a gang its id, of a singleton its set.
type Names = Vec<Option<usize>>;

#[derive(Debug, Clone)]
pub struct Naive {
    cfg: Config,
    /// By set and slice.
    warps: Vec<Vec<Warp>>,
    /// By set and entry.
    gangs: Vec<Vec<Unit>>,
    /// Sets as they were launched, the oldest first.
    launched: Vec<usize>,
    /// Reports and wakes that came in the cycle before: nothing else of it counts.
    pending: In,
    /// By issue port, slice, fetch port, slice.
    issue_pick: Names,
    alone_pick: Names,
    fetch_pick: Names,
    want_pick: Names,
    /// By issue port and slice: what was issued there last.
    greedy: Vec<usize>,
    greedy_alone: Vec<usize>,
    /// Where the next search begins: of the arbiter of issue (by port), of a fetch port (by id), of
    /// the arbiter of fetches (by port), of a slice (by set), of the L1 ports (by slice), of
    /// re-forming (by set).
    next_issue: usize,
    next_gang: Vec<usize>,
    next_fetch: usize,
    next_alone: Vec<usize>,
    next_port: usize,
    next_set: usize,
    counts: [u32; 3],
    /// Fetches of the cycle before, which are not counted yet.
    uncounted: [u32; 3],
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
        let (issue, fetches) = (cfg.issue as usize, cfg.fetches as usize);
        Naive {
            cfg: cfg.clone(),
            warps: vec![vec![Warp::default(); slices]; sets],
            gangs: vec![vec![Vec::new(); slices / 2]; sets],
            launched: Vec::new(),
            pending: In::default(),
            issue_pick: vec![None; issue],
            alone_pick: vec![None; slices],
            fetch_pick: vec![None; fetches],
            want_pick: vec![None; slices],
            greedy: vec![0; issue],
            greedy_alone: vec![0; slices],
            next_issue: 0,
            next_gang: vec![0; fetches],
            next_fetch: 0,
            next_alone: vec![0; slices],
            next_port: 0,
            next_set: 0,
            counts: [0; 3],
            uncounted: [0; 3],
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

    fn is_candidate(&self, set: usize, unit: &[usize]) -> bool {
        self.all(set, unit, |warp| warp.known && !warp.fetching) && !self.all(set, unit, |warp| warp.filled)
    }

    fn age(&self, set: usize) -> usize {
        self.launched.iter().position(|launched| *launched == set).unwrap()
    }

    /// The gang of an id, if there is one: set, members.
    fn gang(&self, id: usize) -> Option<(usize, Unit)> {
        let entries = self.cfg.entries() as usize;
        let unit = &self.gangs[id / entries][id % entries];
        (!unit.is_empty()).then(|| (id / entries, unit.clone()))
    }

    fn empty(&self, set: usize, unit: &[usize]) -> Unit {
        unit.iter().copied().filter(|s| !self.warps[set][*s].filled).collect()
    }

    /// What the schedulers have picked: by issue port, slice, fetch port, slice.
    pub fn picks(&self) -> [&[Option<usize>]; 4] {
        [&self.issue_pick, &self.alone_pick, &self.fetch_pick, &self.want_pick]
    }

    pub fn show(&self, i: &In) -> Out {
        let mut o = Out::default();
        let (gangs, alone) = (self.issued(i.busy), self.issued_alone(i.busy));
        for (port, id) in gangs {
            let (set, unit) = self.gang(id).unwrap();
            o.issue_valid[port] = true;
            o.issue_id[port] = id as u16;
            o.issue_mask[port] = mask(&unit);
            o.issue_pc[port] = self.warps[set][unit[0]].pc;
        }
        for (s, set) in alone {
            o.alone |= 1 << s;
            o.alone_set[s] = set as u8;
        }
        for (port, id) in self.fetched() {
            let (set, unit) = self.gang(id).unwrap();
            o.gang_fetch[port] = true;
            o.gang_fetch_set[port] = set as u8;
            o.gang_fetch_mask[port] = mask(&self.empty(set, &unit));
            o.gang_fetch_pc[port] = self.warps[set][unit[0]].pc;
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
        // everything below sees the state at the beginning of the cycle
        let before = self.clone();
        for warp in self.warps.iter_mut().flatten() {
            warp.wait = warp.wait.saturating_sub(1);
        }
        self.issue(&before, i.busy);
        self.act(&before.pending);
        for set in self.sets() {
            self.split(set, &before);
        }
        self.reform(i, &before);
        self.fetch(&before, i.l0);
        self.pick(&before, i);
        self.pending = i.clone();
        for s in self.slices().filter(|s| bit(i.fill, *s)) {
            let warp = &mut self.warps[usize::from(i.fill_set[s])][s];
            (warp.filled, warp.fetching) = (true, false);
        }
        if i.launch_valid {
            self.launch(i);
        }
    }

    fn issue(&mut self, before: &Naive, busy: u8) {
        let gangs = before.issued(busy);
        for (port, id) in &gangs {
            let (set, unit) = before.gang(*id).unwrap();
            unit.iter().for_each(|s| self.run(set, *s));
            if *port == 0 || self.cfg.picks == Picks::Ahead {
                self.greedy[*port] = *id;
            }
        }
        if let Some((port, _)) = gangs.first() {
            self.next_issue = (port + 1) % self.cfg.issue as usize;
        }
        for (s, set) in before.issued_alone(busy) {
            self.run(set, s);
            self.greedy_alone[s] = set;
        }
    }

    fn run(&mut self, set: usize, s: usize) {
        let warp = &mut self.warps[set][s];
        (warp.known, warp.filled, warp.ready, warp.wait) = (false, false, false, 0);
    }

    /// What is pending acts.
    fn act(&mut self, pending: &In) {
        for s in self.slices().filter(|s| bit(pending.report, *s)) {
            let warp = &mut self.warps[usize::from(pending.report_set[s])][s];
            if bit(pending.report_end, s) {
                *warp = Warp::default();
                continue;
            }
            (warp.known, warp.filled, warp.pc) = (true, false, pending.report_pc[s]);
            if bit(pending.report_sync, s) {
                warp.wait = self.cfg.sync_wait;
            }
        }
        for s in self.slices().filter(|s| bit(pending.wake, *s)) {
            let warp = &mut self.warps[usize::from(pending.wake_set[s])][s];
            // one that ends at this edge exists no more
            warp.ready = warp.exists;
        }
    }

    fn fetch(&mut self, before: &Naive, local: u8) {
        let gangs = before.fetched();
        for (port, id) in &gangs {
            let (set, unit) = before.gang(*id).unwrap();
            before.empty(set, &unit).into_iter().for_each(|s| self.warps[set][s].fetching = true);
            if *port == 0 || self.cfg.picks == Picks::Ahead {
                self.next_gang[*port] = (id + 1) % self.cfg.ids() as usize;
            }
        }
        if let Some((port, _)) = gangs.first() {
            self.next_fetch = (port + 1) % self.cfg.fetches as usize;
        }
        let (near, far) = before.granted(local);
        for s in near.iter().chain(&far) {
            let set = before.wanted(*s).unwrap();
            self.warps[set][*s].fetching = true;
            self.next_alone[*s] = (set + 1) % self.cfg.sets as usize;
        }
        if let Some(last) = far.last() {
            self.next_port = (last + 1) % self.cfg.slices as usize;
        }
        let fetches = self.uncounted.iter_mut().zip([gangs.len(), far.len(), near.len()]);
        for (count, (uncounted, more)) in self.counts.iter_mut().zip(fetches) {
            *count = count.wrapping_add(*uncounted);
            *uncounted = more as u32;
        }
    }

    fn launch(&mut self, i: &In) {
        let set = usize::from(i.launch_set);
        for s in self.slices().filter(|s| bit(i.launch_mask, *s)) {
            self.warps[set][s] = Warp { exists: true, known: true, ready: true, pc: i.launch_pc, ..Warp::default() };
        }
        if !i.launch_apart && i.launch_mask.count_ones() > 1 {
            self.gangs[set][0] = self.existing(set);
        }
        self.launched.retain(|launched| *launched != set);
        self.launched.push(set);
    }
}
