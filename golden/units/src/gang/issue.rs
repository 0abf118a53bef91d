//! Issue (6.3): up to `issue` gangs that share no slice, then a singleton in each slice that is left.

use heddle_contract::gang::{Config, Schedule};

use super::bits::{after, each, spread};
use super::state::{Chosen, Found, Set, State};

/// Chooses the gangs that are issued.
#[inline]
pub(super) fn gangs(cfg: &Config, q: &State, busy: u8) -> Chosen {
    if q.may_issue == 0 {
        return Chosen::default();
    }
    let greedy = u32::from(q.greedy);
    // the smallest key is first; a launch's number takes less than 48 bits
    let oldest = |row: &Set, entry: usize, id: u32| u64::from(id != greedy) << 56 | row.born << 2 | entry as u64;
    match cfg.schedule {
        Schedule::Bgto => {
            choose(cfg, q, busy, |row, entry, id, gang| u64::from(8 - gang.count_ones()) << 57 | oldest(row, entry, id))
        }
        Schedule::Gto => choose(cfg, q, busy, |row, entry, id, _| oldest(row, entry, id)),
        Schedule::Lgto => {
            choose(cfg, q, busy, |row, entry, id, gang| u64::from(gang.count_ones()) << 57 | oldest(row, entry, id))
        }
        Schedule::Lrr => choose(cfg, q, busy, |_, _, id, _| if id > greedy { id } else { id + cfg.ids() }),
        Schedule::Lpc => choose(cfg, q, busy, |row, _, id, gang| (row.pc[gang.trailing_zeros() as usize], id)),
    }
}

/// Chooses gangs by their keys, while their slices are free. A gang whose slices are partly taken is passed over.
#[inline(always)]
fn choose<K: Ord>(cfg: &Config, q: &State, busy: u8, key: impl Fn(&Set, usize, u32, u8) -> K) -> Chosen {
    let mut issued = Chosen::default();
    let mut taken = busy;
    while issued.count < cfg.issue as usize && taken != cfg.all_slices() {
        let mut best: Option<(K, Found)> = None;
        for set in each(q.may_issue) {
            let row = &q.sets[set];
            for entry in each(row.may_issue.into()) {
                let mask = row.gangs[entry];
                if mask & taken != 0 {
                    continue;
                }
                let id = set as u32 * cfg.entries() + entry as u32;
                let key = key(row, entry, id, mask);
                if best.as_ref().is_none_or(|(first, _)| key < *first) {
                    best = Some((key, Found { set: set as u8, id: id as u16, mask }));
                }
            }
        }
        let Some((_, gang)) = best else { break };
        issued.push(gang);
        taken |= gang.mask;
    }
    issued
}

/// Returns the slices that issue their singleton, [`State::next_issue`].
#[inline]
pub(super) fn alone(q: &State, taken: u8) -> u8 {
    q.may_go & !taken
}

/// Chooses the singleton that each slice would issue, whose order does not depend on the other slices.
pub(super) fn plan(cfg: &Config, q: &mut State) {
    for s in each(q.stale.into()) {
        let sets = q.alone_issue[s];
        q.may_go = q.may_go & !(1 << s) | u8::from(sets != 0) << s;
        if sets == 0 {
            continue;
        }
        let greedy = q.greedy_alone[s];
        let first = match cfg.schedule {
            Schedule::Bgto | Schedule::Gto | Schedule::Lgto if sets >> greedy & 1 == 1 => usize::from(greedy),
            Schedule::Bgto | Schedule::Gto | Schedule::Lgto => lowest(sets, |set| q.sets[set].born),
            Schedule::Lrr => after(sets, greedy),
            Schedule::Lpc => lowest(sets, |set| q.sets[set].pc[s]),
        };
        q.next_issue[s] = first as u8;
    }
}

/// Returns the first with the lowest key of some sets, at least one.
#[inline(always)]
fn lowest(sets: u64, key: impl Fn(usize) -> u64) -> usize {
    let mut first = sets.trailing_zeros() as usize;
    let mut best = key(first);
    for set in each(sets & sets.wrapping_sub(1)) {
        let key = key(set);
        if key < best {
            (first, best) = (set, key);
        }
    }
    first
}

/// Clears the flags of the warps that are issued, and returns the sets concerned.
pub(super) fn leave(q: &mut State, issued: &Chosen, alone: u8) -> u64 {
    let mut sets = 0;
    for gang in issued.gangs() {
        run(&mut q.sets[usize::from(gang.set)], gang.mask);
        sets |= 1 << gang.set;
    }
    if let [first, ..] = issued.gangs() {
        q.greedy = first.id;
    }
    for s in each(alone.into()) {
        let set = q.next_issue[s];
        run(&mut q.sets[usize::from(set)], 1 << s);
        sets |= 1 << set;
        q.greedy_alone[s] = set;
    }
    sets
}

#[inline]
fn run(row: &mut Set, mask: u8) {
    row.known &= !mask;
    row.filled &= !mask;
    row.ready &= !mask;
    if row.wait != 0 {
        row.wait &= !spread(mask);
    }
}
