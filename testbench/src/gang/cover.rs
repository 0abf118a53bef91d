//! Cover points of the ganging unit that a cycle reaches.

use heddle_contract::gang::{Config, Gang, In, Out, Schedule, Split};
use heddle_golden::Golden;
use heddle_golden::gang::{Protocol, Set, State};

use super::points::{self, Point};
use super::unreachable;
use crate::bench::Cover;

/// Collects the points of a cycle.
struct Seen<'a>(&'a mut dyn FnMut(usize));

impl Seen<'_> {
    fn at(&mut self, point: Point, reached: bool) {
        if reached {
            (self.0)(point as usize);
        }
    }
}

impl Cover for Gang {
    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = points::COVER;

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        unreachable::unreachable(cfg)
    }

    fn cover(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let seen = &mut Seen(hit);
        if i.reset {
            seen.at(Point::RESET_BUSY, q.alive() != 0);
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
        let hears = |mask: u8, sets: &[u8; 8]| slices(mask).fold(0u64, |all, s| all | 1 << sets[s]);
        let (report, wake) = (hears(i.report, &i.report_set), hears(i.wake, &i.wake_set));
        for set in (0..cfg.sets as usize).filter(|set| (report | wake) >> set & 1 == 1) {
            splits(cfg, set, q.set(set), next.set(set), i, seen);
        }
        if cfg.partners != 0
            && let Some(set) = q.looked_at()
        {
            let mut issued = hears(o.alone, &o.alone_set);
            (0..cfg.issue as usize)
                .filter(|k| o.issue_valid[*k])
                .for_each(|k| issued |= 1 << (u32::from(o.issue_id[k]) / cfg.entries()));
            let blocked = [report, wake, issued].map(|sets| sets >> set & 1 == 1);
            reform(cfg, q.set(set), next.set(set), blocked, seen);
        }
        if cfg.sync_wait != 0 {
            sync(cfg, q, &next, o, seen);
        }
        issue(cfg, q, &next, i, o, seen);
        fetch(cfg, q, i, o, seen);
    }
}

fn slices(mask: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |s| mask >> s & 1 == 1)
}

