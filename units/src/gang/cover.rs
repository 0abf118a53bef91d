//! Cover points of the ganging unit that a cycle reaches.

use crate::gang::Gang;
use heddle_contract::gang::{Config, In, Out, Split};
use heddle_golden::Golden;
use heddle_golden::gang::{Protocol, Set, State};

use super::events::{Events, sets_of, slices};
use super::points::{self, Point};
use super::{cover_fetch, cover_issue, unreachable};
use heddle_testbench::bench::Cover;

/// A collector of the cover points that a cycle reaches.
pub struct Seen<'a>(&'a mut dyn FnMut(usize));

impl Seen<'_> {
    pub fn at(&mut self, point: Point, reached: bool) {
        if reached {
            (self.0)(point as usize);
        }
    }
}

/// A cycle: the state before and after its edge, what comes in, and what goes out.
pub struct Cycle<'a> {
    pub cfg: &'a Config,
    pub q: &'a State,
    pub next: &'a State,
    pub i: &'a In,
    pub o: &'a Out,
}

impl Cover for Gang {
    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = points::COVER;

    const POPULATIONS: &'static [&'static str] = &[
        "sets alive",
        "warps",
        "gangs",
        "singletons",
        "warps being fetched",
        "warps whose buffers are full",
        "warps that wait to be woken",
    ];

    fn populations(cfg: &Config, _: &Protocol, q: &State, count: &mut dyn FnMut(u32, u32)) {
        let sets = || (0..cfg.sets as usize).map(|set| q.set(set));
        let warps = |of: fn(&Set) -> u8| sets().map(|row| of(row).count_ones()).sum();
        let all = cfg.sets * cfg.slices;
        count(q.alive().count_ones(), cfg.sets);
        count(warps(|row| row.exists), all);
        let gangs = |row: &Set| row.gangs.iter().filter(|gang| **gang != 0).count() as u32;
        count(sets().map(gangs).sum(), cfg.sets * cfg.entries());
        count(warps(|row| row.alone), all);
        count(warps(|row| row.fetching), all);
        count(warps(|row| row.filled), all);
        count(warps(|row| row.exists & !row.ready), all);
    }

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        unreachable::unreachable(cfg)
    }

    fn cover(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let seen = &mut Seen(hit);
        if i.reset {
            seen.at(Point::RESET_BUSY, q.alive() != 0);
            seen.at(Point::RESET_PENDING, q.pending().report | q.pending().wake != 0);
            return;
        }
        if i.launch_valid {
            launch(cfg, q, i, seen);
        }
        seen.at(Point::ALL_SETS, q.alive() == u64::MAX >> (64 - cfg.sets));
        if q.alive() == 0 {
            return;
        }
        let mut next = q.clone();
        Gang::clock(cfg, &mut next, i);
        let cycle = &Cycle { cfg, q, next: &next, i, o };
        let p = q.pending();
        let acting = sets_of(p.report, &p.report_set) | sets_of(p.wake, &p.wake_set);
        let coming = sets_of(i.report, &i.report_set) | sets_of(i.wake, &i.wake_set);
        for set in (0..cfg.sets as usize).filter(|set| acting >> set & 1 == 1) {
            events(cycle, set, seen);
            splits(cycle, set, seen);
        }
        seen.at(Point::REPORT_ON, p.report & i.report != 0);
        seen.at(Point::WAKE_ON, p.wake & i.wake != 0);
        seen.at(Point::SET_ON, acting & coming != 0);
        if cfg.partners != 0
            && let Some(set) = q.looked_at()
        {
            reform(cycle, set, seen);
        }
        if cfg.sync_wait != 0 {
            sync(cycle, seen);
        }
        for set in 0..cfg.sets as usize {
            let entries = cfg.entries() as usize;
            seen.at(Point::ALL_ENTRIES, q.set(set).gangs[..entries].iter().all(|gang| *gang != 0));
        }
        cover_issue::cover(cycle, seen);
        cover_fetch::cover(cycle, seen);
    }
}

/// Returns the gangs of a set, each with its entry.
pub fn gangs(row: &Set) -> impl Iterator<Item = (usize, u8)> {
    row.gangs.into_iter().enumerate().filter(|(_, gang)| *gang != 0)
}

fn launch(cfg: &Config, q: &State, i: &In, seen: &mut Seen) {
    let one = i.launch_mask.is_power_of_two();
    let whole = i.launch_mask == cfg.all_slices();
    seen.at(Point::LAUNCH_WHOLE, whole && !i.launch_apart);
    seen.at(Point::LAUNCH_PART, !whole && !one && !i.launch_apart);
    seen.at(Point::LAUNCH_ONE, one);
    seen.at(Point::LAUNCH_APART, !one && i.launch_apart);
    seen.at(Point::RELAUNCH, q.set(i.launch_set.into()).born != 0);
}

