//! Reports and wakes, and how they split gangs (4.4, 6.5).

use heddle_contract::gang::{Config, In, MAX_SLICES, Split};

use super::bits::{each, spread};
use super::state::{Set, State};

/// The reports and wakes of the last cycle, which act at the end of this one. Masks have bit s for
/// slice s.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pending {
    /// Mask of the slices whose report is pending.
    pub report: u8,
    /// Mask of the reporting slices whose warp has ended.
    pub end: u8,
    /// Mask of the reporting slices whose warp is at a sync point.
    pub sync: u8,
    /// For each reporting slice, the set of the warp; zero for the others.
    pub report_set: [u8; MAX_SLICES],
    /// For each reporting slice whose warp has not ended, its next PC; zero for the others.
    pub report_pc: [u64; MAX_SLICES],
    /// Mask of the slices in which a wake is pending.
    pub wake: u8,
    /// Mask of the waking slices whose warp waited for a memory instruction.
    pub memory: u8,
    /// For each waking slice, the set of the warp; zero for the others.
    pub wake_set: [u8; MAX_SLICES],
}

impl Pending {
    /// Returns the slices of which a warp of some set reports.
    pub(super) fn reports_of(&self, set: u8) -> u8 {
        each(self.report.into()).fold(0, |mask, s| mask | u8::from(self.report_set[s] == set) << s)
    }
    /// Whether a report of a warp is pending.
    pub(super) fn reports(&self, set: usize, s: usize) -> bool {
        self.report >> s & 1 == 1 && usize::from(self.report_set[s]) == set
    }
    /// Whether the end of a warp is pending.
    pub(super) fn ends(&self, set: usize, s: usize) -> bool {
        self.end >> s & 1 == 1 && self.reports(set, s)
    }
    /// Whether a wake of a warp is pending.
    pub(super) fn wakes(&self, set: usize, s: usize) -> bool {
        self.wake >> s & 1 == 1 && usize::from(self.wake_set[s]) == set
    }
    /// Keeps the events of a cycle in place of those of the cycle before.
    pub(super) fn keep(&mut self, i: &In) {
        if self.report | self.wake | i.report | i.wake == 0 {
            return;
        }
        *self = Pending {
            report: i.report,
            end: i.report_end,
            sync: i.report_sync,
            wake: i.wake,
            memory: i.wake_memory,
            ..Pending::default()
        };
        for s in each(i.report.into()) {
            self.report_set[s] = i.report_set[s];
            self.report_pc[s] = if i.report_end >> s & 1 == 1 { 0 } else { i.report_pc[s] };
        }
        for s in each(i.wake.into()) {
            self.wake_set[s] = i.wake_set[s];
        }
    }
}

/// The events of a set in a cycle: a mask of slices for each kind.
#[derive(Clone, Copy, Default)]
struct Events {
    report: u8,
    end: u8,
    wake: u8,
    memory: u8,
}

/// Applies the pending reports and wakes to their sets, and returns the sets concerned.
pub(super) fn act(cfg: &Config, q: &mut State) -> u64 {
    let mut sets = 0;
    if q.pending.report | q.pending.wake == 0 {
        return sets;
    }
    let mut events = [Events::default(); 64];
    let pending = &q.pending;
    for s in each(pending.report.into()) {
        let set = usize::from(pending.report_set[s]);
        let bit = 1 << s;
        sets |= 1 << set;
        events[set].report |= bit;
        events[set].end |= pending.end & bit;
        let row = &mut q.sets[set];
        if pending.end & bit == 0 {
            row.pc[s] = pending.report_pc[s];
        }
        if pending.sync & bit != 0 {
            row.wait = row.wait & !spread(bit) | u64::from(cfg.sync_wait) << (8 * s);
        }
    }
    for s in each(pending.wake.into()) {
        let set = usize::from(pending.wake_set[s]);
        sets |= 1 << set;
        events[set].wake |= 1 << s;
        events[set].memory |= pending.memory & 1 << s;
    }
    for set in each(sets) {
        apply(cfg.split, &mut q.sets[set], events[set]);
    }
    sets
}

fn apply(split: Split, row: &mut Set, events: Events) {
    row.known |= events.report;
    row.filled &= !events.report;
    row.ready |= events.wake;
    if events.end != 0 {
        let stay = !events.end;
        row.exists &= stay;
        row.known &= stay;
        row.ready &= stay;
        row.alone &= stay;
        row.wait &= !spread(events.end);
    }
    let free = row.gangs.map(|gang| gang == 0);
    // classes that need another entry, each at its lowest slice
    let mut displaced = [0; MAX_SLICES];
    let mut any = false;
    for entry in 0..row.gangs.len() {
        let gang = row.gangs[entry];
        if gang & (events.report | events.wake) == 0 {
            continue;
        }
        let members = gang & row.exists;
        let torn = split != Split::Control && members & events.memory != 0 && members & !row.ready != 0;
        if !torn && members.count_ones() > 1 && class_of(row, members) == members {
            row.gangs[entry] = members;
            continue;
        }
        row.gangs[entry] = 0;
        let parts = match split {
            Split::Impatient if torn => {
                row.alone |= members;
                continue;
            }
            // those that are not ready come first: one of their classes keeps the entry
            Split::Group if torn => [members & !row.ready, members & row.ready],
            _ => [members, 0],
        };
        for mut part in parts {
            while part != 0 {
                let class = class_of(row, part);
                part &= !class;
                if class.is_power_of_two() {
                    row.alone |= class;
                } else if row.gangs[entry] == 0 {
                    row.gangs[entry] = class;
                } else {
                    displaced[class.trailing_zeros() as usize] = class;
                    any = true;
                }
            }
        }
    }
    if any {
        let mut entries = (0..row.gangs.len()).filter(|entry| free[*entry]);
        for class in displaced.into_iter().filter(|class| *class != 0) {
            let entry = entries.next().expect("as many entries as pairs of slices");
            row.gangs[entry] = class;
        }
    }
}

/// Returns the mask of those of `warps` whose PC is that of the first of them; `warps` has one at
/// least.
#[inline]
fn class_of(row: &Set, warps: u8) -> u8 {
    let first = row.pc[warps.trailing_zeros() as usize];
    each(warps.into()).fold(0, |class, s| class | u8::from(row.pc[s] == first) << s)
}
