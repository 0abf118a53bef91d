//! Instruction supply (4.1, 4.6): one gang a cycle, then the slices, from their L0 caches or the ports of L1 that are left.

use heddle_contract::gang::{Config, In};

use super::bits::{after, each};
use super::state::{Found, State};

/// Slices that get what they want.
pub(super) struct Grant {
    /// From their own cache.
    pub local: u8,
    /// From L1, and the last of them.
    pub ports: u8,
    pub last: u8,
}

impl Grant {
    pub fn all(&self) -> u8 {
        self.local | self.ports
    }
}

/// The gang that fetches: the first by id after the last one.
pub(super) fn next_gang(cfg: &Config, q: &State) -> Found {
    if q.may_fetch == 0 {
        return Found::default();
    }
    let entries = cfg.entries() as u16;
    let (last, entry) = (usize::from(q.fetched / entries), q.fetched % entries);
    let later = q.sets[last].may_fetch & (u8::MAX << 1 << entry);
    let (set, may_fetch) = if later != 0 {
        (last, later)
    } else {
        let set = after(q.may_fetch, last as u8);
        (set, q.sets[set].may_fetch)
    };
    let entry = may_fetch.trailing_zeros() as usize;
    Found { set: set as u8, id: set as u16 * entries + entry as u16, mask: q.sets[set].gangs[entry] }
}

/// The set for which each slice wants to fetch.
pub(super) fn plan(q: &mut State) {
    for s in each(q.stale.into()) {
        let sets = q.alone_fetch[s];
        q.want = q.want & !(1 << s) | u8::from(sets != 0) << s;
        if sets != 0 {
            q.next_want[s] = after(sets, q.fetched_alone[s]) as u8;
        }
    }
}

/// Gives out the ports.
#[inline]
pub(super) fn grant(cfg: &Config, q: &State, local: u8) -> Grant {
    let mut grant = Grant { local: q.want & local, ports: 0, last: q.port };
    let mut asking = q.want & !local;
    let free = cfg.ports - u32::from(q.next_fetch.mask != 0);
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

/// What was granted is being fetched; gives the sets that it is of.
pub(super) fn start(cfg: &Config, q: &mut State, grant: &Grant) -> u64 {
    let mut sets = 0;
    let gang = q.next_fetch;
    if gang.mask != 0 {
        // as it was before this edge: a report that empties another member's buffer comes too late for this fetch
        q.sets[usize::from(gang.set)].fetching |= q.next_fill;
        q.fetched = gang.id;
        q.count_gang = counted(cfg, q.count_gang, 1);
        sets |= 1 << gang.set;
    }
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

/// A count and some more.
fn counted(cfg: &Config, count: u32, more: u32) -> u32 {
    count.wrapping_add(more) & (u32::MAX >> (32 - cfg.count_bits))
}

/// What was fetched is filled; gives the sets that it is of.
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