/// Points of a set of which events act: what comes while they do.
fn events(c: &Cycle, set: usize, seen: &mut Seen) {
    let (row, next) = (c.q.set(set), c.next.set(set));
    let (acts, comes) = (Events::pending(c.q, set), Events::coming(c.i, set));
    seen.at(Point::WAKE_LATER, comes.wake & acts.report != 0);
    let fill = slices(c.i.fill).filter(|s| usize::from(c.i.fill_set[*s]) == set).fold(0, |fill, s| fill | 1u8 << s);
    seen.at(Point::FILL_WOKEN, fill & acts.wake != 0);
    for (_, gang) in gangs(row).filter(|(_, gang)| gang & acts.any() != 0) {
        let splits = gangs(next).all(|(_, part)| part != gang & next.exists) && gang & next.exists != 0;
        seen.at(Point::WAKE_SPLIT, splits && gang & comes.wake != 0);
        seen.at(Point::FILL_SPLIT, splits && gang & fill != 0);
        seen.at(Point::WAKE_ENDS, gang & acts.end != 0 && gang & comes.wake != 0);
    }
}

/// Points of a set of which a report or a wake acts.
fn splits(c: &Cycle, set: usize, seen: &mut Seen) {
    let (cfg, row, next) = (c.cfg, c.q.set(set), c.next.set(set));
    let acts = Events::pending(c.q, set);
    let Events { report, end, wake, memory } = acts;
    seen.at(Point::WAKE_REPORTS, wake & report & !end != 0);
    seen.at(Point::END_ALONE, end & row.alone != 0);
    seen.at(Point::END_SET, next.exists == 0);
    seen.at(Point::END_WAKES, end & wake != 0);
    let (mut split, mut new, mut freed) = (0, 0, false);
    for (entry, gang) in gangs(row).filter(|(_, gang)| gang & acts.any() != 0) {
        let m = gang & !end;
        let woken = m & memory;
        let ready = (row.ready | wake) & m;
        let parts: Vec<u8> = gangs(next).map(|(_, part)| part).filter(|part| part & m != 0).collect();
        let singles = next.alone & m;
        let divided = parts.len() + singles.count_ones() as usize > 1;
        let torn = cfg.split != Split::Control && woken != 0 && ready != m;
        let known = row.known & gang != 0;
        if end & gang != 0 {
            seen.at(Point::END_GANG, m == 0);
            seen.at(Point::END_SOME, parts == [m]);
            seen.at(Point::END_TO_ONE, m.is_power_of_two());
        }
        if torn {
            torn_apart(cfg, row, next, (m, ready), &parts, next.gangs[entry], seen);
            seen.at(Point::TORN_MOVED, known && report & m != 0);
        } else {
            seen.at(Point::SPLIT_GANGS, parts.len() > 1 && singles == 0);
            seen.at(Point::SPLIT_MIXED, !parts.is_empty() && singles != 0);
            seen.at(Point::SPLIT_SINGLES, divided && parts.is_empty());
            seen.at(Point::SPLIT_MANY, parts.len() > 2);
            seen.at(Point::MOVED, divided && known && next.filled & m != 0 && report & m & !next.filled != 0);
            seen.at(Point::MOVED_SAME, parts == [m] && known && report & m != 0 && next.filled & m != 0);
        }
        seen.at(Point::MEMORY_ALL, woken != 0 && woken == m && !m.is_power_of_two() && known);
        seen.at(Point::MEMORY_LAST, woken != 0 && woken != m && ready == m);
        seen.at(Point::MEMORY_PATIENT, !torn && woken != 0 && ready != m);
        seen.at(Point::ALU_SOME, woken == 0 && wake & m != 0 && ready != m && parts == [m]);
        split += u32::from(divided);
        new += u32::from(parts.len() > 1);
        freed |= parts.is_empty();
    }
    seen.at(Point::SPLIT_TWO, split > 1);
    seen.at(Point::SPLIT_TWO_NEW, new > 1);
    seen.at(Point::SPLIT_NEW_FREED, new != 0 && freed);
}

/// A gang of members `m`, of whom some are `ready`, torn into `parts`; one of them, or none, keeps
/// the entry.
fn torn_apart(cfg: &Config, row: &Set, next: &Set, (m, ready): (u8, u8), parts: &[u8], kept: u8, seen: &mut Seen) {
    let several_pcs = slices(m).any(|s| next.pc[s] != next.pc[m.trailing_zeros() as usize]);
    seen.at(Point::TORN_PC, several_pcs && row.exists != 0);
    if cfg.split == Split::Impatient {
        seen.at(Point::TORN_SINGLES, true);
        return;
    }
    let holds = |part: u8| parts.iter().any(|class| class & part != 0);
    let (woken, rest) = (holds(ready), holds(m & !ready));
    seen.at(Point::TORN_BOTH, woken && rest);
    seen.at(Point::TORN_REST, !woken && rest);
    seen.at(Point::TORN_WOKEN, woken && !rest);
    seen.at(Point::TORN_NONE, parts.is_empty());
    seen.at(
        Point::TORN_HIGHER,
        parts.iter().any(|class| kept & m != 0 && class.trailing_zeros() < kept.trailing_zeros()),
    );
}

