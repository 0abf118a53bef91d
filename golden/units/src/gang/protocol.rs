//! Starvation freedom, counted under `Lrr`, the one order that guarantees it (6.3).
//!
//! In the cycle, a scheduler issues the first of its requests after the greedy one, which so comes
//! nearer to a unit that waits, and passes each other unit once at most. A pick that is made ahead
//! is made while the pick before it has yet to go: so the greedy one goes ahead in two interleaved
//! rows, each of which does so.

use heddle_contract::gang::{Config, In, MAX_ISSUE, MAX_SLICES, Out, Picks, Schedule};

use super::bits::each;
use super::pick::{place, share};
use super::state::State;
use crate::Violation;

/// The history for the protocol's rules: for how long units that could be issued were not. Empty
/// under other orders than `Lrr`.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// The waiting of each gang, by gang id.
    gangs: Vec<Waiting>,
    /// What each slice issued while a singleton waited, by set and slice.
    alone: Vec<[u16; MAX_SLICES]>,
    /// For each issue port, the last cycles in each of which its pick could be issued and nothing
    /// was.
    ports: [u16; MAX_ISSUE],
    /// Slices that issued nothing, though their pick, or any singleton if they pick in the cycle,
    /// could be issued, and the slice was neither busy nor taken.
    idle: u8,
}

/// The waiting of a gang that could be issued in each of the last cycles, was not its scheduler's
/// pick, and was not issued.
#[derive(Debug, Clone, Default)]
struct Waiting {
    /// What its scheduler issued meanwhile.
    issues: u32,
    /// Gangs that were valid meanwhile, a bit for each id.
    valid: [u64; 4],
}

impl Protocol {
    pub(super) fn new(cfg: &Config) -> Self {
        let counts = cfg.schedule == Schedule::Lrr;
        Protocol {
            gangs: vec![Waiting::default(); if counts { cfg.ids() as usize } else { 0 }],
            alone: vec![[0; MAX_SLICES]; if counts { cfg.sets as usize } else { 0 }],
            ports: [0; MAX_ISSUE],
            idle: 0,
        }
    }

    #[inline]
    pub(super) fn observe(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        if self.gangs.is_empty() {
            return;
        }
        if i.reset {
            *self = Protocol::new(cfg);
            return;
        }
        self.count_gangs(cfg, q, i, o);
        self.count_ports(cfg, q, i, o);
        self.count_alone(cfg, q, i, o);
    }

    fn count_gangs(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        let entries = cfg.entries() as usize;
        let mut valid = [0; 4];
        for (set, row) in q.sets.iter().enumerate() {
            for entry in (0..entries).filter(|entry| row.gangs[*entry] != 0 && row.gangs[*entry] & !row.filled == 0) {
                let id = set * entries + entry;
                valid[id / 64] |= 1 << (id % 64);
            }
        }
        for (id, waiting) in self.gangs.iter_mut().enumerate() {
            let (row, entry) = (&q.sets[id / entries], id % entries);
            let port = entry % cfg.issuers() as usize;
            let is_picked = q.picks.issue[port].map(usize::from) == Some(id);
            let is_issued = (0..cfg.issue as usize).any(|k| o.issue_valid[k] && usize::from(o.issue_id[k]) == id);
            if row.may_issue >> entry & 1 == 0 || row.gangs[entry] & i.busy != 0 || is_picked || is_issued {
                *waiting = Waiting::default();
                continue;
            }
            waiting.issues += u32::from(o.issue_valid[port]);
            waiting.valid.iter_mut().zip(valid).for_each(|(all, now)| *all |= now);
        }
    }

    fn count_ports(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        for (port, cycles) in self.ports.iter_mut().enumerate().take(cfg.issue as usize) {
            let requests = q.picks.issue[port].is_some_and(|id| {
                let (set, entry) = place(cfg, id);
                let row = &q.sets[set];
                row.may_issue >> entry & 1 == 1 && row.gangs[entry] & i.busy == 0
            });
            *cycles = if requests && !o.issue_valid[port] { cycles.saturating_add(1) } else { 0 };
        }
    }

    fn count_alone(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        let taken = (0..cfg.issue as usize).filter(|k| o.issue_valid[*k]).fold(0, |taken, k| taken | o.issue_mask[k]);
        let could = match cfg.picks {
            Picks::Cycle => (0..MAX_SLICES).map(|s| u8::from(q.alone_issue[s] != 0) << s).sum(),
            Picks::Ahead => q.picks.alone.within(&q.alone_issue),
        };
        self.idle = could & !(i.busy | taken | o.alone);
        for (set, issues) in self.alone.iter_mut().enumerate() {
            for (s, issues) in issues.iter_mut().enumerate().take(cfg.slices as usize) {
                let issued = o.alone >> s & 1 == 1;
                let is_picked = q.picks.alone.get(s).map(usize::from) == Some(set);
                let is_issued = issued && usize::from(o.alone_set[s]) == set;
                // while the slice is busy its scheduler looks at nothing, and issues nothing
                if q.sets[set].alone_issue >> s & 1 == 0 || is_picked || is_issued {
                    *issues = 0;
                } else {
                    *issues = issues.saturating_add(u16::from(issued));
                }
            }
        }
    }

