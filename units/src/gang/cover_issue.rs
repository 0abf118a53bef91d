//! Cover points of issue: what the schedulers pick, what becomes of a pick, and how picked gangs
//! contend for slices.

use heddle_contract::gang::{Config, Picks, Schedule};
use heddle_golden::gang::{Set, State};

use super::cover::{Cycle, Seen, gangs};
use super::events::slices;
use super::points::Point;

/// A gang by name.
#[derive(Clone, Copy)]
struct Named<'a> {
    id: u16,
    row: &'a Set,
    mask: u8,
    born: u64,
}

impl<'a> Named<'a> {
    fn new(cfg: &Config, q: &'a State, id: u16) -> Self {
        let row = q.set(usize::from(id) / cfg.entries() as usize);
        Named { id, row, mask: row.gangs[usize::from(id) % cfg.entries() as usize], born: row.born }
    }
    fn may_issue(&self, cfg: &Config) -> bool {
        self.row.may_issue() >> (u32::from(self.id) % cfg.entries()) & 1 == 1
    }
    fn size(&self) -> u32 {
        self.mask.count_ones()
    }
    fn pc(&self) -> u64 {
        self.row.pc[self.mask.trailing_zeros() as usize & 7]
    }
}

pub fn cover(c: &Cycle, seen: &mut Seen) {
    together(c, seen);
    let contenders: Vec<(usize, Named)> = (0..c.cfg.issue as usize).filter_map(|port| contender(c, port)).collect();
    contest(c, &contenders, seen);
    for port in 0..c.cfg.issuers() as usize {
        let requests = requests(c, port);
        order(c, port, &requests, seen);
        if c.cfg.picks == Picks::Cycle {
            greedy(c, port, seen);
            beside(c, &requests, seen);
            continue;
        }
        pick(c, port, seen);
        greedy(c, port, seen);
        let waits = requests.iter().any(|gang| c.q.issue_pick(port) != Some(gang.id));
        seen.at(Point::WAITS, waits && c.o.issue_valid[port]);
    }
    slices(c.cfg.all_slices()).for_each(|s| alone(c, s, seen));
}

/// The mask of the slices that take a gang.
fn taken(c: &Cycle) -> u8 {
    (0..c.cfg.issue as usize).filter(|k| c.o.issue_valid[*k]).fold(0, |taken, k| taken | c.o.issue_mask[k])
}

/// Points of all that is issued together.
fn together(c: &Cycle, seen: &mut Seen) {
    let valid = &c.o.issue_valid[..c.cfg.issue as usize];
    let count = valid.iter().filter(|valid| **valid).count();
    let number = [Point::ISSUE_ONE, Point::ISSUE_TWO, Point::ISSUE_THREE, Point::ISSUE_FOUR];
    if count != 0 {
        seen.at(number[count - 1], true);
        seen.at(Point::ISSUE_HIGH, !valid[0]);
        seen.at(Point::HOLES, c.o.alone != 0);
        seen.at(Point::ALL_SLICES, c.o.alone != 0 && taken(c) | c.o.alone == c.cfg.all_slices());
    }
    seen.at(Point::ALL_ALONE, c.o.alone == c.cfg.all_slices());
}

/// Returns the gang that a port's scheduler has picked, if it may be issued and none of its slices
/// is busy.
fn contender<'a>(c: &Cycle<'a>, port: usize) -> Option<(usize, Named<'a>)> {
    let gang = Named::new(c.cfg, c.q, c.q.issue_pick(port)?);
    (gang.may_issue(c.cfg) && gang.mask & c.i.busy == 0).then_some((port, gang))
}

/// Points of picked gangs that share slices.
fn contest(c: &Cycle, contenders: &[(usize, Named)], seen: &mut Seen) {
    let issued = |port: usize| c.o.issue_valid[port];
    let key = |port: usize, gang: &Named| match c.cfg.schedule {
        Schedule::Bgto => (u64::from(8 - gang.size()), gang.born),
        Schedule::Lgto => (u64::from(gang.size()), gang.born),
        Schedule::Gto => (gang.born, 0),
        Schedule::Lpc => (gang.pc(), u64::from(gang.id) / u64::from(c.cfg.entries())),
        Schedule::Lrr => {
            ((port as u64 + u64::from(c.cfg.issue) - 1 - u64::from(c.q.issue_turn())) % u64::from(c.cfg.issue), 0)
        }
    };
    for (port, gang) in contenders.iter().filter(|(port, _)| !issued(*port)) {
        seen.at(Point::OVERLAP, true);
        for (other, winner) in
            contenders.iter().filter(|(other, winner)| issued(*other) && winner.mask & gang.mask != 0)
        {
            // who comes later in the order goes because an earlier one keeps this one from its
            // slices
            if key(*other, winner) > key(*port, gang) {
                // two of one set and one of another: with two sets it is rare
                seen.at(Point::OVERLAP_PASSED, c.cfg.sets > 2);
                continue;
            }
            seen.at(Point::OVERLAP_LOW, other < port);
            seen.at(Point::OVERLAP_HIGH, other > port);
            seen.at(Point::OVERLAP_YOUNGER, winner.born > gang.born);
            let alike = match c.cfg.schedule {
                Schedule::Bgto | Schedule::Lgto => winner.size() == gang.size(),
                Schedule::Lpc => winner.pc() == gang.pc(),
                Schedule::Gto | Schedule::Lrr => false,
            };
            seen.at(Point::OVERLAP_ALIKE, alike);
        }
    }
}

