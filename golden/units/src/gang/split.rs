//! Reports and wakes, and how they split gangs (4.4, 6.5).

use heddle_contract::gang::{Config, In, MAX_SLICES, Split};

use super::bits::{each, spread};
use super::state::{Set, State};

/// The events of a set in a cycle: a mask of slices for each kind.
#[derive(Clone, Copy, Default)]
struct Heard {
    report: u8,
    end: u8,
    wake: u8,
    memory: u8,
}

/// Applies the reports and wakes of a cycle to their sets, and returns the sets concerned.
pub(super) fn hear(cfg: &Config, q: &mut State, i: &In) -> u64 {
    let mut sets = 0;
    if i.report | i.wake == 0 {
        return sets;
    }
    let mut heard = [Heard::default(); 64];
    for s in each(i.report.into()) {
        let set = usize::from(i.report_set[s]);
        let bit = 1 << s;
        sets |= 1 << set;
        heard[set].report |= bit;
        heard[set].end |= i.report_end & bit;
        let row = &mut q.sets[set];
        if i.report_end & bit == 0 {
            row.pc[s] = i.report_pc[s];
        }
        if i.report_sync & bit != 0 {
            row.wait = row.wait & !spread(bit) | u64::from(cfg.sync_wait) << (8 * s);
        }
    }
    for s in each(i.wake.into()) {
        let set = usize::from(i.wake_set[s]);
        sets |= 1 << set;
        heard[set].wake |= 1 << s;
        heard[set].memory |= i.wake_memory & 1 << s;
    }
    for set in each(sets) {
        tell(cfg.split, &mut q.sets[set], heard[set]);
    }
    sets
}

fn tell(split: Split, row: &mut Set, heard: Heard) {
    row.known |= heard.report;
    row.filled &= !heard.report;
    row.ready |= heard.wake;
    if heard.end != 0 {
        let stay = !heard.end;
        row.exists &= stay;
        row.known &= stay;
        row.ready &= stay;
        row.alone &= stay;
        row.wait &= !spread(heard.end);
    }
    let free = row.gangs.map(|gang| gang == 0);
    // classes that need another entry, each at its lowest slice
    let mut homeless = [0; MAX_SLICES];
    let mut any = false;
    for entry in 0..row.gangs.len() {
        let gang = row.gangs[entry];
        if gang & (heard.report | heard.wake) == 0 {
            continue;
        }
        let members = gang & row.exists;
        let torn = split != Split::Control && members & heard.memory != 0 && members & !row.ready != 0;
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
                    homeless[class.trailing_zeros() as usize] = class;
                    any = true;
                }
            }
        }
    }
    if any {
        let mut entries = (0..row.gangs.len()).filter(|entry| free[*entry]);
        for class in homeless.into_iter().filter(|class| *class != 0) {
            let entry = entries.next().expect("as many entries as pairs of slices");
            row.gangs[entry] = class;
        }
    }
}

/// Returns those of some warps, at least one, that are at the PC of the first of them.
#[inline]
fn class_of(row: &Set, warps: u8) -> u8 {
    let first = row.pc[warps.trailing_zeros() as usize];
    each(warps.into()).fold(0, |class, s| class | u8::from(row.pc[s] == first) << s)
}
