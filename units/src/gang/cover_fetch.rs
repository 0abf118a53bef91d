//! Cover points of fetches: what the schedulers pick, what becomes of a pick, and how ports are
//! given out.

use heddle_contract::gang::Picks;
use heddle_golden::gang::{Set, State};

use super::cover::{Cycle, Seen, gangs};
use super::events::{Events, slices};
use super::points::Point;

pub fn cover(c: &Cycle, seen: &mut Seen) {
    together(c, seen);
    for port in 0..c.cfg.fetches as usize {
        pick(c, port, seen);
        if c.o.gang_fetch[port] {
            fetched(c, port, seen);
        }
    }
    contest(c, seen);
    refused(c, seen);
    slices(c.cfg.all_slices()).for_each(|s| want(c, s, seen));
    for s in slices(c.i.fill) {
        let row = c.q.set(c.i.fill_set[s].into());
        let others = slices(c.i.fill).filter(|t| c.i.fill_set[*t] == c.i.fill_set[s]).fold(0, |mask, t| mask | 1 << t);
        seen.at(Point::FILL_PART, row.unit(s) & row.fetching & !others != 0);
    }
}

/// Returns the set and the entry of a gang's id.
fn place(c: &Cycle, id: u16) -> (usize, usize) {
    let entries = c.cfg.entries() as usize;
    (usize::from(id) / entries, usize::from(id) % entries)
}

/// Returns the members of the gang in a place.
fn mask(q: &State, (set, entry): (usize, usize)) -> u8 {
    q.set(set).gangs[entry]
}

/// Whether the gang in a place is a candidate.
fn is_candidate(q: &State, (set, entry): (usize, usize)) -> bool {
    q.set(set).may_fetch() >> entry & 1 == 1
}

/// Points of all that is fetched together.
fn together(c: &Cycle, seen: &mut Seen) {
    let valid = &c.o.gang_fetch[..c.cfg.fetches as usize];
    let count = valid.iter().filter(|valid| **valid).count();
    let number = [Point::FETCH_ONE, Point::FETCH_TWO, Point::FETCH_THREE, Point::FETCH_FOUR];
    if count != 0 {
        seen.at(number[count - 1], true);
        seen.at(Point::FETCH_HIGH, !valid[0]);
        seen.at(Point::FETCH_BESIDE, c.o.grant != 0);
    }
    let near = c.o.want & c.i.l0;
    let far = c.o.grant & !near;
    seen.at(Point::PORTS_SHORT, c.o.want & !c.o.grant != 0);
    seen.at(Point::PORTS_ALL, far.count_ones() + count as u32 == c.cfg.ports);
    seen.at(Point::PORTS_ROUND, far & !(u8::MAX << 1 << c.q.last_port()) != 0);
    seen.at(Point::L0, near != 0);
    seen.at(Point::L0_BESIDE, near != 0 && far != 0);
}

/// Points of what becomes of the pick of a port's scheduler, and of what it picks.
fn pick(c: &Cycle, port: usize, seen: &mut Seen) {
    let (held, then) = (c.q.fetch_pick(port), c.next.fetch_pick(port));
    if let Some(id) = held {
        let (is, stays) = (is_candidate(c.q, place(c, id)), then == held);
        let taken = is && !c.o.gang_fetch[port];
        seen.at(Point::FETCH_OVERLAP, taken);
        // of two sets it is the other one's second gang, which is rare
        seen.at(Point::FETCH_WAY, taken && !stays && c.cfg.sets > 2);
        seen.at(Point::FETCH_HELD, taken && stays);
        seen.at(Point::FETCH_VOID, !is);
        seen.at(Point::FETCH_READY, !is && stays && is_candidate(c.next, place(c, id)));
        seen.at(Point::FETCH_BORN, mask(c.q, place(c, id)) == 0 && stays && mask(c.next, place(c, id)) != 0);
    }
    let Some(id) = then else { return };
    let at = place(c, id);
    if is_candidate(c.q, at) && mask(c.q, at) != mask(c.next, at) {
        let splits = Events::pending(c.q, at.0).any() & mask(c.q, at) != 0;
        seen.at(Point::FETCH_PICK_SPLIT, splits);
        seen.at(Point::FETCH_PICK_MERGED, !splits);
    }
    let is_new = held != then && is_candidate(c.q, at);
    seen.at(Point::FETCH_ROUND, is_new && id <= c.q.fetched(port));
}

/// Returns the place of the gang that is fetched at a port.
fn fetched_at(c: &Cycle, port: usize) -> (usize, usize) {
    let set = usize::from(c.o.gang_fetch_set[port]);
    let (entry, _) =
        gangs(c.q.set(set)).find(|(_, gang)| gang & c.o.gang_fetch_mask[port] != 0).expect("a gang is fetched");
    (set, entry)
}

/// Returns the places of all gangs that are fetched.
fn all_fetched(c: &Cycle) -> Vec<(usize, usize)> {
    (0..c.cfg.fetches as usize).filter(|port| c.o.gang_fetch[*port]).map(|port| fetched_at(c, port)).collect()
}

