//! Changes of a trace of the ganging unit that keep it consistent, for shrinking: sets, slices and
//! PCs of all its inputs at once.

use heddle_contract::gang::{Config, In};

use heddle_testbench::bench::each;

/// Returns the simplification number `way` of all inputs at once, the boldest first: one set alone,
/// sets and slices taken away, and renamed; `None` if there are no more.
pub fn shrink_candidates(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
    let (sets, slices) = (cfg.sets as usize, cfg.slices as usize);
    if way < sets {
        return Some(each(inputs, |i| keep_sets(i, |set| usize::from(set) == way)));
    }
    let way = way - sets;
    if way < sets {
        return Some(each(inputs, |i| keep_sets(i, |set| usize::from(set) != way)));
    }
    let way = way - sets;
    if way < slices {
        return Some(each(inputs, |i| mask(i, |mask| mask & !(1 << way))));
    }
    let way = way - slices;
    let first = inputs.iter().find(|i| i.launch_valid).map_or(0, |i| i.launch_set);
    Some(match way {
        0 => each(inputs, |i| {
            name_sets(i, |set| {
                if set == first {
                    0
                } else if set == 0 {
                    first
                } else {
                    set
                }
            })
        }),
        1 => sets_in_order(inputs),
        2 if inputs.iter().all(|i| used(i) & 1 == 0) => each(inputs, down_a_slice),
        2 => inputs.to_vec(),
        3 => small_pcs(inputs),
        4 => each(inputs, |i| name_pcs(i, |pc| pc & 1)),
        5 => each(inputs, |i| name_pcs(i, |_| 0)),
        6 => each(inputs, |i| (i.busy, i.l0) = (0, 0)),
        7 => each(inputs, |i| i.report_sync = 0),
        8 => each(inputs, |i| i.wake_memory = 0),
        9 => each(inputs, |i| i.report_end = 0),
        10 => each(inputs, |i| i.read_set = 0),
        11 => each(inputs, |i| i.launch_apart = false),
        _ => return None,
    })
}

fn masks(i: &mut In) -> [&mut u8; 9] {
    [
        &mut i.launch_mask,
        &mut i.report,
        &mut i.report_end,
        &mut i.report_sync,
        &mut i.wake,
        &mut i.wake_memory,
        &mut i.fill,
        &mut i.busy,
        &mut i.l0,
    ]
}

fn mask(i: &mut In, change: impl Fn(u8) -> u8) {
    masks(i).into_iter().for_each(|mask| *mask = change(*mask));
}

/// Returns the slices that an input uses.
fn used(i: &In) -> u8 {
    masks(&mut i.clone()).into_iter().fold(0, |used, mask| used | *mask)
}

fn keep_sets(i: &mut In, keeps: impl Fn(u8) -> bool) {
    i.launch_valid &= keeps(i.launch_set);
    let kept = |mask: u8, sets: &[u8; 8]| (0..8).filter(|s| keeps(sets[*s])).fold(0, |kept, s| kept | mask & 1 << s);
    i.report = kept(i.report, &i.report_set);
    i.report_end &= i.report;
    i.report_sync &= i.report;
    i.wake = kept(i.wake, &i.wake_set);
    i.wake_memory &= i.wake;
    i.fill = kept(i.fill, &i.fill_set);
}

fn name_sets(i: &mut In, name: impl Fn(u8) -> u8) {
    i.launch_set = name(i.launch_set);
    i.read_set = name(i.read_set);
    for sets in [&mut i.report_set, &mut i.wake_set, &mut i.fill_set] {
        sets.iter_mut().for_each(|set| *set = name(*set));
    }
}

/// Renumbers sets in the order of their first launches.
fn sets_in_order(inputs: &[In]) -> Vec<In> {
    let mut order: Vec<u8> = Vec::new();
    for i in inputs.iter().filter(|i| i.launch_valid) {
        if !order.contains(&i.launch_set) {
            order.push(i.launch_set);
        }
    }
    let used = order.clone();
    order.extend((0..64).filter(|set| !used.contains(set)));
    let name = |set: u8| order.iter().position(|old| *old == set).unwrap_or(0) as u8;
    each(inputs, |i| name_sets(i, name))
}

/// Moves every slice down by one.
fn down_a_slice(i: &mut In) {
    mask(i, |mask| mask >> 1);
    for sets in [&mut i.report_set, &mut i.wake_set, &mut i.fill_set] {
        sets.rotate_left(1);
    }
    i.report_pc.rotate_left(1);
}

fn name_pcs(i: &mut In, name: impl Fn(u64) -> u64) {
    i.launch_pc = name(i.launch_pc);
    i.report_pc.iter_mut().for_each(|pc| *pc = name(*pc));
}

/// Renumbers PCs in their order.
fn small_pcs(inputs: &[In]) -> Vec<In> {
    let mut all: Vec<u64> = inputs.iter().flat_map(|i| i.report_pc.into_iter().chain([i.launch_pc])).collect();
    all.sort_unstable();
    all.dedup();
    each(inputs, |i| name_pcs(i, |pc| all.binary_search(&pc).unwrap_or(0) as u64))
}

/// Returns inputs that may show a fault sooner: everything at once that comes in turn, or
/// singletons from the start.
pub fn alternatives(cfg: &Config, i: &In) -> Vec<In> {
    let mut ways = Vec::new();
    if i.launch_valid {
        ways.push(In { launch_apart: !i.launch_apart, ..i.clone() });
        ways.push(In { launch_mask: cfg.all_slices(), ..i.clone() });
        ways.push(In { launch_mask: cfg.all_slices(), launch_apart: true, ..i.clone() });
    }
    if i.report != 0 {
        // what reports, wakes
        let wake = |memory: u8| {
            let wake = i.report & !i.report_end;
            In { wake, wake_memory: wake & memory, wake_set: i.report_set, ..i.clone() }
        };
        ways.extend([wake(0), wake(u8::MAX)]);
    }
    if i.wake != 0 {
        ways.push(In { fill: i.fill | i.wake, fill_set: i.wake_set, ..i.clone() });
    }
    if i.fill != 0 {
        ways.push(In { wake: i.fill, wake_memory: 0, wake_set: i.fill_set, ..i.clone() });
    }
    ways
}
