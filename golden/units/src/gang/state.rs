//! The state of the ganging unit.

use heddle_contract::gang::{Config, MAX_ENTRIES, MAX_FETCHES, MAX_ISSUE, MAX_SLICES, Picks};

use super::bits::{after, each, nonzero};
use super::fetch;
use super::pick::{Chosen, Found, Held, Singles, share};
use super::split::Pending;

/// The warps of an original gang, one in each slice, and their part of the gang table (4.3).
/// Masks have bit s for slice s.
#[derive(Debug, Clone, Copy, Default)]
pub struct Set {
    /// Mask of the warps that exist.
    pub exists: u8,
    /// Mask of the warps whose PC is known.
    pub known: u8,
    /// Mask of the warps that the scoreboard has released.
    pub ready: u8,
    /// Mask of the warps whose buffer holds the instruction at their PC.
    pub filled: u8,
    /// Mask of the warps that are being fetched.
    pub fetching: u8,
    /// For each entry, the mask of its gang's members; zero if the entry is free.
    pub gangs: [u8; MAX_ENTRIES],
    /// Mask of the singletons: warps in no gang.
    pub alone: u8,
    /// Cycles that each warp still waits at a sync point, a byte for each slice.
    pub(super) wait: u64,
    /// The PC of the warp in each slice.
    pub pc: [u64; MAX_SLICES],
    /// The number of the set's launch, counted since the model began: the smaller, the older.
    pub born: u64,

    // worked out from the above whenever it changes
    /// Gangs that may be issued where no slice is busy, a bit for each entry.
    pub(super) may_issue: u8,
    /// Gangs that may be fetched, a bit for each entry.
    pub(super) may_fetch: u8,
    /// Singletons that may be issued, and singletons that may be fetched.
    pub(super) alone_issue: u8,
    pub(super) alone_fetch: u8,
}

impl Set {
    /// Returns the cycles that the warp of a slice still waits at a sync point.
    pub fn wait(&self, slice: usize) -> u8 {
        self.wait.to_le_bytes()[slice]
    }
    /// Returns the mask of the warps that still wait at a sync point.
    pub fn waiting(&self) -> u8 {
        nonzero(self.wait)
    }
    /// Returns the members of the unit that a warp belongs to: its gang, or the warp alone.
    pub fn unit(&self, slice: usize) -> u8 {
        self.gangs.into_iter().find(|gang| gang >> slice & 1 == 1).unwrap_or(1 << slice & self.exists)
    }
    /// Returns the entries whose gang may be issued where no slice is busy, a bit each.
    pub fn may_issue(&self) -> u8 {
        self.may_issue
    }
    /// Returns the mask of the singletons that may be issued if their slice is neither busy nor
    /// taken.
    pub fn may_issue_alone(&self) -> u8 {
        self.alone_issue
    }
    /// Returns the entries whose gang may be fetched, a bit each.
    pub fn may_fetch(&self) -> u8 {
        self.may_fetch
    }
    /// Returns the mask of the singletons that may be fetched.
    pub fn may_fetch_alone(&self) -> u8 {
        self.alone_fetch
    }
}

/// The state of a ganging unit, with summaries over sets (bit n of a word for set n) that each
/// cycle reads.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) sets: Box<[Set]>,
    pub(super) launches: u64,

    /// The reports and wakes that act at the next edge, and what each scheduler has picked.
    pub(super) pending: Pending,
    pub(super) picks: Held,
    /// The gang that each scheduler issued last; in each slice, the set of the singleton that it
    /// issued last.
    pub(super) greedy: [u16; MAX_ISSUE],
    pub(super) greedy_alone: [u8; MAX_SLICES],
    /// Under `Lrr`, the port that came first in the last cycle in which a gang was issued.
    pub(super) issue_turn: u8,
    /// The gang that each scheduler fetched last; the port that came first in the last cycle in
    /// which a gang was fetched.
    pub(super) fetched: [u16; MAX_FETCHES],
    pub(super) fetch_turn: u8,
    /// In each slice, the set that was granted last; the slice that got the last L1 port.
    pub(super) fetched_alone: [u8; MAX_SLICES],
    pub(super) port: u8,
    /// The set that was last considered for re-forming.
    pub(super) reformed: u8,
    pub(super) count_gang: u32,
    pub(super) count_slice: u32,
    pub(super) count_local: u32,
    /// The fetches of the last cycle, which are not counted yet: for gangs, for singletons from L1
    /// and from L0.
    pub(super) uncounted: [u32; 3],

    // worked out from the above: sets of which some warp exists, that hold two units or more, in
    // which a warp waits at a sync point
    pub(super) alive: u64,
    pub(super) parted: u64,
    pub(super) waiting: u64,
    /// For each scheduler that issues, the sets with a gang of its own that may be issued; for each
    /// that fetches, those with a gang that may be fetched.
    pub(super) may_issue: [u64; MAX_ISSUE],
    pub(super) may_fetch: [u64; MAX_FETCHES],
    /// For each slice, the sets whose singleton may be issued, and those whose singleton may be
    /// fetched.
    pub(super) alone_issue: [u64; MAX_SLICES],
    pub(super) alone_fetch: [u64; MAX_SLICES],
    /// Slices whose picked singleton may be issued; the singletons that are wanted.
    pub(super) may_go: u8,
    pub(super) want: Singles,
    /// The gangs that fetch, and the members of each that are not filled, by port.
    pub(super) next_fetch: Chosen,
    pub(super) next_fill: [u8; MAX_FETCHES],
}