/// Points of gangs that request a port in the cycle, and do not go.
fn beside(c: &Cycle, requests: &[Named], seen: &mut Seen) {
    let ports = 0..c.cfg.issue as usize;
    let place = |id: u16| ports.clone().find(|k| c.o.issue_valid[*k] && c.o.issue_id[*k] == id);
    let gone: Vec<&Named> = requests.iter().filter(|gang| place(gang.id).is_some()).collect();
    let all = gone.len() == c.cfg.issue as usize;
    for gang in requests.iter().filter(|gang| place(gang.id).is_none()) {
        // one that is bigger goes before: so one of those that go comes later if it is smaller
        let smaller = |other: &&&Named| c.cfg.schedule == Schedule::Bgto && other.size() < gang.size();
        seen.at(Point::NEXT_PASSED, gone.iter().any(|other| smaller(&other)));
        seen.at(Point::NEXT_NONE, !all);
        seen.at(Point::WAITS, true);
    }
    let entry = |gang: &Named| u32::from(gang.id) % c.cfg.entries();
    let same = |gang: &&&Named| gone.iter().any(|other| other.id != gang.id && entry(other) == entry(gang));
    seen.at(Point::NEXT_ENTRY, gone.iter().any(|gang| same(&gang)));
}

/// Returns the gangs of a port's scheduler that may be issued, and none of whose slices is busy,
/// its pick among them.
fn requests<'a>(c: &Cycle<'a>, port: usize) -> Vec<Named<'a>> {
    let mut requests = Vec::new();
    for set in (0..c.cfg.sets as usize).filter(|set| c.q.alive() >> set & 1 == 1) {
        let row = c.q.set(set);
        for (entry, mask) in gangs(row).filter(|(entry, _)| entry % c.cfg.issuers() as usize == port) {
            let id = (set * c.cfg.entries() as usize + entry) as u16;
            if row.may_issue() >> entry & 1 == 1 && mask & c.i.busy == 0 {
                requests.push(Named { id, row, mask, born: row.born });
            }
        }
    }
    requests
}

/// Points of the order in which a port's scheduler picks.
fn order(c: &Cycle, port: usize, requests: &[Named], seen: &mut Seen) {
    let held = c.q.issue_pick(port);
    let others = || requests.iter().filter(|gang| held != Some(gang.id));
    let then = match c.cfg.picks {
        Picks::Cycle => c.o.issue_valid[port].then_some(c.o.issue_id[port]),
        Picks::Ahead => c.next.issue_pick(port),
    };
    let Some(first) = others().find(|gang| then == Some(gang.id)) else { return };
    let ahead = c.cfg.picks == Picks::Ahead;
    seen.at(Point::PICK_FRESH, ahead && held.is_none() && requests.len() > 1);
    let greedy = c.q.greedy(port);
    seen.at(Point::ROUND, c.cfg.schedule == Schedule::Lrr && first.id <= greedy);
    // a scheduler of two gangs compares them only when it holds nothing, soon after a reset: that
    // is another point
    if ahead && held.is_none() {
        return;
    }
    let rule_has_greed = !matches!(c.cfg.schedule, Schedule::Lrr | Schedule::Lpc);
    for other in others().filter(|other| other.id != first.id) {
        if rule_has_greed {
            let alike = c.cfg.schedule == Schedule::Gto || first.size() == other.size();
            let goes_ahead = first.id == greedy && alike && other.born < first.born;
            seen.at(Point::GREEDY, goes_ahead);
            seen.at(Point::GREEDY_SECOND, goes_ahead && port != 0);
            seen.at(Point::GREEDY_SIZE, other.id == greedy && !alike);
            seen.at(Point::TIE, first.id != greedy && alike && first.born == other.born);
        }
        if c.cfg.schedule == Schedule::Lpc {
            seen.at(Point::LOW, first.pc() < other.pc() && first.id > other.id);
            seen.at(Point::SAME_PC, first.pc() == other.pc());
        }
    }
}