fn gangs(row: &Set) -> impl Iterator<Item = (usize, u8)> {
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

/// Points of a set with a report or a wake.
fn splits(cfg: &Config, set: usize, row: &Set, next: &Set, i: &In, seen: &mut Seen) {
    let of =
        |mask: u8, sets: &[u8; 8]| slices(mask).filter(|s| usize::from(sets[*s]) == set).fold(0, |m, s| m | 1 << s);
    let report = of(i.report, &i.report_set);
    let wake = of(i.wake, &i.wake_set);
    let end = i.report_end & report;
    seen.at(Point::WAKE_REPORTS, wake & report & !end != 0);
    seen.at(Point::END_ALONE, end & row.alone != 0);
    seen.at(Point::END_SET, next.exists == 0);
    seen.at(Point::END_WAKES, end & wake != 0);
    let (mut split, mut new, mut freed) = (0, 0, false);
    for (entry, gang) in gangs(row).filter(|(_, gang)| gang & (report | wake) != 0) {
        let m = gang & !end;
        let woken = m & wake & i.wake_memory;
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

/// A gang of members `m`, of whom some are `ready`, torn into `parts`; one of them, or none, keeps the entry.
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
fn reform(cfg: &Config, row: &Set, next: &Set, blocked: [bool; 3], seen: &mut Seen) {
    let units: Vec<u8> = gangs(row).map(|(_, gang)| gang).chain(slices(row.alone).map(|s| 1 << s)).collect();
    let pc = |unit: u8| row.pc[unit.trailing_zeros() as usize];
    let known: Vec<u8> = units.iter().copied().filter(|unit| unit & row.known != 0).collect();
    let meets = |unit: u8| known.iter().filter(|other| pc(**other) == pc(unit)).count() > 1;
    let meeting: Vec<u8> = known.iter().copied().filter(|unit| meets(*unit)).collect();
    if meeting.is_empty() {
        seen.at(Point::REFORM_NONE, true);
        return;
    }
    seen.at(Point::BLOCKED_REPORT, blocked[0]);
    seen.at(Point::BLOCKED_WAKE, blocked[1]);
    seen.at(Point::BLOCKED_ISSUE, blocked[2]);
    if blocked.contains(&true) {
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
    seen.at(Point::MET, row.waiting() & gang != 0);
}

fn sync(cfg: &Config, q: &State, next: &State, o: &Out, seen: &mut Seen) {
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

fn issue(cfg: &Config, q: &State, next: &State, i: &In, o: &Out, seen: &mut Seen) {
    let count = (0..cfg.issue as usize).filter(|k| o.issue_valid[*k]).count();
    let taken = o.issue_mask[..count].iter().fold(0, |taken, mask| taken | mask);
    let number = [Point::ISSUE_ONE, Point::ISSUE_TWO, Point::ISSUE_THREE, Point::ISSUE_FOUR];
    if count != 0 {
        seen.at(number[count - 1], true);
        seen.at(Point::HOLES, o.alone != 0);
        seen.at(Point::ALL_SLICES, o.alone != 0 && taken | o.alone == cfg.all_slices());
        seen.at(Point::ROUND, cfg.schedule == Schedule::Lrr && o.issue_id[0] <= q.greedy());
    }
    seen.at(Point::ALL_ALONE, o.alone == cfg.all_slices());
    let entries = cfg.entries() as usize;
    let rule_has_greed = !matches!(cfg.schedule, Schedule::Lrr | Schedule::Lpc);
    let first = (count != 0).then(|| usize::from(o.issue_id[0]));
    for set in 0..cfg.sets as usize {
        let row = q.set(set);
        seen.at(Point::ALL_ENTRIES, row.gangs[..entries].iter().all(|gang| *gang != 0));
        seen.at(Point::BUSY_ALONE, row.may_issue_alone() & i.busy & !taken != 0);
        for s in slices(row.may_issue_alone() & o.alone) {
            let chosen = o.alone_set[s];
            let greedy = chosen == q.greedy_alone(s) && usize::from(chosen) != set;
            seen.at(Point::GREEDY_ALONE, rule_has_greed && greedy && row.born < q.set(chosen.into()).born);
            seen.at(Point::ROUND_ALONE, cfg.schedule == Schedule::Lrr && chosen <= q.greedy_alone(s));
        }
        for (entry, gang) in gangs(row).filter(|(entry, _)| row.may_issue() >> entry & 1 == 1) {
            let id = set * entries + entry;
            let issued = (0..count).any(|k| usize::from(o.issue_id[k]) == id);
            let free = gang & (taken | i.busy) == 0;
            seen.at(Point::BUSY_GANG, gang & i.busy != 0);
            seen.at(Point::OVERLAP, !issued && gang & i.busy == 0 && gang & taken != 0);
            seen.at(Point::LEFT, !issued && free);
            let alike = gangs(row).any(|(other, mask)| {
                other < entry && row.may_issue() >> other & 1 == 1 && mask.count_ones() == gang.count_ones()
            });
            seen.at(Point::TIE, rule_has_greed && alike);
            let Some(first) = first.filter(|first| *first != id) else { continue };
            let (other, mask) = (q.set(first / entries), o.issue_mask[0]);
            let alike = cfg.schedule == Schedule::Gto || mask.count_ones() == gang.count_ones();
            let greedy = first == usize::from(q.greedy()) && gang & i.busy == 0;
            seen.at(Point::GREEDY, rule_has_greed && greedy && alike && row.born < other.born);
            if cfg.schedule == Schedule::Lpc && gang & i.busy == 0 {
                seen.at(Point::LOW, o.issue_pc[0] < row.pc[gang.trailing_zeros() as usize] && first > id);
                seen.at(Point::SAME_PC, o.issue_pc[0] == row.pc[gang.trailing_zeros() as usize]);
            }
        }
    }
    let greedy = usize::from(q.greedy());
    let at = |q: &State| q.set(greedy / entries).gangs[greedy % entries];
    seen.at(Point::GREEDY_FREED, at(q) != 0 && at(next) == 0);
    seen.at(Point::GREEDY_AGAIN, at(q) == 0 && at(next) != 0);
}

fn fetch(cfg: &Config, q: &State, i: &In, o: &Out, seen: &mut Seen) {
    let (last, port) = q.fetched();
    let count = o.gang_fetch.iter().filter(|valid| **valid).count();
    let number = [Point::FETCH_ONE, Point::FETCH_TWO, Point::FETCH_THREE, Point::FETCH_FOUR];
    if count != 0 {
        seen.at(number[count - 1], true);
        seen.at(Point::FETCH_BESIDE, o.grant != 0);
    }
    let mut taken = 0;
    for k in 0..count {
        let set = o.gang_fetch_set[k];
        let (entry, gang) = gangs(q.set(set.into()))
            .find(|(_, gang)| gang & o.gang_fetch_mask[k] != 0)
            .expect("what is fetched for is a gang");
        taken |= gang;
        seen.at(Point::FETCH_PART, gang != o.gang_fetch_mask[k]);
        seen.at(Point::FETCH_ROUND, u32::from(set) * cfg.entries() + entry as u32 <= last.into());
    }
    for set in (0..cfg.sets as usize).filter(|set| q.alive() >> set & 1 == 1) {
        let row = q.set(set);
        for (_, gang) in gangs(row) {
            let empty = gang & row.known & !row.filled & !row.fetching != 0;
            let asks = empty && gang & row.fetching == 0;
            seen.at(Point::FETCH_REFUSED, empty && !asks);
            let fetches =
                (0..count).any(|k| usize::from(o.gang_fetch_set[k]) == set && o.gang_fetch_mask[k] & gang != 0);
            seen.at(Point::FETCH_OVERLAP, asks && !fetches && gang & taken != 0);
            seen.at(Point::FETCH_LEFT, asks && gang & taken == 0);
        }
    }
    let near = o.want & i.l0;
    let far = o.grant & !near;
    seen.at(Point::PORTS_SHORT, o.want & !o.grant != 0);
    seen.at(Point::PORTS_ALL, far.count_ones() + count as u32 == cfg.ports);
    seen.at(Point::PORTS_ROUND, far & !(u8::MAX << 1 << port) != 0);
    seen.at(Point::L0, near != 0);
    seen.at(Point::L0_BESIDE, near != 0 && far != 0);
    for s in slices(i.fill) {
        let row = q.set(i.fill_set[s].into());
        let others = slices(i.fill).filter(|t| i.fill_set[*t] == i.fill_set[s]).fold(0, |mask, t| mask | 1 << t);
        seen.at(Point::FILL_PART, row.unit(s) & row.fetching & !others != 0);
    }
}