impl State {
    pub(super) fn new(cfg: &Config) -> Self {
        let mut q = State {
            sets: vec![Set::default(); cfg.sets as usize].into(),
            launches: 0,
            pending: Pending::default(),
            picks: Held::default(),
            greedy: [0; MAX_ISSUE],
            greedy_alone: [0; MAX_SLICES],
            issue_turn: 0,
            fetched: [0; MAX_FETCHES],
            fetch_turn: 0,
            fetched_alone: [0; MAX_SLICES],
            port: 0,
            reformed: 0,
            count_gang: 0,
            count_slice: 0,
            count_local: 0,
            uncounted: [0; 3],
            alive: 0,
            parted: 0,
            waiting: 0,
            may_issue: [0; MAX_ISSUE],
            may_fetch: [0; MAX_FETCHES],
            alone_issue: [0; MAX_SLICES],
            alone_fetch: [0; MAX_SLICES],
            may_go: 0,
            want: Singles::default(),
            next_fetch: Chosen::default(),
            next_fill: [0; MAX_FETCHES],
        };
        q.forget(cfg);
        q
    }

    /// Reset: no set is left, nothing is pending or picked, all orders start anew. PCs and ages
    /// stay.
    pub(super) fn forget(&mut self, cfg: &Config) {
        for set in 0..self.sets.len() {
            let row = &mut self.sets[set];
            (row.exists, row.known, row.ready, row.filled, row.fetching) = (0, 0, 0, 0, 0);
            (row.gangs, row.alone, row.wait) = ([0; MAX_ENTRIES], 0, 0);
            self.refresh(cfg, set);
        }
        (self.pending, self.picks) = Default::default();
        (self.greedy, self.greedy_alone) = ([0; MAX_ISSUE], [0; MAX_SLICES]);
        // the first after the last is the first of all
        self.issue_turn = cfg.issuers() as u8 - 1;
        self.fetch_turn = cfg.fetchers() as u8 - 1;
        self.fetched = [cfg.ids() as u16 - 1; MAX_FETCHES];
        self.fetched_alone = [cfg.sets as u8 - 1; MAX_SLICES];
        self.port = cfg.slices as u8 - 1;
        self.reformed = cfg.sets as u8 - 1;
        (self.count_gang, self.count_slice, self.count_local, self.uncounted) = (0, 0, 0, [0; 3]);
        self.plan(cfg);
    }

    /// Returns the set with the given number.
    pub fn set(&self, set: usize) -> &Set {
        &self.sets[set]
    }
    /// Returns the sets of which some warp exists, a bit each.
    pub fn alive(&self) -> u64 {
        self.alive
    }
    /// Returns the sets that hold two units (gangs or singletons) or more, a bit each.
    pub fn parted(&self) -> u64 {
        self.parted
    }
    /// Returns the reports and wakes that act at the next edge.
    pub fn pending(&self) -> &Pending {
        &self.pending
    }
    /// Returns the id of the gang that the scheduler of an issue port has picked.
    pub fn issue_pick(&self, port: usize) -> Option<u16> {
        self.picks.issue[port]
    }
    /// Returns the set of the singleton that a slice's scheduler has picked for issue.
    pub fn alone_pick(&self, slice: usize) -> Option<u8> {
        self.picks.alone.get(slice)
    }
    /// Returns the id of the gang that the scheduler of a fetch port has picked.
    pub fn fetch_pick(&self, port: usize) -> Option<u16> {
        self.picks.fetch[port]
    }
    /// Returns the set of the singleton that a slice's scheduler has picked for a fetch.
    pub fn want_pick(&self, slice: usize) -> Option<u8> {
        self.picks.want.get(slice)
    }
    /// Returns the id of the greedy gang of an issue port's scheduler; that of port 0 is the only
    /// one if it picks in the cycle.
    pub fn greedy(&self, port: usize) -> u16 {
        self.greedy[port]
    }
    /// Returns the set of a slice's greedy singleton.
    pub fn greedy_alone(&self, slice: usize) -> u8 {
        self.greedy_alone[slice]
    }
    /// Returns the issue port that came first in the last cycle in which a gang was issued. It is
    /// kept under `Lrr` alone: under other orders it stays as after a reset.
    pub fn issue_turn(&self) -> u8 {
        self.issue_turn
    }

