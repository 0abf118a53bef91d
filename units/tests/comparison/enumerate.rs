//! Tests of the enumeration of golden states: the normal form of states keeps all that matters, and
//! planted faults are found.

use std::collections::{BTreeSet, HashMap};

use heddle_contract::Config;
use heddle_golden::Golden;
use heddle_testbench::bench::Bench;
use heddle_testbench::coverage::Cell;
use heddle_testbench::entropy::Entropy;
use heddle_testbench::enumerate::{LEAST, Limits};
use heddle_testbench::lockstep::{Exactly, golden_run};
use heddle_testbench::states::States;
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::Visitor;
use heddle_units::{each, units};

const SMALL: Limits = Limits { transitions: 200_000, states: 1_000_000 };

type Key<'a, B> =
    dyn Fn(&<B as heddle_contract::Block>::Config, &<B as Golden>::Protocol, &<B as Golden>::State) -> Vec<u64> + 'a;

/// Two states with one key must go on alike: whatever the alphabet leads to from one of them, it
/// leads to from the other, by whichever letter.
fn differs<B: Bench>(cfg: &B::Config, states: &States<B>, key: &Key<'_, B>, cycles: u64) -> Option<String> {
    let mut first: HashMap<Vec<u64>, (B::Protocol, B::State, u32)> = HashMap::new();
    let mut entropy = Entropy::new(5, 0);
    let (mut p, mut q) = (B::protocol(cfg), B::reset(cfg));
    let step = |p: &B::Protocol, q: &B::State, i: &B::In| {
        B::legal(cfg, p, q, i).ok()?;
        let (mut p, mut q, mut o) = (p.clone(), q.clone(), B::Out::default());
        B::comb(cfg, &q, i, &mut o);
        B::observe(cfg, &mut p, &q, i, &o);
        B::clock(cfg, &mut q, i);
        Some((p, q))
    };
    let after = |p: &B::Protocol, q: &B::State| -> BTreeSet<Vec<u64>> {
        let letters = (states.alphabet)(cfg, q);
        letters.iter().filter_map(|i| step(p, q, i)).map(|(p, q)| key(cfg, &p, &q)).collect()
    };
    for _ in 0..cycles {
        let (was_p, was_q, met) = first.entry(key(cfg, &p, &q)).or_insert_with(|| (p.clone(), q.clone(), 0));
        *met += 1;
        // a state that is met often was compared often
        if (2..6).contains(met) && after(&p, &q) != after(was_p, was_q) {
            return Some(format!("{q:?}\nand\n{was_q:?}"));
        }
        let letters = (states.alphabet)(cfg, &q);
        let legal = |_| step(&p, &q, &letters[entropy.below(letters.len() as u32) as usize]);
        (p, q) = (0..10_000).find_map(legal).expect("something is legal");
    }
    None
}

fn folded<B: Bench>(states: &States<B>) -> impl Fn(&B::Config, &B::Protocol, &B::State) -> Vec<u64> + use<B> {
    let key = states.key;
    move |cfg, p, q| {
        let mut words = Vec::new();
        key(cfg, p, q, &mut words);
        words
    }
}

#[test]
fn folding_forgets_nothing_that_steers() {
    struct Fold;
    impl Visitor for Fold {
        fn visit<B: Bench>(&mut self) {
            let Some(states) = B::STATES else { return };
            let tiny = B::Config::preset("tiny").unwrap();
            let least = states.least.map(|least| (least(), 2_000));
            // of `tiny` few: its alphabets are large
            for (cfg, cycles) in [(tiny.clone(), 60)].into_iter().chain(least) {
                let difference = differs::<B>(&cfg, &states, &folded(&states), cycles);
                assert!(difference.is_none(), "{}: {}", B::NAME, difference.unwrap());
            }
        }
    }
    each(&mut Fold);
}

/// The test above: a key that forgets all but how long it is is noticed.
#[test]
fn a_key_that_forgets_is_noticed() {
    struct Forget;
    impl Visitor for Forget {
        fn visit<B: Bench>(&mut self) {
            let Some(states) = B::STATES else { return };
            let Some(least) = states.least else { return };
            let cfg = &least();
            let whole = folded(&states);
            let forgets = move |cfg: &B::Config, p: &B::Protocol, q: &B::State| vec![whole(cfg, p, q).len() as u64];
            assert!(differs::<B>(cfg, &states, &forgets, 2_000).is_some(), "{}", B::NAME);
        }
    }
    each(&mut Forget);
}

/// The least configuration of each unit is walked through whole; what is planted in it is found; no
/// combination that is said to be impossible is reached.
#[test]
fn every_state_of_the_least_keeps_the_invariants() {
    for unit in units().iter().filter(|unit| unit.states.is_some_and(|(_, least)| least)) {
        let end = unit.enumerate(LEAST, Limits { transitions: 50_000_000, ..SMALL }, &|_| ()).unwrap();
        assert!(end.complete && end.violation.is_none(), "{}: {:?}", unit.name, end.violation);
        assert!(end.states > 100, "{} has {} states", unit.name, end.states);
        let refuted: Vec<&Cell> = end.cells.iter().filter(|cell| cell.refuted()).collect();
        assert!(refuted.is_empty(), "{}: {refuted:#?}", unit.name);
        for planted in unit.plants(LEAST, SMALL, &|_| ()) {
            let found = planted.found.unwrap_or_else(|| panic!("{}: {} is not found", unit.name, planted.what));
            assert!((1..=12).contains(&found.cycles), "{}: {} cycles", planted.what, found.cycles);
        }
    }
}

/// At a preset the way to what is planted is a trace of legal inputs, with as many cycles as it
/// says.
#[test]
fn the_way_is_a_trace() {
    struct Replay;
    impl Visitor for Replay {
        fn visit<B: Bench>(&mut self) {
            let unit = units().into_iter().find(|unit| unit.name == B::NAME).unwrap();
            for planted in unit.plants("tiny", SMALL, &|_| ()) {
                let Some(found) = planted.found else { continue };
                let trace = TraceFile::parse("x.trace".into(), found.trace).unwrap().read::<B>().unwrap();
                let run = golden_run::<B>(trace.config(), &mut Exactly(trace.inputs.iter()), |_, _, _, _| ()).unwrap();
                assert_eq!(run, found.cycles as u64, "{}", planted.what);
            }
        }
    }
    each(&mut Replay);
}

/// Limits end a walk, which is then not called complete.
#[test]
fn limits_are_kept() {
    let unit = units().into_iter().find(|unit| unit.states.is_some()).unwrap();
    let end = unit.enumerate("tiny", Limits { transitions: 5_000, states: 1_000_000 }, &|_| ()).unwrap();
    assert!(!end.complete && end.depth >= 1 && end.transitions >= 5_000);
}
