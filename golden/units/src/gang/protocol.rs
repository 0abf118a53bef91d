//! Starvation freedom, counted under `Lrr`, the one order that guarantees it (6.3).

use heddle_contract::gang::{Config, In, MAX_SLICES, Out, Schedule};

use super::bits::each;
use super::state::State;
use crate::Violation;

/// The history for the protocol's rules: for how long units that could be issued were not. Empty under other orders than `Lrr`.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// The waiting of each gang, by gang id.
    gangs: Vec<Waiting>,
    /// Cycles, by set and slice, in which no gang took the slice and it was not busy.
    alone: Vec<[u16; MAX_SLICES]>,
}

/// The waiting of a gang that could be issued in each of the last cycles, and was not.
#[derive(Debug, Clone, Default)]
struct Waiting {
    cycles: u32,
    /// Gangs that were valid meanwhile, a bit for each id.
    valid: [u64; 4],
}

impl Protocol {
    pub(super) fn new(cfg: &Config) -> Self {
        let counts = cfg.schedule == Schedule::Lrr;
        Protocol {
            gangs: vec![Waiting::default(); if counts { cfg.ids() as usize } else { 0 }],
            alone: vec![[0; MAX_SLICES]; if counts { cfg.sets as usize } else { 0 }],
        }
    }

    #[inline]
    pub(super) fn observe(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        if !self.gangs.is_empty() {
            self.count(cfg, q, i, o);
        }
    }

    fn count(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        if i.reset {
            *self = Protocol::new(cfg);
            return;
        }
        let entries = cfg.entries() as usize;
        let mut valid = [0; 4];
        for (set, row) in q.sets.iter().enumerate() {
            for entry in (0..entries).filter(|entry| row.gangs[*entry] != 0 && row.gangs[*entry] & !row.filled == 0) {
                let id = set * entries + entry;
                valid[id / 64] |= 1 << (id % 64);
            }
        }
        let issued = |id: usize| (0..cfg.issue as usize).any(|k| o.issue_valid[k] && usize::from(o.issue_id[k]) == id);
        let taken = (0..cfg.issue as usize).filter(|k| o.issue_valid[*k]).fold(0, |taken, k| taken | o.issue_mask[k]);
        for (id, waiting) in self.gangs.iter_mut().enumerate() {
            let (row, entry) = (&q.sets[id / entries], id % entries);
            if row.may_issue >> entry & 1 == 0 || row.gangs[entry] & i.busy != 0 || issued(id) {
                *waiting = Waiting::default();
                continue;
            }
            waiting.cycles += 1;
            waiting.valid.iter_mut().zip(valid).for_each(|(all, now)| *all |= now);
        }
        for (set, cycles) in self.alone.iter_mut().enumerate() {
            for (s, cycles) in cycles.iter_mut().enumerate().take(cfg.slices as usize) {
                let issued = o.alone >> s & 1 == 1 && usize::from(o.alone_set[s]) == set;
                if q.sets[set].alone_issue >> s & 1 == 0 || issued {
                    *cycles = 0;
                } else if (i.busy | taken) >> s & 1 == 0 {
                    *cycles += 1;
                }
            }
        }
    }

    /// Checks that a gang that could be issued in as many cycles as there were valid ones is issued in one of them; a singleton within as many as its
    /// slice has warps.
    pub(super) fn check(&self, cfg: &Config) -> Result<(), Violation> {
        for (id, Waiting { cycles, valid }) in self.gangs.iter().enumerate() {
            let turns: u32 = valid.iter().map(|word| word.count_ones()).sum();
            if *cycles != 0 && *cycles >= turns {
                return Err(Violation(format!("gang {id} waits for {cycles} cycles, among {turns} valid ones")));
            }
        }
        for (set, cycles) in self.alone.iter().enumerate() {
            let late = each(cfg.all_slices().into()).find(|s| u32::from(cycles[*s]) >= cfg.sets);
            if let Some(s) = late {
                let cycles = cycles[s];
                return Err(Violation(format!("warp {set} of slice {s} waits for {cycles} cycles of {}", cfg.sets)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Golden;
    use heddle_contract::Config as _;
    use heddle_contract::gang::Gang;

    /// A unit that never issues what is ready.
    #[test]
    fn who_waits_for_ever_is_noticed() {
        let cfg = &Config { partners: 0, ..Config::preset("lrr").expect("a preset").clone() };
        for apart in [false, true] {
            let (mut q, mut p) = (Gang::reset(cfg), Gang::protocol(cfg));
            let launch = In { launch_valid: true, launch_mask: 0xff, launch_apart: apart, ..In::default() };
            Gang::clock(cfg, &mut q, &launch);
            Gang::clock(cfg, &mut q, &In { l0: 0xff, ..In::default() });
            Gang::clock(cfg, &mut q, &In { fill: 0xff, busy: 0xff, ..In::default() });
            let noticed = (0..10).position(|_| {
                p.observe(cfg, &q, &In::default(), &Out::default());
                p.check(cfg).is_err()
            });
            // one gang is its own turn; a slice has five warps
            assert_eq!(noticed, Some(if apart { 4 } else { 0 }));
        }
    }
}