/// Points of the set that is checked for re-forming: its units with a common PC, and the result.
fn reform(c: &Cycle, set: usize, seen: &mut Seen) {
    let (cfg, row, next) = (c.cfg, c.q.set(set), c.next.set(set));
    let units: Vec<u8> = gangs(row).map(|(_, gang)| gang).chain(slices(row.alone).map(|s| 1 << s)).collect();
    let pc = |unit: u8| row.pc[unit.trailing_zeros() as usize];
    let known: Vec<u8> = units.iter().copied().filter(|unit| unit & row.known != 0).collect();
    let meets = |unit: u8| known.iter().filter(|other| pc(**other) == pc(unit)).count() > 1;
    let meeting: Vec<u8> = known.iter().copied().filter(|unit| meets(*unit)).collect();
    if meeting.is_empty() {
        seen.at(Point::REFORM_NONE, true);
        return;
    }
    let acts = Events::pending(c.q, set);
    let gangs_issued =
        (0..cfg.issue as usize).any(|k| c.o.issue_valid[k] && u32::from(c.o.issue_id[k]) / cfg.entries() == set as u32);
    let issued = gangs_issued || sets_of(c.o.alone, &c.o.alone_set) >> set & 1 == 1;
    seen.at(Point::BLOCKED_REPORT, acts.report != 0);
    seen.at(Point::BLOCKED_WAKE, acts.wake != 0);
    seen.at(Point::BLOCKED_ISSUE, issued);
    if issued || acts.any() != 0 {
        return;
    }
    seen.at(Point::REFORM_GROUPS, meeting.iter().any(|unit| pc(*unit) != pc(meeting[0])));
    seen.at(Point::REFORM_UNKNOWN, row.known != row.exists);
    let (entry, gang) = gangs(next).find(|(entry, gang)| row.gangs[*entry] != *gang).expect("units that meet merge");
    let merged: Vec<u8> = units.into_iter().filter(|unit| unit & gang != 0).collect();
    let single = merged.iter().filter(|unit| unit.is_power_of_two()).count();
    let lowest = merged.iter().min_by_key(|unit| unit.trailing_zeros()).expect("two or more");
    seen.at(Point::REFORM_GANGS, single == 0);
    seen.at(Point::REFORM_MIXED, single != 0 && single != merged.len());
    seen.at(Point::REFORM_SINGLES, single == merged.len());
    seen.at(Point::REFORM_MANY, merged.len() > 2);
    let group = meeting.iter().filter(|unit| pc(**unit) == pc(gang)).count();
    seen.at(Point::REFORM_MORE, group > cfg.partners as usize);
    seen.at(Point::REFORM_LOWER, lowest.is_power_of_two() && single != merged.len());
    seen.at(Point::REFORM_HIGH, single == merged.len() && entry != 0);
    seen.at(Point::REFORM_WHOLE, gang == row.exists);
    seen.at(Point::REFORM_DIFFER, row.filled & gang != 0 && gang & !row.filled != 0);
    seen.at(Point::REFORM_EVENT, Events::coming(c.i, set).any() & gang != 0);
    seen.at(Point::REFORM_FETCHED, next.fetching & !row.fetching & gang != 0);
    seen.at(Point::MET, row.waiting() & gang != 0);
}

fn sync(c: &Cycle, seen: &mut Seen) {
    let Cycle { cfg, q, next, o, .. } = *c;
    for set in 0..cfg.sets as usize {
        let (row, after) = (q.set(set), next.set(set));
        let waiting = row.waiting();
        if waiting == 0 {
            continue;
        }
        let units = gangs(row).map(|(_, gang)| gang).chain(slices(row.alone).map(|s| 1 << s));
        for unit in units.filter(|unit| unit & waiting != 0) {
            let could = unit & !(row.ready & row.filled) == 0;
            seen.at(Point::HELD, could && unit != row.exists);
            seen.at(Point::TIMEOUT, could && unit != row.exists && unit & after.waiting() == 0);
            let issued = (0..cfg.issue as usize).any(|k| {
                o.issue_valid[k] && o.issue_mask[k] == unit && u32::from(o.issue_id[k]) / cfg.entries() == set as u32
            });
            seen.at(Point::COMPLETE, unit == row.exists && issued);
        }
    }
}