/// Points of the gang that is fetched at a port, and of those that wait for its scheduler.
fn fetched(c: &Cycle, port: usize, seen: &mut Seen) {
    let at = fetched_at(c, port);
    let gang = mask(c.q, at);
    seen.at(Point::FETCH_PART, gang != c.o.gang_fetch_mask[port]);
    let acts = Events::pending(c.q, at.0);
    let stays = gang & !acts.end;
    seen.at(Point::FETCH_SPLIT, acts.any() & gang != 0 && gangs(c.next.set(at.0)).all(|(_, part)| part != stays));
    seen.at(Point::FETCH_MOVED, acts.report & !acts.end & gang != 0);
    seen.at(Point::FETCH_ENDS, acts.end & gang != 0);
    let (fetchers, all) = (c.cfg.fetchers() as usize, all_fetched(c));
    for set in (0..c.cfg.sets as usize).filter(|set| c.q.alive() >> set & 1 == 1) {
        let mut others = (port % fetchers..c.cfg.entries() as usize).step_by(fetchers);
        let waits = |entry| !all.contains(&(set, entry)) && is_candidate(c.q, (set, entry));
        seen.at(Point::FETCH_WAITS, others.any(waits));
    }
    seen.at(Point::FETCH_ENTRY, fetchers == 1 && all.iter().any(|(set, entry)| *set != at.0 && *entry == at.1));
}

/// Points of gangs that could be fetched in the cycle, and share a slice with one that is.
fn passed(c: &Cycle, seen: &mut Seen) {
    let all = all_fetched(c);
    let last = usize::from(c.q.fetched(0));
    let number = |(set, entry): (usize, usize)| set * c.cfg.entries() as usize + entry;
    let turn = |at| (number(at) + c.cfg.ids() as usize - 1 - last) % c.cfg.ids() as usize;
    for set in (0..c.cfg.sets as usize).filter(|set| c.q.alive() >> set & 1 == 1) {
        for at in (0..c.cfg.entries() as usize).map(|entry| (set, entry)).filter(|at| is_candidate(c.q, *at)) {
            let bigger = |other: &&(usize, usize)| mask(c.q, **other).count_ones() > mask(c.q, at).count_ones();
            let shares = |other: &&(usize, usize)| **other != at && mask(c.q, **other) & mask(c.q, at) != 0;
            let before = |other: &&(usize, usize)| turn(at) < turn(**other);
            seen.at(Point::FETCH_BIG, all.iter().any(|other| bigger(&other) && shares(&other) && before(&other)));
        }
    }
}

/// Points of picked gangs that share slices.
fn contest(c: &Cycle, seen: &mut Seen) {
    let candidates: Vec<(usize, u8)> = (0..c.cfg.fetches as usize)
        .filter_map(|port| Some((port, place(c, c.q.fetch_pick(port)?))))
        .filter(|(_, at)| is_candidate(c.q, *at))
        .map(|(port, at)| (port, mask(c.q, at)))
        .collect();
    for (port, gang) in candidates.iter().filter(|(port, _)| c.o.gang_fetch[*port]) {
        let loses = |(other, mask): &(usize, u8)| !c.o.gang_fetch[*other] && mask & gang != 0;
        let equal = |mask: u8| mask.count_ones() == gang.count_ones();
        seen.at(Point::FETCH_TURN, candidates.iter().any(|of| loses(of) && equal(of.1) && of.0 < *port));
        let ports = c.cfg.fetches as usize;
        let turn = |port: usize| (port + ports - 1 - usize::from(c.q.fetch_turn())) % ports;
        seen.at(Point::FETCH_BIG, candidates.iter().any(|of| loses(of) && !equal(of.1) && turn(of.0) < turn(*port)));
    }
    if c.cfg.picks == Picks::Cycle {
        passed(c, seen);
    }
}

/// A gang with a member whose buffer is empty, and one that is being fetched.
fn refused(c: &Cycle, seen: &mut Seen) {
    let waits = |row: &Set| {
        gangs(row).any(|(_, gang)| gang & row.known & !row.filled & !row.fetching != 0 && gang & row.fetching != 0)
    };
    let mut alive = (0..c.cfg.sets as usize).filter(|set| c.q.alive() >> set & 1 == 1);
    seen.at(Point::FETCH_REFUSED, alive.any(|set| waits(c.q.set(set))));
}

/// Points of the singletons that a slice fetches for.
fn want(c: &Cycle, s: usize, seen: &mut Seen) {
    let is_candidate = |q: &State, set: u8| q.set(set.into()).may_fetch_alone() >> s & 1 == 1;
    let (held, then) = (c.q.want_pick(s), c.next.want_pick(s));
    let granted = c.o.grant >> s & 1 == 1;
    if let Some(set) = held {
        let (is, stays) = (is_candidate(c.q, set), then == held);
        let wanted = c.o.want >> s & 1 == 1;
        seen.at(Point::WANT_WAY, wanted && !granted && !stays);
        seen.at(Point::WANT_HELD, wanted && !granted && stays);
        seen.at(Point::WANT_VOID, !is);
        seen.at(Point::WANT_READY, !is && stays && is_candidate(c.next, set));
    }
    if let Some(set) = then {
        seen.at(Point::WANT_MERGED, is_candidate(c.q, set) && c.next.set(set.into()).alone >> s & 1 == 0);
    }
    let mut others = (0..c.cfg.sets as u8).filter(|set| c.o.want_set[s] != *set);
    seen.at(Point::WANT_WAITS, granted && others.any(|set| is_candidate(c.q, set)));
    let by_gang = |port: usize| c.o.gang_fetch[port] && c.o.gang_fetch_mask[port] >> s & 1 == 1;
    let could = (0..c.cfg.sets as u8).any(|set| is_candidate(c.q, set));
    seen.at(Point::WANT_OVERRIDDEN, could && (0..c.cfg.fetches as usize).any(by_gang));
}
