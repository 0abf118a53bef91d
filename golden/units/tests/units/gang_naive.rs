//! Every output in every cycle, against a model in plain loops.

use crate::gang::machine::{Habits, input};
use crate::gang::naive::Naive;
use heddle_contract::gang::{Config, Gang, Out, Schedule, Split};
use heddle_contract::{Config as _, Ports};
use heddle_golden::{Chance, Golden};
use proptest::prelude::*;

fn compare(cfg: &Config, seed: u64, cycles: u32) {
    cfg.check().unwrap();
    let mut e = Chance(seed);
    let mut habits = Habits::random(&mut e);
    let (mut q, mut p) = (Gang::reset(cfg), Gang::protocol(cfg));
    let mut naive = Naive::new(cfg);
    let mut o = Out::default();
    let mut slots = vec![0; Out::shape(cfg).len()];
    for cycle in 0..cycles {
        if e.below(200) == 0 {
            habits = Habits::random(&mut e);
        }
        let i = input(cfg, &p, &q, &mut e, &habits);
        Gang::comb(cfg, &q, &i, &mut o);
        let expected = naive.show(&i);
        expected.pack(cfg, &mut slots);
        assert!(o.agrees(cfg, &slots), "cycle {cycle} of {cfg:?}\n{i:?}\n{o:?}\nexpected\n{expected:?}\n{q:?}");
        Gang::observe(cfg, &mut p, &q, &i, &o);
        Gang::clock(cfg, &mut q, &i);
        naive.clock(&i);
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
    (prop::sample::select(vec![2u32, 4, 8]), numbers, schedule, split).prop_map(
        |(slices, (sets, pc_bits, issue, partners, sync_wait, ports, fetches, count_bits), schedule, split)| {
            let partners = if partners < 2 { 0 } else { partners.min(slices) };
            let sync_wait = if partners == 0 { 0 } else { sync_wait };
            let issue = issue.min(slices / 2);
            let fetches = fetches.min(slices / 2).min(ports);
            Config { slices, sets, pc_bits, issue, schedule, split, partners, sync_wait, ports, fetches, count_bits }
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
