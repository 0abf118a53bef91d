//! Re-forming (4.5): units of one original gang that meet at a PC become one gang.

use heddle_contract::gang::{Config, MAX_ENTRIES, MAX_SLICES};

use super::bits::each;
use super::state::{Set, State};

/// Re-forms one set, and returns its bit if units were merged. A set of `moving` is left as it is.
pub(super) fn one_set(cfg: &Config, q: &mut State, moving: u64) -> u64 {
    let Some(set) = q.looked_at() else { return 0 };
    q.reformed = set as u8;
    if moving >> set & 1 == 1 || !merge(&mut q.sets[set], cfg.partners as usize) {
        return 0;
    }
    1 << set
}

fn merge(row: &mut Set, partners: usize) -> bool {
    // units that are known, by place: their members, and their entry if they have one
    let mut members = [0; MAX_SLICES];
    let mut entry_of = [None; MAX_SLICES];
    let mut places = 0u8;
    for s in each((row.alone & row.known).into()) {
        places |= 1 << s;
        members[s] = 1 << s;
    }
    for entry in 0..MAX_ENTRIES {
        let gang = row.gangs[entry];
        if gang & row.known != 0 {
            let place = gang.trailing_zeros() as usize;
            places |= 1 << place;
            members[place] = gang;
            entry_of[place] = Some(entry);
        }
    }
    while places != 0 {
        let first = row.pc[places.trailing_zeros() as usize];
        let group = each(places.into()).fold(0u8, |group, place| group | u8::from(row.pc[place] == first) << place);
        places &= !group;
        if group.is_power_of_two() {
            continue;
        }
        let merged = || each(group.into()).take(partners);
        let gang = merged().fold(0, |gang, place| gang | members[place]);
        let mut entries = merged().filter_map(|place| entry_of[place]);
        let free = || row.gangs.iter().position(|gang| *gang == 0);
        let entry = entries.next().or_else(free).expect("singletons leave an entry free");
        for other in entries {
            row.gangs[other] = 0;
        }
        row.gangs[entry] = gang;
        row.alone &= !gang;
        return true;
    }
    false
}
