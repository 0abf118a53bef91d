//! Tests of the virtual thread controller against the naive model, with a shared memory around it
//! that must return what was written.

use crate::vtc::Driver;
use crate::vtc::memory::Memory;
use crate::vtc::naive::Naive;
use crate::vtc::random::Phase;
use heddle_contract::vtc::{Config, In, Out};
use heddle_contract::{Config as _, Ports};
use heddle_golden::vtc::Vtc;
use heddle_golden::{Chance, Golden};
use proptest::prelude::*;

/// Runs unit, naive unit and memory; gives the contexts that were compared.
fn run(cfg: &Config, seed: u64, cycles: usize) -> usize {
    let (mut unit, mut naive, mut memory) = (Driver::new(cfg), Naive::new(cfg), Memory::new(cfg));
    let (mut chance, mut phase) = (Chance(seed), Phase::default());
    let mut expected = vec![0; Out::shape(cfg).len()];
    for cycle in 0..cycles {
        let mut i = phase.next(&unit, &mut chance);
        let mut early = Out::default();
        Vtc::comb(cfg, &unit.q, &In::default(), &mut early);
        memory.show(&early, &mut i);
        let (o, naive) = (unit.step(&i), naive.step(&i));
        naive.pack(cfg, &mut expected);
        assert!(o.agrees(cfg, &expected), "seed {seed}, cycle {cycle}\n{i:?}\n{o:?}\n{naive:?}");
        memory.clock(&i, &o, &mut chance);
    }
    memory.compared
}

#[test]
fn every_preset_does_as_the_naive_one_and_restores_what_it_saved() {
    for (name, cfg) in Config::presets() {
        let compared: usize = (1..=3).map(|seed| run(cfg, seed, 12_000)).sum();
        println!("{name}: {compared} contexts came back");
        assert!(compared >= 20, "{name}: {compared} contexts came back");
    }
}

fn small() -> impl Strategy<Value = Config> {
    let sizes = (1..=6u32, 1..=4u32, 1..=5u32, 1..=20u32, 1..=30u32);
    let shape = (prop_oneof![Just(2), Just(4), Just(8)], prop_oneof![Just(256), Just(512), Just(1024)]);
    (sizes, shape, 1..=60u32, 4..=12u32, any::<bool>()).prop_map(
        |((ctas, active, warps, pwis, vwis), (depth, beat), rows, pending, barrier)| Config {
            ctas,
            active,
            warps,
            pwis,
            vwis,
            depth,
            beat,
            rows,
            pending,
            barrier,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn small_ones_do_as_the_naive_one(cfg in small(), seed in any::<u64>()) {
        run(&cfg, seed, 1500);
    }
}
