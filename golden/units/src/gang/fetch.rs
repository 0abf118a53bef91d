//! Instruction supply (4.1, 4.6): up to `fetches` gangs a cycle, then the slices, from their L0 caches or the ports of L1 that are left.

use heddle_contract::gang::{Config, In};

use super::bits::{after, each};
use super::state::{Chosen, Found, State};

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

/// Chooses the gangs that fetch: by id from the one after the last turn's, as long as their slices are free.
pub(super) fn next_gangs(cfg: &Config, q: &State) -> Chosen {
    let mut chosen = Chosen::default();
    if q.may_fetch == 0 {
        return chosen;
    }
    let entries = cfg.entries() as u16;
    let (last, entry) = (usize::from(q.fetched / entries), q.fetched % entries);
    let later = u64::MAX << 1 << last;
    // the entries of the last set above the last one, the later sets, the earlier ones, and the last set again
    let rest = each(q.may_fetch & later).chain(each(q.may_fetch & !later)).map(|set| (set, u8::MAX));
    for (set, within) in std::iter::once((last, u8::MAX << 1 << entry)).chain(rest) {
        let row = &q.sets[set];
        for entry in each((row.may_fetch & within).into()) {
            let mask = row.gangs[entry];
            if mask & chosen.taken == 0 {
                chosen.push(Found { set: set as u8, id: set as u16 * entries + entry as u16, mask });
                if chosen.count == cfg.fetches as usize {
                    return chosen;
                }
            }
        }
    }
    chosen
}

/// Chooses the set for which each slice requests a fetch.
pub(super) fn plan(q: &mut State) {
    for s in each(q.stale.into()) {
        let sets = q.alone_fetch[s];
        q.want = q.want & !(1 << s) | u8::from(sets != 0) << s;
        if sets != 0 {
            q.next_want[s] = after(sets, q.fetched_alone[s]) as u8;
        }
    }
}

/// Grants the L0 hits and distributes the ports of L1.
#[inline]
pub(super) fn grant(cfg: &Config, q: &State, local: u8) -> Grant {
    let mut grant = Grant { local: q.want & local, ports: 0, last: q.port };
    let mut asking = q.want & !local;
    let free = cfg.ports - q.next_fetch.count as u32;
    for _ in 0..free {
        if asking == 0 {
            break;
        }
        grant.last = after(asking.into(), grant.last) as u8;
        asking &= !(1 << grant.last);
        grant.ports |= 1 << grant.last;
    }
    grant
}

/// Marks what was granted as being fetched, and returns the sets concerned.
pub(super) fn start(cfg: &Config, q: &mut State, grant: &Grant) -> u64 {
    let mut sets = 0;
    for (gang, fill) in q.next_fetch.gangs().iter().zip(q.next_fill) {
        // as it was before this edge: a report that empties another member's buffer comes too late for this fetch
        q.sets[usize::from(gang.set)].fetching |= fill;
        sets |= 1 << gang.set;
    }
    if let [first, ..] = q.next_fetch.gangs() {
        q.fetched = first.id;
    }
    q.count_gang = counted(cfg, q.count_gang, q.next_fetch.count as u32);
    for s in each(grant.all().into()) {
        let set = q.next_want[s];
        q.sets[usize::from(set)].fetching |= 1 << s;
        q.fetched_alone[s] = set;
        sets |= 1 << set;
    }
    q.count_slice = counted(cfg, q.count_slice, grant.ports.count_ones());
    q.count_local = counted(cfg, q.count_local, grant.local.count_ones());
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
