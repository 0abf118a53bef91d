//! What the naive model's schedulers choose, to go in the same cycle or in the next one.

use heddle_contract::gang::{In, Picks, Schedule};

use super::{Naive, Unit, bit};

/// Takes what is first in an order, but for the pick; if there is nothing, holds the pick.
fn next(pick: Option<usize>, in_order: &[usize]) -> Option<usize> {
    in_order.iter().copied().find(|name| Some(*name) != pick).or(pick)
}

impl Naive {
    // ----- issue -----

    fn picks_in_the_cycle(&self) -> bool {
        self.cfg.picks == Picks::Cycle
    }

    /// Of gangs in an order, those that share no slice with one before: as many as there are ports,
    /// each with its port.
    fn side_by_side(&self, in_order: Vec<usize>, ports: u32) -> Vec<(usize, usize)> {
        let (mut taken, mut chosen) = (Unit::new(), Vec::new());
        for id in in_order {
            let (_, unit) = self.gang(id).unwrap();
            if chosen.len() < ports as usize && !unit.iter().any(|s| taken.contains(s)) {
                taken.extend(unit);
                chosen.push((chosen.len(), id));
            }
        }
        chosen
    }

    /// The gangs that are issued, in their order: port, id.
    pub(super) fn issued(&self, busy: u8) -> Vec<(usize, usize)> {
        if self.picks_in_the_cycle() {
            return self.side_by_side(self.issue_requests(0, busy), self.cfg.issue);
        }
        let ports = self.cfg.issue as usize;
        let mut picked = Vec::new();
        for port in (0..ports).map(|n| (self.next_issue + n) % ports) {
            let Some(id) = self.issue_pick[port] else { continue };
            let Some((set, unit)) = self.gang(id) else { continue };
            if self.may_go(set, &unit) && !unit.iter().any(|s| bit(busy, *s)) {
                picked.push((port, id, set, unit));
            }
        }
        // ports in cyclic order so far: the order of `Lrr`
        picked.sort_by_key(|(_, _, set, unit)| match self.cfg.schedule {
            Schedule::Bgto => (8 - unit.len() as u64, self.age(*set)),
            Schedule::Lgto => (unit.len() as u64, self.age(*set)),
            Schedule::Gto => (0, self.age(*set)),
            Schedule::Lpc => (self.warps[*set][unit[0]].pc, *set),
            Schedule::Lrr => (0, 0),
        });
        let (mut taken, mut issued) = (Unit::new(), Vec::new());
        for (port, id, _, unit) in picked {
            if !unit.iter().any(|s| taken.contains(s)) {
                taken.extend(unit);
                issued.push((port, id));
            }
        }
        issued
    }

    /// The singletons that are issued: slice, set.
    pub(super) fn issued_alone(&self, busy: u8) -> Vec<(usize, usize)> {
        let gangs: Unit = self.issued(busy).into_iter().flat_map(|(_, id)| self.gang(id).unwrap().1).collect();
        let mut issued = Vec::new();
        for s in self.slices().filter(|s| !bit(busy, *s) && !gangs.contains(s)) {
            let first = || self.alone_requests(s, busy).first().copied();
            let Some(set) = (if self.picks_in_the_cycle() { first() } else { self.alone_pick[s] }) else { continue };
            if self.alone(set).contains(&s) && self.may_go(set, &[s]) {
                issued.push((s, set));
            }
        }
        issued
    }

    /// The requests of the scheduler of an issue port, or of all, in its order: ids.
    fn issue_requests(&self, port: usize, busy: u8) -> Vec<usize> {
        let (entries, ids) = (self.cfg.entries() as usize, self.cfg.ids() as usize);
        let greedy = self.greedy[port];
        let mut requests = Vec::new();
        for id in (0..ids).filter(|id| self.picks_in_the_cycle() || id % entries % self.cfg.issue as usize == port) {
            let Some((set, unit)) = self.gang(id) else { continue };
            if self.may_go(set, &unit) && !unit.iter().any(|s| bit(busy, *s)) {
                requests.push((id, set, unit));
            }
        }
        requests.sort_by_key(|(id, set, unit)| {
            let size = unit.len() as u64;
            let not_greedy = usize::from(*id != greedy);
            match self.cfg.schedule {
                Schedule::Bgto => (8 - size, not_greedy, self.age(*set), id % entries),
                Schedule::Gto => (0, not_greedy, self.age(*set), id % entries),
                Schedule::Lgto => (size, not_greedy, self.age(*set), id % entries),
                Schedule::Lrr => (0, (id + ids - (greedy + 1) % ids) % ids, 0, 0),
                Schedule::Lpc => (self.warps[*set][unit[0]].pc, *id, 0, 0),
            }
        });
        requests.into_iter().map(|(id, _, _)| id).collect()
    }