    /// Checks that a gang that could be issued in each cycle goes, or is picked, before its
    /// scheduler has issued more than one for each other gang that was valid, or two if it picks
    /// ahead; a singleton before its slice has issued more for each other warp. A port with a pick
    /// that could be issued in each cycle issues once in as many cycles as there are ports, and a
    /// slice that is free always issues.
    pub(super) fn check(&self, cfg: &Config) -> Result<(), Violation> {
        let rows = match cfg.picks {
            Picks::Cycle => 1,
            Picks::Ahead => 2,
        };
        for (id, Waiting { issues, valid }) in self.gangs.iter().enumerate() {
            let entries = cfg.entries() as usize;
            let rivals = share(cfg.issuers(), id % entries % cfg.issuers() as usize);
            let is_rival = |other: &usize| *other != id && rivals >> (other % entries) & 1 == 1;
            let rivals =
                || (0..self.gangs.len()).filter(is_rival).filter(|other| valid[other / 64] >> (other % 64) & 1 == 1);
            if *issues != 0 && *issues as usize > rows as usize * rivals().count() {
                return Err(Violation(format!(
                    "gang {id} waits for {issues} issues, of {} other gangs",
                    rivals().count()
                )));
            }
        }
        for (set, issues) in self.alone.iter().enumerate() {
            let late = each(cfg.all_slices().into()).find(|s| u32::from(issues[*s]) > rows * (cfg.sets - 1));
            if let Some(s) = late {
                let issues = issues[s];
                return Err(Violation(format!("warp {set} of slice {s} waits for {issues} issues, of {}", cfg.sets)));
            }
        }
        if let Some(port) = self.ports.iter().position(|cycles| u32::from(*cycles) >= cfg.issue) {
            return Err(Violation(format!("port {port} waits for {} cycles of {}", self.ports[port], cfg.issue)));
        }
        if self.idle != 0 {
            return Err(Violation(format!("slices {:#b} are free and do not issue what they could", self.idle)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Golden;
    use crate::gang::Gang;
    use heddle_contract::Config as _;

    /// A unit with two sets that could be issued, as gangs or apart. Set 0 is picked.
    fn two_sets(cfg: &Config, apart: bool) -> State {
        let mut q = Gang::reset(cfg);
        for set in 0..2 {
            let launch =
                In { launch_valid: true, launch_set: set, launch_mask: 0xff, launch_apart: apart, ..In::default() };
            Gang::clock(cfg, &mut q, &launch);
        }
        for set in 0..2 {
            (q.sets[set].filled, q.sets[set].fetching) = (0xff, 0);
            q.refresh(cfg, set);
        }
        if cfg.picks == Picks::Cycle {
            // nothing is picked before
        } else if apart {
            (0..MAX_SLICES).for_each(|s| q.picks.alone.hold(s, 0));
        } else {
            q.picks.issue[0] = Some(0);
        }
        q.plan(cfg);
        q
    }

    /// What is noticed first when the outputs are the same in each cycle, and in which cycle it is.
    fn noticed(cfg: &Config, q: &State, o: &Out) -> (usize, String) {
        let mut p = Gang::protocol(cfg);
        let mut cycles = (0..20).filter_map(|cycle| {
            p.observe(cfg, q, &In::default(), o);
            p.check(cfg).err().map(|Violation(what)| (cycle, what))
        });
        cycles.next().expect("something is noticed")
    }

    #[test]
    fn who_waits_for_ever_is_noticed() {
        let cfg = &Config { partners: 0, ..Config::preset("lrr").expect("a preset").clone() };
        let now = &Config { picks: Picks::Cycle, ..cfg.clone() };
        let nothing = Out::default();
        let gang = Out { issue_valid: [true, false, false, false], issue_mask: [0xff; MAX_ISSUE], ..Out::default() };
        let alone = Out { alone: 0xff, ..Out::default() };
        for (cfg, apart, o, cycle, what) in [
            // a port has its turn in one of four cycles, and a slice in each
            (cfg, false, &nothing, 3, "port 0 waits for 4 cycles of 4"),
            (cfg, true, &nothing, 0, "slices 0b11111111 are free and do not issue"),
            (now, true, &nothing, 0, "slices 0b11111111 are free and do not issue"),
            // there is one other gang, and four other warps of a slice
            (cfg, false, &gang, 2, "gang 4 waits for 3 issues, of 1 other gangs"),
            (now, false, &gang, 1, "gang 4 waits for 2 issues, of 1 other gangs"),
            (cfg, true, &alone, 8, "warp 1 of slice 0 waits for 9 issues, of 5"),
            (now, true, &alone, 4, "warp 1 of slice 0 waits for 5 issues, of 5"),
        ] {
            let (when, said) = noticed(cfg, &two_sets(cfg, apart), o);
            assert_eq!(when, cycle, "{said}");
            assert!(said.contains(what), "{what}: {said}");
        }
    }

    #[test]
    fn a_reset_forgets_who_waits() {
        let cfg = &Config { partners: 0, ..Config::preset("lrr").expect("a preset").clone() };
        let (q, mut p) = (two_sets(cfg, true), Gang::protocol(cfg));
        p.observe(cfg, &q, &In::default(), &Out::default());
        p.check(cfg).expect_err("a slice that idles");
        p.observe(cfg, &q, &In { reset: true, ..In::default() }, &Out::default());
        p.check(cfg).expect("nothing waits");
    }
}
