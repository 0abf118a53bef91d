//! Tests of the ganging unit against the naive model: every output in every cycle.

use crate::gang::machine::{Habits, input};
use crate::gang::naive::Naive;
use heddle_contract::gang::{Config, In, Out, Picks, Schedule, Split};
use heddle_contract::{Config as _, Ports};
use heddle_golden::gang::Gang;
use heddle_golden::gang::State;
use heddle_golden::{Chance, Golden};
use proptest::prelude::*;

/// An input that may be illegal: some bits of a legal one are turned over, and some sets are
/// others.
fn strange(cfg: &Config, i: &In, e: &mut Chance) -> In {
    let mut odd = i.clone();
    for _ in 0..=e.below(2) {
        let s = e.below(cfg.slices) as usize;
        let set = e.below(cfg.sets) as u8;
        let masks = [&mut odd.report, &mut odd.report_end, &mut odd.report_sync, &mut odd.wake, &mut odd.wake_memory];
        match e.below(9) {
            n @ 0..5 => *masks[n as usize] ^= 1 << s,
            5 => odd.fill ^= 1 << s,
            6 => (odd.launch_valid, odd.launch_set, odd.launch_mask) = (true, set, 1 << s & e.word() as u8),
            7 => odd.reset = true,
            _ => *[&mut odd.report_set[s], &mut odd.wake_set[s], &mut odd.fill_set[s]][e.below(3) as usize] = set,
        }
    }
    odd
}

/// What the schedulers have picked: by issue port, slice, fetch port, slice.
fn picks(cfg: &Config, q: &State) -> [Vec<Option<usize>>; 4] {
    let (issue, fetches, slices) = (cfg.issue as usize, cfg.fetches as usize, cfg.slices as usize);
    [
        (0..issue).map(|port| q.issue_pick(port).map(usize::from)).collect(),
        (0..slices).map(|s| q.alone_pick(s).map(usize::from)).collect(),
        (0..fetches).map(|port| q.fetch_pick(port).map(usize::from)).collect(),
        (0..slices).map(|s| q.want_pick(s).map(usize::from)).collect(),
    ]
}

fn compare(cfg: &Config, seed: u64, cycles: u32) {
    compare_as(cfg, seed, cycles, Habits::random);
}

fn compare_as(cfg: &Config, seed: u64, cycles: u32, habits_of: impl Fn(&mut Chance) -> Habits) {
    cfg.check().unwrap();
    let mut e = Chance(seed);
    let mut habits = habits_of(&mut e);
    let (mut q, mut p) = (Gang::reset(cfg), Gang::protocol(cfg));
    let mut naive = Naive::new(cfg);
    let mut o = Out::default();
    let mut slots = vec![0; Out::shape(cfg).len()];
    for cycle in 0..cycles {
        if e.below(200) == 0 {
            habits = habits_of(&mut e);
        }
        let i = input(cfg, &p, &q, &mut e, &habits);
        assert!(naive.allows(&i), "cycle {cycle} of {cfg:?}\n{i:?}\n{q:?}");
        let odd = strange(cfg, &i, &mut e);
        let (golden, plain) = (Gang::legal(cfg, &p, &q, &odd), naive.allows(&odd));
        assert_eq!(golden.is_ok(), plain, "{golden:?} in cycle {cycle} of {cfg:?}\n{odd:?}\n{q:?}");
        Gang::comb(cfg, &q, &i, &mut o);
        let expected = naive.show(&i);
        expected.pack(cfg, &mut slots);
        assert!(o.agrees(cfg, &slots), "cycle {cycle} of {cfg:?}\n{i:?}\n{o:?}\nexpected\n{expected:?}\n{q:?}");
        Gang::observe(cfg, &mut p, &q, &i, &o);
        Gang::clock(cfg, &mut q, &i);
        naive.clock(&i);
        let expected = naive.picks().map(<[_]>::to_vec);
        assert_eq!(picks(cfg, &q), expected, "after cycle {cycle} of {cfg:?}\n{i:?}\n{q:?}");
        Gang::invariant(cfg, &p, &q).unwrap_or_else(|violation| panic!("cycle {cycle} of {cfg:?}: {violation}\n{q:?}"));
    }
}

fn configs() -> impl Strategy<Value = Config> {
    let schedule =
        prop::sample::select(vec![Schedule::Bgto, Schedule::Gto, Schedule::Lrr, Schedule::Lpc, Schedule::Lgto]);
    let split = prop::sample::select(vec![Split::Control, Split::Impatient, Split::Group]);
    let sets = prop_oneof![Just(1u32), 2..7u32, 30..=64u32, Just(64)];
    let pc_bits = prop_oneof![1..8u32, Just(64)];
    let wait = prop_oneof![Just(0u32), 1..6u32, Just(255)];
    let numbers = (sets, pc_bits, 1..=4u32, 0..=8u32, wait, 1..=8u32, 1..=4u32, 4..=32u32);
    let picks = prop::sample::select(vec![Picks::Cycle, Picks::Ahead]);
    (prop::sample::select(vec![2u32, 4, 8]), numbers, schedule, picks, split).prop_map(
        |(slices, (sets, pc_bits, issue, partners, sync_wait, ports, fetches, count_bits), schedule, picks, split)| {
            let partners = if partners < 2 { 0 } else { partners.min(slices) };
            let sync_wait = if partners == 0 { 0 } else { sync_wait };
            let issue = issue.min(slices / 2);
            let fetches = fetches.min(slices / 2).min(ports);
            Config {
                slices,
                sets,
                pc_bits,
                issue,
                schedule,
                picks,
                split,
                partners,
                sync_wait,
                ports,
                fetches,
                count_bits,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_configuration_is_the_naive_one(cfg in configs(), seed in any::<u64>()) {
        compare(&cfg, seed, 800);
    }
}

#[test]
fn every_preset_is_the_naive_one() {
    for (name, cfg) in Config::presets() {
        println!("{name}");
        for seed in 0..3 {
            compare(cfg, seed, if cfg.sets > 16 { 2_000 } else { 6_000 });
        }
    }
}

/// Gangs in all entries of several sets that come back as fast as they can: often those of several
/// ports share slices.
#[test]
fn gangs_that_share_slices_are_arbitrated_as_the_naive_ones() {
    for schedule in [Schedule::Bgto, Schedule::Gto, Schedule::Lrr, Schedule::Lpc, Schedule::Lgto] {
        for (issue, picks) in (1..=4).flat_map(|issue| [Picks::Cycle, Picks::Ahead].map(|picks| (issue, picks))) {
            let cfg = Config {
                sets: 5,
                schedule,
                picks,
                issue,
                fetches: issue,
                ports: 8,
                ..Config::preset("paper").unwrap().clone()
            };
            let fast = |e: &mut Chance| {
                let (busy, diverge) = ([0, 10, 50][e.below(3) as usize], [5, 30][e.below(2) as usize]);
                let odd =
                    Habits { apart: 0, end: 2, memory: 0, sync: 0, again: 0, local: 50, pcs: 3, ..Habits::random(e) };
                Habits { launch: 100, report: 100, wake: 100, fill: 100, busy, diverge, ..odd }
            };
            compare_as(&cfg, issue.into(), 3_000, fast);
        }
    }
}