    /// The requests of a slice's scheduler that issues its singletons, in its order: sets.
    fn alone_requests(&self, s: usize, busy: u8) -> Vec<usize> {
        let (sets, greedy) = (self.cfg.sets as usize, self.greedy_alone[s]);
        let mut requests: Vec<usize> = self.sets().collect();
        requests.retain(|set| self.alone(*set).contains(&s) && self.may_go(*set, &[s]) && !bit(busy, s));
        requests.sort_by_key(|set| match self.cfg.schedule {
            Schedule::Bgto | Schedule::Gto | Schedule::Lgto => (u64::from(*set != greedy), self.age(*set)),
            Schedule::Lrr => (0, (set + sets - (greedy + 1) % sets) % sets),
            Schedule::Lpc => (self.warps[*set][s].pc, *set),
        });
        requests
    }

    // ----- fetch -----

    /// The gangs that are fetched, in their order: port, id.
    pub(super) fn fetched(&self) -> Vec<(usize, usize)> {
        let ports = self.cfg.fetches as usize;
        let size = |id: usize| self.gang(id).unwrap().1.len();
        if self.picks_in_the_cycle() {
            let mut requests = self.fetch_requests(0);
            requests.sort_by_key(|id| 8 - size(*id));
            return self.side_by_side(requests, self.cfg.fetches);
        }
        let mut picked = Vec::new();
        for port in (0..ports).map(|n| (self.next_fetch + n) % ports) {
            let Some(id) = self.fetch_pick[port] else { continue };
            if self.gang(id).is_some_and(|(set, unit)| self.is_candidate(set, &unit)) {
                picked.push((port, id));
            }
        }
        picked.sort_by_key(|(_, id)| 8 - size(*id));
        let chosen = self.side_by_side(picked.iter().map(|(_, id)| *id).collect(), self.cfg.fetches);
        picked.retain(|(_, id)| chosen.iter().any(|(_, chosen)| chosen == id));
        picked
    }

    fn fetch_requests(&self, port: usize) -> Vec<usize> {
        let (entries, ids) = (self.cfg.entries() as usize, self.cfg.ids() as usize);
        let mut requests: Vec<usize> = (0..ids).map(|n| (self.next_gang[port] + n) % ids).collect();
        requests.retain(|id| self.picks_in_the_cycle() || id % entries % self.cfg.fetches as usize == port);
        requests.retain(|id| self.gang(*id).is_some_and(|(set, unit)| self.is_candidate(set, &unit)));
        requests
    }

    fn want_requests(&self, s: usize) -> Vec<usize> {
        let sets = self.cfg.sets as usize;
        let mut requests: Vec<usize> = (0..sets).map(|n| (self.next_alone[s] + n) % sets).collect();
        requests.retain(|set| self.alone(*set).contains(&s) && self.is_candidate(*set, &[s]));
        requests
    }

    /// The set that a slice wants an instruction for.
    pub(super) fn wanted(&self, s: usize) -> Option<usize> {
        let overrides = |(_, id): (usize, usize)| {
            let (set, unit) = self.gang(id).unwrap();
            self.empty(set, &unit).contains(&s)
        };
        if self.fetched().into_iter().any(overrides) {
            return None;
        }
        if self.picks_in_the_cycle() {
            return self.want_requests(s).first().copied();
        }
        self.want_pick[s].filter(|set| self.alone(*set).contains(&s) && self.is_candidate(*set, &[s]))
    }

    /// Slices that get what they want: from L0, and from L1 in the order in which they get it.
    pub(super) fn granted(&self, local: u8) -> (Unit, Unit) {
        let slices = self.cfg.slices as usize;
        let wants = |s: &usize| self.wanted(*s).is_some();
        let (near, far): (Unit, Unit) =
            (0..slices).map(|n| (self.next_port + n) % slices).filter(wants).partition(|s| bit(local, *s));
        let ports = self.cfg.ports as usize - self.fetched().len();
        (near, far.into_iter().take(ports).collect())
    }

    // ----- the next picks -----

    pub(super) fn pick(&mut self, before: &Naive, i: &In) {
        if self.picks_in_the_cycle() {
            return;
        }
        for port in 0..self.cfg.issue as usize {
            self.issue_pick[port] = next(before.issue_pick[port], &before.issue_requests(port, i.busy));
        }
        for port in 0..self.cfg.fetches as usize {
            self.fetch_pick[port] = next(before.fetch_pick[port], &before.fetch_requests(port));
        }
        for s in self.slices() {
            self.alone_pick[s] = next(before.alone_pick[s], &before.alone_requests(s, i.busy));
            self.want_pick[s] = next(before.want_pick[s], &before.want_requests(s));
        }
    }
}
