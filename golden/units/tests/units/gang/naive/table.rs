//! Splits and merges of gangs in the naive model.

use heddle_contract::gang::{In, Split};

use super::{Naive, Unit, bit};

impl Naive {
    /// The gangs of a set of which a report or a wake of some member acted part.
    pub(super) fn split(&mut self, set: usize, before: &Naive) {
        let i = &before.pending;
        let wakes = |s: &usize| bit(i.wake, *s) && usize::from(i.wake_set[*s]) == set;
        let reports = |s: &usize| bit(i.report, *s) && usize::from(i.report_set[*s]) == set;
        let mut homeless: Vec<Unit> = Vec::new();
        for entry in 0..self.gangs[set].len() {
            let gang = self.gangs[set][entry].clone();
            if !gang.iter().any(|s| wakes(s) || reports(s)) {
                continue;
            }
            let m: Unit = gang.into_iter().filter(|s| self.warps[set][*s].exists).collect();
            let w = m.iter().any(|s| wakes(s) && bit(i.wake_memory, *s));
            let (a, rest): (Unit, Unit) = m.iter().partition(|s| self.warps[set][**s].ready);
            let torn = w && a != m && self.cfg.split != Split::Control;
            // those that are left together, the ones whose class keeps the entry first
            let parts: Vec<Unit> = match self.cfg.split {
                Split::Impatient if torn => m.iter().map(|s| vec![*s]).collect(),
                Split::Group if torn => vec![rest, a],
                _ => vec![m],
            };
            let mut classes: Vec<Unit> = Vec::new();
            for part in parts {
                let mut by_pc: Vec<(u64, Unit)> = Vec::new();
                for s in part {
                    let pc = self.warps[set][s].pc;
                    match by_pc.iter_mut().find(|(other, _)| *other == pc) {
                        Some((_, class)) => class.push(s),
                        None => by_pc.push((pc, vec![s])),
                    }
                }
                classes.extend(by_pc.into_iter().map(|(_, class)| class).filter(|class| class.len() > 1));
            }
            self.gangs[set][entry].clear();
            if !classes.is_empty() {
                self.gangs[set][entry] = classes.remove(0);
            }
            homeless.extend(classes);
        }
        homeless.sort_by_key(|class| class[0]);
        let free = (0..self.gangs[set].len()).filter(|entry| before.gangs[set][*entry].is_empty());
        for (entry, class) in free.zip(homeless) {
            self.gangs[set][entry] = class;
        }
    }

    pub(super) fn reform(&mut self, i: &In, before: &Naive) {
        let sets = self.cfg.sets as usize;
        let mut order = (0..sets).map(|n| (self.next_set + n) % sets);
        if self.cfg.partners == 0 {
            return;
        }
        let Some(set) = order.find(|set| before.units(*set).len() > 1) else { return };
        self.next_set = (set + 1) % sets;
        let named = |mask: u8, sets: &[u8]| self.slices().any(|s| bit(mask, s) && usize::from(sets[s]) == set);
        let issued = before.issued(i.busy).iter().any(|(_, id)| before.gang(*id).unwrap().0 == set)
            || before.issued_alone(i.busy).iter().any(|(_, other)| *other == set);
        let acts = &before.pending;
        if issued || named(acts.report, &acts.report_set) || named(acts.wake, &acts.wake_set) {
            return;
        }
        let known: Vec<_> =
            before.units(set).into_iter().filter(|(unit, _)| before.all(set, unit, |warp| warp.known)).collect();
        for (first, _) in &known {
            let pc = before.warps[set][first[0]].pc;
            let group: Vec<_> = known.iter().filter(|(unit, _)| before.warps[set][unit[0]].pc == pc).collect();
            if group.len() < 2 {
                continue;
            }
            let merged = &group[..group.len().min(self.cfg.partners as usize)];
            let free = before.gangs[set].iter().position(Vec::is_empty);
            let entry = merged.iter().find_map(|(_, entry)| *entry).or(free).unwrap();
            for (_, entry) in merged {
                if let Some(entry) = entry {
                    self.gangs[set][*entry].clear();
                }
            }
            let mut gang: Unit = merged.iter().flat_map(|(unit, _)| unit.clone()).collect();
            gang.sort();
            self.gangs[set][entry] = gang;
            return;
        }
    }
}
