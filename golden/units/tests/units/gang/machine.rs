//! A random environment for a ganging unit: warps and memory that do anything that the contract
//! allows.

use heddle_contract::gang::{Config, In};
use heddle_golden::gang::Gang;
use heddle_golden::gang::{Protocol, State};
use heddle_golden::{Chance, Golden};

/// How things go for a while, in percent.
#[derive(Debug, Clone, Copy)]
pub struct Habits {
    pub launch: u32,
    pub apart: u32,
    pub report: u32,
    pub diverge: u32,
    pub end: u32,
    pub sync: u32,
    pub wake: u32,
    pub memory: u32,
    pub fill: u32,
    pub again: u32,
    pub busy: u32,
    pub local: u32,
    pub pcs: u32,
}

impl Habits {
    pub fn random(e: &mut Chance) -> Self {
        let mut percent = |some: &[u32]| some[e.below(some.len() as u32) as usize];
        Habits {
            launch: percent(&[2, 20, 100]),
            apart: percent(&[0, 10, 50]),
            report: percent(&[20, 70, 100]),
            diverge: percent(&[0, 10, 50, 100]),
            end: percent(&[0, 1, 5, 20]),
            sync: percent(&[0, 10, 60]),
            wake: percent(&[5, 30, 80]),
            memory: percent(&[0, 20, 80]),
            fill: percent(&[20, 60, 100]),
            again: percent(&[0, 5, 30]),
            busy: percent(&[0, 0, 10, 50]),
            local: percent(&[0, 50, 100]),
            pcs: percent(&[1, 2, 3, 6]),
        }
    }
}

/// A legal input.
pub fn input(cfg: &Config, p: &Protocol, q: &State, e: &mut Chance, habits: &Habits) -> In {
    let mut i = In { read_set: e.below(cfg.sets) as u8, ..In::default() };
    let pcs = u64::MAX >> (64 - cfg.pc_bits);
    let pc = |e: &mut Chance| u64::from(e.below(habits.pcs)).wrapping_mul(0x9e37_79b9_7f4a_7c15) & pcs;
    if e.below(700) == 0 {
        return In { reset: true, ..i };
    }
    if e.percent(habits.launch) {
        i.launch_valid = true;
        i.launch_set = e.below(cfg.sets) as u8;
        i.launch_mask = if e.percent(60) { cfg.all_slices() } else { e.word() as u8 & cfg.all_slices() };
        i.launch_apart = e.percent(habits.apart);
        i.launch_pc = pc(e);
    }
    // whole gangs report, then warps of slices that are left
    for _ in 0..3 {
        let set = e.below(cfg.sets) as usize;
        let unit = q.set(set).unit(e.below(cfg.slices) as usize);
        if unit & i.report != 0 || !e.percent(habits.report) {
            continue;
        }
        let (together, diverge) = (pc(e), e.percent(habits.diverge));
        for s in (0..8).filter(|s| unit >> s & 1 == 1) {
            i.report |= 1 << s;
            i.report_set[s] = set as u8;
            i.report_pc[s] = if diverge { pc(e) } else { together };
            i.report_end |= u8::from(e.percent(habits.end)) << s;
            i.report_sync |= u8::from(e.percent(habits.sync)) << s;
        }
    }
    for s in 0..cfg.slices as usize {
        if i.report >> s & 1 == 0 && e.percent(habits.again) {
            i.report |= 1 << s;
            i.report_set[s] = e.below(cfg.sets) as u8;
            i.report_pc[s] = pc(e);
            i.report_end |= u8::from(e.percent(habits.end)) << s;
        }
    }
    let all_memory = e.percent(habits.memory);
    let one_set = e.below(cfg.sets) as u8;
    for s in 0..cfg.slices as usize {
        for (mask, set, percent) in
            [(&mut i.wake, &mut i.wake_set[s], habits.wake), (&mut i.fill, &mut i.fill_set[s], habits.fill)]
        {
            if e.percent(percent) {
                *mask |= 1 << s;
                *set = if e.percent(50) { one_set } else { e.below(cfg.sets) as u8 };
            }
        }
        i.busy |= u8::from(e.percent(habits.busy)) << s;
        i.l0 |= u8::from(e.percent(habits.local)) << s;
    }
    i.wake_memory = if all_memory { u8::MAX } else { e.word() as u8 & e.word() as u8 };
    Gang::repair(cfg, p, q, &mut i);
    Gang::legal(cfg, p, q, &i).unwrap();
    i
}
