//! Enumeration of the states of the ganging unit.

use crate::gang::Gang;
use heddle_contract::gang::{Config, In};
use heddle_golden::Golden;
use heddle_golden::gang::{State, key};

use super::events::Events;
use heddle_testbench::states::{Change, Plant, States, also};

pub const STATES: States<Gang> = States {
    key,
    alphabet,
    without: "a launch is at PC 0; one PC more than there are slices; the reading port is at set 0",
    least: Some(|| Config { sets: 1, ..<Config as heddle_contract::Config>::presets()[0].1.clone() }),
    plants: &[
        Plant::Edge("a warp that has not reported wakes", |cfg: &Config, before: &State, i: &In, after: &mut State| {
            let row = before.set(0);
            let executes = row.exists & !row.known & !before.pending().report & !i.report & !i.wake;
            if executes != 0 && !i.reset {
                *after = before.clone();
                let wake = i.wake | executes & executes.wrapping_neg();
                Gang::clock(cfg, after, &In { wake, ..i.clone() });
            }
        }),
        Plant::Claim("an original gang that parted is never whole again", |_, q: &State| {
            let row = q.set(0);
            // a gang of all, of whose members one alone is filled, met again
            let whole = row.gangs.iter().any(|gang| *gang != 0 && *gang == row.exists);
            !whole || row.filled & row.exists == 0 || row.filled & row.exists == row.exists
        }),
    ],
};

/// Every launch, and in every slice every report, wake and fill that the state of its warps lets
/// through, with every slice busy or not.
fn alphabet(cfg: &Config, q: &State) -> Vec<In> {
    let mut letters = also(&[In::default()], &launches(cfg, q));
    for s in 0..cfg.slices as usize {
        let [mut reports, mut wakes, mut fills]: [Vec<Change<In>>; 3] = Default::default();
        for set in (0..cfg.sets as u8).filter(|set| q.set(usize::from(*set)).exists >> s & 1 == 1) {
            let (row, pending) = (q.set(usize::from(set)), Events::pending(q, set.into()));
            let is = |mask: u8| mask >> s & 1 == 1;
            if is(!row.ready & !row.fetching & (row.filled | !row.known) & !pending.any()) {
                reports.extend(reports_of(cfg, set, s));
            }
            if is(!row.ready & !pending.wake & !pending.end) {
                wakes.extend(wakes_of(set, s));
            }
            if is(row.fetching) {
                fills.push(Box::new(move |i| (i.fill, i.fill_set[s]) = (i.fill | 1 << s, set)));
            }
        }
        letters = also(&letters, &reports);
        letters = also(&letters, &wakes);
        letters = also(&letters, &fills);
        if q.alive() != 0 {
            letters = also(&letters, &[Box::new(move |i: &mut In| i.busy |= 1 << s) as Change<In>]);
            letters = also(&letters, &[Box::new(move |i: &mut In| i.l0 |= 1 << s) as Change<In>]);
        }
    }
    letters.push(In { reset: true, ..In::default() });
    letters
}

fn launches(cfg: &Config, q: &State) -> Vec<Change<In>> {
    let mut launches: Vec<Change<In>> = Vec::new();
    for set in (0..cfg.sets as u8).filter(|set| q.alive() >> set & 1 == 0) {
        for mask in 1..=cfg.all_slices() {
            for apart in [false, true].into_iter().filter(|apart| !apart || !mask.is_power_of_two()) {
                launches.push(Box::new(move |i| {
                    (i.launch_valid, i.launch_set, i.launch_mask, i.launch_apart) = (true, set, mask, apart);
                }));
            }
        }
    }
    launches
}

/// Returns the reports of a warp: each PC, at a sync point or not, and its end.
fn reports_of(cfg: &Config, set: u8, s: usize) -> Vec<Change<In>> {
    let mut reports: Vec<Change<In>> = Vec::new();
    let bit = 1u8 << s;
    let pcs = (u64::from(cfg.slices) + 1).min(1u64.checked_shl(cfg.pc_bits).unwrap_or(u64::MAX));
    for pc in 0..pcs {
        for sync in [false, true].into_iter().filter(|sync| !sync || cfg.sync_wait != 0) {
            reports.push(Box::new(move |i| {
                (i.report, i.report_set[s], i.report_pc[s]) = (i.report | bit, set, pc);
                i.report_sync |= if sync { bit } else { 0 };
            }));
        }
    }
    reports.push(Box::new(move |i| {
        (i.report, i.report_set[s], i.report_end) = (i.report | bit, set, i.report_end | bit);
    }));
    reports
}

/// Returns the wakes of a warp: from memory, or not.
fn wakes_of(set: u8, s: usize) -> [Change<In>; 2] {
    let wake = |memory: u8| -> Change<In> {
        Box::new(move |i| {
            (i.wake, i.wake_set[s], i.wake_memory) = (i.wake | 1 << s, set, i.wake_memory | memory << s);
        })
    };
    [wake(0), wake(1)]
}