/// Points of what becomes of the pick of a port's scheduler.
fn pick(c: &Cycle, port: usize, seen: &mut Seen) {
    let (held, then) = (c.q.issue_pick(port), c.next.issue_pick(port));
    if let Some(id) = held {
        let (gang, issued) = (Named::new(c.cfg, c.q, id), c.o.issue_valid[port]);
        let (may, stays) = (gang.may_issue(c.cfg), then == held);
        let (busy, taken) = (may && gang.mask & c.i.busy != 0, may && gang.mask & c.i.busy == 0 && !issued);
        seen.at(Point::BUSY_GANG, busy);
        seen.at(Point::PICK_WAY_BUSY, busy && !stays);
        seen.at(Point::PICK_HELD_BUSY, busy && stays);
        // of two sets it is the other one's second gang, which is rare
        seen.at(Point::PICK_WAY_TAKEN, taken && !stays && c.cfg.sets > 2);
        seen.at(Point::PICK_HELD_TAKEN, taken && stays);
        seen.at(Point::PICK_NEXT, issued && !stays);
        seen.at(Point::PICK_STAYS, issued && stays);
        seen.at(Point::PICK_VOID, !may && gang.mask != 0);
        seen.at(Point::PICK_GONE, gang.mask == 0);
        let after = Named::new(c.cfg, c.next, id);
        seen.at(Point::PICK_BORN, gang.mask == 0 && stays && after.mask != 0);
        seen.at(Point::PICK_READY, !may && stays && after.may_issue(c.cfg));
    }
    if let Some(id) = then {
        let (gang, after) = (Named::new(c.cfg, c.q, id), Named::new(c.cfg, c.next, id));
        let may = gang.may_issue(c.cfg);
        seen.at(Point::PICK_MERGED, may && after.mask == 0);
        seen.at(Point::PICK_GROWN, may && after.mask & !gang.mask != 0);
    }
}

/// Points of the id of the greedy gang of a port's scheduler.
fn greedy(c: &Cycle, port: usize, seen: &mut Seen) {
    let id = c.q.greedy(port);
    let its_own = u32::from(id) % c.cfg.entries() % c.cfg.issuers() == port as u32;
    let (before, after) = (Named::new(c.cfg, c.q, id).mask, Named::new(c.cfg, c.next, id).mask);
    seen.at(Point::GREEDY_FREED, its_own && before != 0 && after == 0);
    seen.at(Point::GREEDY_AGAIN, its_own && before == 0 && after != 0);
}

/// Points of the singletons of a slice.
fn alone(c: &Cycle, s: usize, seen: &mut Seen) {
    let ahead = c.cfg.picks == Picks::Ahead;
    let goes = || (c.o.alone >> s & 1 == 1).then_some(c.o.alone_set[s]);
    let (held, then) = (c.q.alone_pick(s), if ahead { c.next.alone_pick(s) } else { goes() });
    let may = |q: &State, set: u8| q.set(set.into()).may_issue_alone() >> s & 1 == 1;
    let (busy, issued) = (c.i.busy >> s & 1 == 1, c.o.alone >> s & 1 == 1);
    if let Some(set) = held {
        let (may_go, stays) = (may(c.q, set), then == held);
        let taken = may_go && !busy && !issued;
        seen.at(Point::BUSY_ALONE, may_go && busy);
        seen.at(Point::ALONE_WAY, taken && !stays);
        seen.at(Point::ALONE_HELD, taken && stays);
        seen.at(Point::ALONE_VOID, !may_go);
        seen.at(Point::ALONE_READY, !may_go && stays && may(c.next, set));
    }
    if let Some(set) = then {
        let is_alone = |q: &State| q.set(set.into()).alone >> s & 1 == 1;
        seen.at(Point::ALONE_MERGED, may(c.q, set) && !is_alone(c.next));
    }
    if busy {
        return;
    }
    let others: Vec<u8> = (0..c.cfg.sets as u8).filter(|set| held != Some(*set) && may(c.q, *set)).collect();
    seen.at(Point::WAITS_ALONE, issued && others.iter().any(|set| *set != c.o.alone_set[s]));
    let Some(first) = then.filter(|set| others.contains(set)) else { return };
    // of few sets the first singletons of a slice are rarely filled together
    seen.at(Point::ALONE_FRESH, ahead && held.is_none() && others.len() > 1 && c.cfg.sets > 3);
    let rule_has_greed = !matches!(c.cfg.schedule, Schedule::Lrr | Schedule::Lpc);
    // of three sets all are there, which is rare
    let held = (held.is_some() || !ahead) && c.cfg.sets > 3;
    let older = others.iter().any(|set| c.q.set(usize::from(*set)).born < c.q.set(first.into()).born);
    seen.at(Point::GREEDY_ALONE, rule_has_greed && held && first == c.q.greedy_alone(s) && older);
    seen.at(Point::ROUND_ALONE, c.cfg.schedule == Schedule::Lrr && first <= c.q.greedy_alone(s));
}
