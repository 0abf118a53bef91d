//! Instruction supply (4.1, 4.6): the schedulers' picks, and up to `fetches` gangs a cycle, then
//! the slices, from their L0 caches or the ports of L1 that are left.

use heddle_contract::gang::{Config, In, MAX_FETCHES, Picks};

use super::bits::{after, each};
use super::pick::{Chosen, Found, Singles, arbitrate, place, requests, share, turn};
use super::state::State;

/// The slices whose request for a fetch is granted.
pub(super) struct Grant {
    /// Mask of the slices served by their own L0 cache.
    pub local: u8,
    /// Mask of the slices served by L1, and the last of these slices.
    pub ports: u8,
    pub last: u8,
}

impl Grant {
    pub fn all(&self) -> u8 {
        self.local | self.ports
    }
}

/// Chooses the gangs that are fetched: the biggest first, then in turn, as long as their slices are
/// free.
pub(super) fn gangs(cfg: &Config, q: &State) -> Chosen {
    match cfg.picks {
        Picks::Cycle => among_all(cfg, q),
        Picks::Ahead => {
            let requests = requests(cfg, q, &q.picks.fetch, 0, |row| row.may_fetch);
            if requests.count() <= 1 {
                return requests;
            }
            arbitrate(&requests, |port, gang| (8 - gang.mask.count_ones(), turn(port, q.fetch_turn)))
        }
    }
}

/// Chooses the gangs that are fetched among all candidates, in turn by id.
fn among_all(cfg: &Config, q: &State) -> Chosen {
    let mut chosen = Chosen::default();
    let last = q.fetched[0];
    for port in 0..cfg.fetches as usize {
        let mut best: Option<(u32, Found)> = None;
        for set in each(q.may_fetch[0]) {
            let row = &q.sets[set];
            for entry in each(row.may_fetch.into()) {
                let (mask, id) = (row.gangs[entry], set as u16 * cfg.entries() as u16 + entry as u16);
                if mask & chosen.taken != 0 {
                    continue;
                }
                // ids take 8 bits
                let key = (8 - mask.count_ones()) << 9 | u32::from(id <= last) << 8 | u32::from(id);
                if best.is_none_or(|(first, _)| key < first) {
                    best = Some((key, Found { set: set as u8, id, mask }));
                }
            }
        }
        let Some((_, gang)) = best else { break };
        chosen.push(port, gang);
    }
    chosen
}

/// Returns what the schedulers of gangs pick for the next cycle.
pub(super) fn pick(cfg: &Config, q: &State) -> [Option<u16>; MAX_FETCHES] {
    let mut picks = q.picks.fetch;
    for (port, pick) in picks.iter_mut().enumerate().take(cfg.fetches as usize) {
        if q.may_fetch[port] != 0 {
            *pick = first(cfg, q, port).or(*pick);
        }
    }
    picks
}

/// Returns the first request of a port's scheduler but for its pick: by id, cyclically, from the
/// one after the last that it fetched.
fn first(cfg: &Config, q: &State, port: usize) -> Option<u16> {
    let share = share(cfg.fetchers(), port);
    let (last, entry) = place(cfg, q.fetched[port]);
    let (held, held_entry) = q.picks.fetch[port].map_or((usize::MAX, 0), |id| place(cfg, id));
    let sets = q.may_fetch[port];
    let later = u64::MAX << 1 << last;
    // the entries of the last set above the last one, the later sets, the earlier ones, and the
    // last set again
    let rest = each(sets & later).chain(each(sets & !later)).map(|set| (set, share));
    for (set, within) in std::iter::once((last, share & u8::MAX << 1 << entry)).chain(rest) {
        let mut entries = q.sets[set].may_fetch & within;
        if set == held {
            entries &= !(1 << held_entry);
        }
        if entries != 0 {
            return Some(set as u16 * cfg.entries() as u16 + entries.trailing_zeros() as u16);
        }
    }
    None
}

/// Returns the singletons that the slices' schedulers pick: the first of their candidates but for
/// the picks that they hold.
pub(super) fn pick_alone(cfg: &Config, q: &State) -> Singles {
    let mut picks = q.picks.want;
    for s in 0..cfg.slices as usize {
        let sets = picks.others(s, q.alone_fetch[s]);
        if sets != 0 {
            picks.hold(s, after(sets, q.fetched_alone[s]));
        }
    }
    picks
}

/// Grants the L0 hits and distributes the ports of L1.
#[inline]
pub(super) fn grant(cfg: &Config, q: &State, local: u8) -> Grant {
    let mut grant = Grant { local: q.want.held & local, ports: 0, last: q.port };
    let mut left = q.want.held & !local;
    let free = cfg.ports - q.next_fetch.count();
    for _ in 0..free {
        if left == 0 {
            break;
        }
        grant.last = after(left.into(), grant.last) as u8;
        left &= !(1 << grant.last);
        grant.ports |= 1 << grant.last;
    }
    grant
}

/// Marks what was granted as being fetched, and returns the sets concerned.
pub(super) fn start(cfg: &Config, q: &mut State, grant: &Grant) -> u64 {
    let mut sets = 0;
    for (port, gang) in q.next_fetch.each() {
        // as it was before this edge: a report that empties another member's buffer comes too late
        // for this fetch
        q.sets[usize::from(gang.set)].fetching |= q.next_fill[port];
        sets |= 1 << gang.set;
        if port < cfg.fetchers() as usize {
            q.fetched[port] = gang.id;
        }
    }
    if q.next_fetch.ports != 0 {
        q.fetch_turn = q.next_fetch.first;
    }
    let [gang, slice, local] = q.uncounted;
    q.count_gang = counted(cfg, q.count_gang, gang);
    q.count_slice = counted(cfg, q.count_slice, slice);
    q.count_local = counted(cfg, q.count_local, local);
    q.uncounted = [q.next_fetch.count(), grant.ports.count_ones(), grant.local.count_ones()];
    for s in each(grant.all().into()) {
        let set = q.want.set[s];
        q.sets[usize::from(set)].fetching |= 1 << s;
        q.fetched_alone[s] = set;
        sets |= 1 << set;
    }
    q.port = grant.last;
    sets
}

/// Returns the sum of a count and an increment, in the bits of a count.
fn counted(cfg: &Config, count: u32, more: u32) -> u32 {
    count.wrapping_add(more) & (u32::MAX >> (32 - cfg.count_bits))
}

/// Marks what was fetched as filled, and returns the sets concerned.
pub(super) fn fill(q: &mut State, i: &In) -> u64 {
    let mut sets = 0;
    for s in each(i.fill.into()) {
        let set = i.fill_set[s];
        let row = &mut q.sets[usize::from(set)];
        row.fetching &= !(1 << s);
        row.filled |= 1 << s;
        sets |= 1 << set;
    }
    sets
}