    /// Returns the id of the gang that a fetch port fetched last.
    pub fn fetched(&self, port: usize) -> u16 {
        self.fetched[port]
    }
    /// Returns the fetch port that came first in the last cycle in which a gang was fetched.
    pub fn fetch_turn(&self) -> u8 {
        self.fetch_turn
    }
    /// Returns the set of a slice's singleton that was granted last.
    pub fn fetched_alone(&self, slice: usize) -> u8 {
        self.fetched_alone[slice]
    }
    /// Returns the slice that got the last L1 port.
    pub fn last_port(&self) -> u8 {
        self.port
    }
    /// Returns the set that is considered for re-forming in this cycle; `None` if no set holds two
    /// units or more.
    pub fn looked_at(&self) -> Option<usize> {
        (self.parted != 0).then(|| after(self.parted, self.reformed))
    }

    /// Returns the PC of a gang's members.
    pub(super) fn pc(&self, gang: &Found) -> u64 {
        self.sets[usize::from(gang.set)].pc[gang.mask.trailing_zeros() as usize]
    }

    /// Computes the summaries of a set that has changed.
    pub(super) fn refresh(&mut self, cfg: &Config, set: usize) {
        let row = &mut self.sets[set];
        let waiting = if row.wait == 0 { 0 } else { nonzero(row.wait) };
        let can_go = row.ready & row.filled;
        (row.may_issue, row.may_fetch) = (0, 0);
        let mut whole = row.exists & row.exists.wrapping_sub(1) == 0;
        for (entry, gang) in row.gangs.into_iter().enumerate().take(cfg.entries() as usize) {
            if gang == 0 {
                continue;
            }
            let is_whole = gang == row.exists;
            whole |= is_whole;
            let held = gang & waiting != 0 && !is_whole;
            let issue = gang & !can_go == 0 && !held;
            let fetch = gang & row.known & !row.filled != 0 && gang & row.fetching == 0;
            row.may_issue |= u8::from(issue) << entry;
            row.may_fetch |= u8::from(fetch) << entry;
        }
        let held = if whole { 0 } else { waiting };
        let alone_issue = row.alone & can_go & !held;
        let alone_fetch = row.alone & row.known & !row.filled & !row.fetching;
        let (issue_moved, fetch_moved) = (alone_issue ^ row.alone_issue, alone_fetch ^ row.alone_fetch);
        (row.alone_issue, row.alone_fetch) = (alone_issue, alone_fetch);

        let put = |word: &mut u64, bit: bool| *word = *word & !(1 << set) | u64::from(bit) << set;
        put(&mut self.alive, row.exists != 0);
        put(&mut self.parted, !whole);
        put(&mut self.waiting, waiting != 0);
        for (port, word) in self.may_issue.iter_mut().enumerate().take(cfg.issuers() as usize) {
            put(word, row.may_issue & share(cfg.issuers(), port) != 0);
        }
        for (port, word) in self.may_fetch.iter_mut().enumerate().take(cfg.fetchers() as usize) {
            put(word, row.may_fetch & share(cfg.fetchers(), port) != 0);
        }
        for s in each(issue_moved.into()) {
            self.alone_issue[s] ^= 1 << set;
        }
        for s in each(fetch_moved.into()) {
            self.alone_fetch[s] ^= 1 << set;
        }
    }

    /// Computes what is fetched in the next cycle, and which picks may go in it: what follows from
    /// the state alone.
    pub(super) fn plan(&mut self, cfg: &Config) {
        self.next_fetch = fetch::gangs(cfg, self);
        let mut fills = 0;
        for (port, gang) in self.next_fetch.each() {
            self.next_fill[port] = gang.mask & !self.sets[usize::from(gang.set)].filled;
            fills |= self.next_fill[port];
        }
        self.may_go = self.picks.alone.within(&self.alone_issue);
        self.want = match cfg.picks {
            Picks::Cycle => fetch::pick_alone(cfg, self),
            Picks::Ahead => Singles { held: self.picks.want.within(&self.alone_fetch), ..self.picks.want },
        };
        // a slice for which a gang fetches fetches nothing of its own
        self.want.held &= !fills;
    }
}
