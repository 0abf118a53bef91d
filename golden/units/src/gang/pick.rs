//! Gangs and singletons that schedulers choose, to be issued or fetched at once or in the next
//! cycle.

use heddle_contract::gang::{Config, In, MAX_ENTRIES, MAX_FETCHES, MAX_ISSUE, MAX_SLICES, Picks};

use super::bits::each;
use super::state::{Set, State};
use super::{fetch, issue};

/// A gang found in the gang table.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    pub set: u8,
    pub id: u16,
    /// Mask of the gang's members.
    pub mask: u8,
}

/// The gangs that are chosen in a cycle, at most one for each port.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Chosen {
    /// The gang at each port, if the port's bit of `ports` is set.
    pub gangs: [Found; MAX_ENTRIES],
    pub ports: u8,
    /// Mask of the slices that the gangs take.
    pub taken: u8,
    /// The port of the gang that was chosen first.
    pub first: u8,
}

impl Chosen {
    /// Adds a gang that shares no slice with the others.
    #[inline(always)]
    pub fn push(&mut self, port: usize, gang: Found) {
        if self.ports == 0 {
            self.first = port as u8;
        }
        self.gangs[port] = gang;
        self.ports |= 1 << port;
        self.taken |= gang.mask;
    }
    /// Returns the gangs with their ports, in order of port.
    #[inline(always)]
    pub fn each(&self) -> impl Iterator<Item = (usize, &Found)> {
        each(self.ports.into()).map(|port| (port, &self.gangs[port]))
    }
    /// Returns the number of gangs.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.ports.count_ones()
    }
}

/// The picks of the singletons' schedulers, one a slice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Singles {
    /// Mask of the slices whose scheduler holds a pick.
    pub held: u8,
    /// The set that each holds; zero if it holds nothing.
    pub set: [u8; MAX_SLICES],
}

impl Singles {
    /// Returns the set that a slice's scheduler holds.
    #[inline(always)]
    pub fn get(&self, slice: usize) -> Option<u8> {
        (self.held >> slice & 1 == 1).then_some(self.set[slice])
    }
    /// Returns those of some sets that are not a slice's pick.
    #[inline(always)]
    pub fn others(&self, slice: usize, sets: u64) -> u64 {
        sets & !(u64::from(self.held >> slice & 1) << self.set[slice])
    }
    #[inline(always)]
    pub fn hold(&mut self, slice: usize, set: usize) {
        self.held |= 1 << slice;
        self.set[slice] = set as u8;
    }
    /// Returns the mask of the slices whose pick is one of the slice's sets.
    #[inline(always)]
    pub fn within(&self, sets: &[u64; MAX_SLICES]) -> u8 {
        let mut slices = 0;
        for (s, (sets, set)) in sets.iter().zip(self.set).enumerate() {
            slices |= u8::from(sets >> set & 1 == 1) << s;
        }
        slices & self.held
    }
}

/// The pick that every scheduler holds: none if they pick in the cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// The id that the scheduler of each issue port holds, and that of each fetch port.
    pub issue: [Option<u16>; MAX_ISSUE],
    pub fetch: [Option<u16>; MAX_FETCHES],
    /// The singletons picked for issue, and those picked for a fetch.
    pub alone: Singles,
    pub want: Singles,
}

impl Held {
    /// Returns the picks at the end of a cycle, from the state before its edge.
    pub fn next(cfg: &Config, q: &State, i: &In) -> Held {
        if cfg.picks == Picks::Cycle {
            return Held::default();
        }
        Held {
            issue: issue::pick(cfg, q, i.busy),
            fetch: fetch::pick(cfg, q),
            alone: issue::pick_alone(cfg, q, i.busy),
            want: fetch::pick_alone(cfg, q),
        }
    }
}

/// For each number of ports and each port, the entries whose gangs its scheduler picks among, a bit
/// each.
const SHARES: [[u8; MAX_ENTRIES]; MAX_ENTRIES + 1] = {
    let mut shares = [[0; MAX_ENTRIES]; MAX_ENTRIES + 1];
    let mut ports = 1;
    while ports <= MAX_ENTRIES {
        let mut entry = 0;
        while entry < MAX_ENTRIES {
            shares[ports][entry % ports] |= 1 << entry;
            entry += 1;
        }
        ports += 1;
    }
    shares
};

/// Returns the entries that a port's scheduler picks among, a bit each: those with the port's
/// number modulo the number of ports.
#[inline(always)]
pub(super) fn share(ports: u32, port: usize) -> u8 {
    SHARES[ports as usize][port]
}

/// Returns the set and the entry of a gang's id.
#[inline(always)]
pub(super) fn place(cfg: &Config, id: u16) -> (usize, usize) {
    // the entries are a power of two
    (usize::from(id) >> cfg.entries().trailing_zeros(), usize::from(id) & (cfg.entries() as usize - 1))
}

/// Finds the picked gangs that request their port: those that may go, and none of whose slices is
/// busy. They may share slices.
#[inline(always)]
pub(super) fn requests(
    cfg: &Config,
    q: &State,
    picks: &[Option<u16>],
    busy: u8,
    may_go: impl Fn(&Set) -> u8,
) -> Chosen {
    let mut requests = Chosen::default();
    for (port, pick) in picks.iter().enumerate() {
        let Some(id) = *pick else { continue };
        let (set, entry) = place(cfg, id);
        let row = &q.sets[set];
        let mask = row.gangs[entry];
        if may_go(row) >> entry & 1 == 1 && mask & busy == 0 {
            requests.push(port, Found { set: set as u8, id, mask });
        }
    }
    requests
}

/// Chooses among gangs that request their ports: by their keys, the lowest first, while their
/// slices are free. A gang whose slices are partly taken is passed over.
#[inline(always)]
pub(super) fn arbitrate<K: Ord>(requests: &Chosen, key: impl Fn(usize, &Found) -> K) -> Chosen {
    let mut chosen = Chosen::default();
    let mut left = requests.ports;
    while let Some(port) = each(left.into()).min_by_key(|port| key(*port, &requests.gangs[*port])) {
        left &= !(1 << port);
        let gang = requests.gangs[port];
        if gang.mask & chosen.taken == 0 {
            chosen.push(port, gang);
        }
    }
    chosen
}

/// Returns the key that puts ports in cyclic order after the last one.
#[inline(always)]
pub(super) fn turn(port: usize, last: u8) -> usize {
    if port > usize::from(last) { port } else { port + MAX_ENTRIES }
}
