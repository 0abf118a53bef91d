//! What every unit must satisfy, whatever it does: one suite, run for each unit of the list
//! (`HEDDLE_UNIT=name,...`: for some) and each of its presets.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::sync::LazyLock;

use crate::chosen::chosen;
use crate::length::has_its_turn;
use heddle_contract::{Block, Config, Port, Ports, Timing};
use heddle_golden::{Device, Golden, Model};
use heddle_testbench::bench::Bench;
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::entropy::Entropy;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::lockstep::{Exactly, Lockstep, Repaired, Source, golden_run, record};
use heddle_testbench::segment::Segment;
use heddle_testbench::target::{Hardware, ModelTools, build};
use heddle_testbench::trace::{Trace, TraceFile};
use heddle_testbench::unit::{Visitor, presets};
use heddle_units::{each, units};

const SEED: u64 = 7;

/// Runs a property for every unit and preset.
macro_rules! for_each_preset {
    ($(#[$doc:meta])* $name:ident, $property:ident) => { for_each_preset!($(#[$doc])* $name, $property, |_| true); };
    ($(#[$doc:meta])* $name:ident, $property:ident, $of:expr) => {
        $(#[$doc])*
        #[test]
        fn $name() {
            struct All;
            impl Visitor for All {
                fn visit<B: Bench>(&mut self) {
                    let of: fn(&str) -> bool = $of;
                    let presets = B::Config::presets().iter().filter(|(preset, _)| chosen(B::NAME) && of(preset));
                    for (preset, cfg) in presets {
                        println!("{}/{preset}", B::NAME);
                        $property::<B>(preset, cfg);
                    }
                }
            }
            each(&mut All);
        }
    };
}

/// The tools, when every model that the suite needs is built: as many at a time as there are
/// processors, and not one for all tests.
fn tools() -> &'static ModelTools {
    static TOOLS: LazyLock<ModelTools> = LazyLock::new(|| {
        let tools = ModelTools::open().expect("tools and cache");
        let mut presets: Vec<_> = presets(&units()).collect();
        presets.retain(|(unit, preset)| chosen(unit.name) && has_its_turn(preset));
        in_parallel(processors(), &presets, |(unit, preset)| {
            unit.build(&tools, preset, Hardware::Emitted)
                .unwrap_or_else(|error| panic!("{}/{preset}: {error}", unit.name));
        });
        tools
    });
    &TOOLS
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn random_slots(shape: &[Port], e: &mut Entropy) -> Vec<u64> {
    // all ones and zero now and then, since that is where widths break
    shape
        .iter()
        .map(|port| e.pick(&[0, u64::MAX, e.clone().word()]) & mask(port.width) & e.pick(&[u64::MAX, e.clone().word()]))
        .collect()
}

for_each_preset!(configurations_are_sound, sound);
fn sound<B: Bench>(_: &str, cfg: &B::Config) {
    cfg.check().unwrap();
    let inputs = B::In::shape(cfg);
    assert_eq!((inputs[0].name.as_str(), inputs[0].width), ("reset", 1), "the first input is reset");
    let mut names = HashSet::from(["clock".to_string()]);
    for port in inputs.iter().chain(&B::Out::shape(cfg)) {
        assert!((1..=64).contains(&port.width), "{} has {} bits", port.name, port.width);
        assert!(names.insert(port.name.clone()), "{} is there twice", port.name);
    }
}

for_each_preset!(ports_survive_packing, packing);
fn packing<B: Bench>(_: &str, cfg: &B::Config) {
    fn both_ways<P: Ports>(cfg: &P::Config, e: &mut Entropy) {
        let shape = P::shape(cfg);
        let (mut packed, mut care) = (vec![0; shape.len()], vec![false; shape.len()]);
        for _ in 0..200 {
            let slots = random_slots(&shape, e);
            let ports = P::unpack(cfg, &slots);
            ports.pack(cfg, &mut packed);
            assert_eq!(packed, slots);
            assert!(ports.agrees(cfg, &slots));
            // `agrees` is `pack`, `care` and compare
            ports.care(cfg, &mut care);
            for k in 0..shape.len() {
                let mut other = slots.clone();
                other[k] ^= 1;
                assert_eq!(ports.agrees(cfg, &other), !care[k], "{}", shape[k].name);
            }
        }
    }
    let mut e = Entropy::new(SEED, 0);
    both_ways::<B::In>(cfg, &mut e);
    both_ways::<B::Out>(cfg, &mut e);
}

for_each_preset!(stimulus_is_legal_and_keeps_the_invariants, legal_stimulus);
fn legal_stimulus<B: Bench>(_: &str, cfg: &B::Config) {
    for segment in 0..4 {
        let mut cycle = 0;
        golden_run::<B>(cfg, &mut Segment::new(cfg, SEED, segment, 20_000), |p, q, i, _| {
            B::legal(cfg, p, q, i).unwrap_or_else(|illegal| panic!("segment {segment} cycle {cycle}: {illegal}"));
            B::invariant(cfg, p, q).unwrap_or_else(|violation| panic!("segment {segment} cycle {cycle}: {violation}"));
            cycle += 1;
        })
        .unwrap();
    }
}

for_each_preset!(repair_makes_any_input_legal, repair);
fn repair<B: Bench>(_: &str, cfg: &B::Config) {
    let shape = B::In::shape(cfg);
    let mut e = Entropy::new(SEED, 1);
    golden_run::<B>(cfg, &mut Segment::new(cfg, SEED, 1, 5_000), |p, q, i, _| {
        let mut legal = i.clone();
        B::repair(cfg, p, q, &mut legal);
        assert_eq!(&legal, i, "what is legal is left alone");
        let mut slots = random_slots(&shape, &mut e);
        slots[0] &= e.word();
        let mut any = B::In::unpack(cfg, &slots);
        B::repair(cfg, p, q, &mut any);
        B::legal(cfg, p, q, &any).unwrap_or_else(|illegal| panic!("repaired, and still illegal: {illegal}\n{any:?}"));
    })
    .unwrap();
    // and a whole run of repaired noise keeps the invariants
    let noise: Vec<B::In> = (0..5_000)
        .map(|_| {
            let mut slots = random_slots(&shape, &mut e);
            slots[0] = u64::from(e.chance(1));
            B::In::unpack(cfg, &slots)
        })
        .collect();
    let mut source = Repaired { inputs: noise.iter(), used: Vec::new() };
    golden_run::<B>(cfg, &mut source, |p, q, _, _| B::invariant(cfg, p, q).unwrap()).unwrap();
}

for_each_preset!(early_outputs_do_not_follow_inputs, early);
fn early<B: Bench>(_: &str, cfg: &B::Config) {
    let (inputs, outputs) = (B::In::shape(cfg), B::Out::shape(cfg));
    let mut e = Entropy::new(SEED, 2);
    let (mut some, mut other, mut care) = (vec![0; outputs.len()], vec![0; outputs.len()], vec![false; outputs.len()]);
    let mut late_moved = false;
    golden_run::<B>(cfg, &mut Segment::new(cfg, SEED, 2, 5_000), |p, q, _, o| {
        let mut any = B::In::unpack(cfg, &random_slots(&inputs, &mut e));
        B::repair(cfg, p, q, &mut any);
        let mut moved = B::Out::default();
        B::comb(cfg, q, &any, &mut moved);
        o.pack(cfg, &mut some);
        moved.pack(cfg, &mut other);
        o.care(cfg, &mut care);
        for (k, port) in outputs.iter().enumerate().filter(|(k, _)| care[*k]) {
            let same = some[k] == other[k];
            late_moved |= !same;
            assert!(same || port.timing == Timing::Late, "{} is early and moved with the inputs", port.name);
        }
    })
    .unwrap();
    // the test can see a port move
    assert_eq!(late_moved, outputs.iter().any(|port| port.timing == Timing::Late));
}

for_each_preset!(peeked_outputs_are_the_early_ones, peek, has_its_turn);
fn peek<B: Bench>(_: &str, cfg: &B::Config) {
    let model = build::<B>(tools(), cfg, &Hardware::Emitted, false).unwrap();
    let mut devices: [Box<dyn Device<B>>; 2] =
        [Box::new(Model::<B>::new(cfg.clone())), Box::new(Dut::<B>::new(cfg, &model, NonZeroU32::MIN).unwrap())];
    let outputs = B::Out::shape(cfg);
    let (mut before, mut after, mut care) =
        (vec![0; outputs.len()], vec![0; outputs.len()], vec![false; outputs.len()]);
    for i in record::<B>(cfg, &mut Segment::new(cfg, SEED, 3, 2_000)) {
        for device in &mut devices {
            let (mut peeked, mut stepped) = (B::Out::default(), B::Out::default());
            device.peek(&mut peeked);
            device.step(&i, &mut stepped);
            peeked.pack(cfg, &mut before);
            stepped.pack(cfg, &mut after);
            stepped.care(cfg, &mut care);
            for (k, port) in outputs.iter().enumerate().filter(|(k, _)| care[*k]) {
                assert!(port.timing == Timing::Late || before[k] == after[k], "{}", port.name);
            }
        }
    }
}

for_each_preset!(runs_are_deterministic, deterministic);
fn deterministic<B: Bench>(_: &str, cfg: &B::Config) {
    assert_eq!(
        record::<B>(cfg, &mut Segment::new(cfg, SEED, 4, 3_000)),
        record::<B>(cfg, &mut Segment::new(cfg, SEED, 4, 3_000))
    );
    assert_ne!(
        record::<B>(cfg, &mut Segment::new(cfg, SEED, 4, 3_000)),
        record::<B>(cfg, &mut Segment::new(cfg, SEED, 5, 3_000))
    );
    assert_ne!(
        record::<B>(cfg, &mut Segment::new(cfg, SEED, 4, 3_000)),
        record::<B>(cfg, &mut Segment::new(cfg, SEED + 1, 4, 3_000))
    );
}

for_each_preset!(uninitialised_memory_does_not_show, uninitialised, has_its_turn);
fn uninitialised<B: Bench>(preset: &str, cfg: &B::Config) {
    let model = build::<B>(tools(), cfg, &Hardware::Emitted, false).unwrap();
    for fill in 0..3 {
        // the same inputs, other initial contents: the golden model, which has none, agrees with
        // each
        let mut dut = Dut::<B>::new(cfg, &model, initial_seed(fill, 99)).unwrap();
        let run = Lockstep::<B>::new(cfg).run(&mut Segment::new(cfg, SEED, 6, 10_000), &mut dut).unwrap();
        assert_eq!(run.mismatch, None, "{preset}, fill {fill}");
    }
}

for_each_preset!(reset_forgets_everything, reset, has_its_turn);
fn reset<B: Bench>(_: &str, cfg: &B::Config) {
    let mut slots = vec![0; B::In::shape(cfg).len()];
    slots[0] = 1;
    let reset = B::In::unpack(cfg, &slots);
    let model = build::<B>(tools(), cfg, &Hardware::Emitted, false).unwrap();
    let after = record::<B>(cfg, &mut Segment::new(cfg, SEED, 8, 2_000));
    for busy in [1, 10, 100, 1000] {
        let mut inputs = record::<B>(cfg, &mut Segment::new(cfg, SEED, 7, busy));
        let start = inputs.len() + 1;
        inputs.push(reset.clone());
        inputs.extend(after.iter().cloned());
        // legal and equal: what follows a reset is what follows the first one
        let mut dut = Dut::<B>::new(cfg, &model, NonZeroU32::MIN).unwrap();
        let run = Lockstep::<B>::new(cfg).run(&mut Exactly(inputs.iter()), &mut dut).unwrap();
        assert_eq!(run.mismatch, None);
        let shown = |inputs: &[B::In], from: usize| {
            let (mut shown, mut at) = (Vec::new(), 0);
            let outputs = B::Out::shape(cfg).len();
            golden_run::<B>(cfg, &mut Exactly(inputs.iter()), |_, _, _, o| {
                let (mut slots, mut care) = (vec![0; outputs], vec![false; outputs]);
                o.pack(cfg, &mut slots);
                o.care(cfg, &mut care);
                if at >= from {
                    shown.push(slots.iter().zip(&care).map(|(slot, care)| slot * u64::from(*care)).collect::<Vec<_>>());
                }
                at += 1;
            })
            .unwrap();
            shown
        };
        assert_eq!(shown(&inputs, start), shown(&after, 0));
    }
}

for_each_preset!(traces_survive_their_text, trace_text);
fn trace_text<B: Bench>(preset: &str, cfg: &B::Config) {
    let initial = NonZeroU32::new(0xbeef).unwrap();
    let inputs = record::<B>(cfg, &mut Segment::new(cfg, SEED, 9, 3_000));
    let trace = Trace::<B> { preset: preset.into(), initial, notes: vec!["a note".into()], inputs };
    let file = TraceFile::parse("x.trace".into(), trace.text()).unwrap();
    assert_eq!((file.header.unit.as_str(), file.header.initial, &file.header.notes), (B::NAME, initial, &trace.notes));
    let again = file.read::<B>().unwrap();
    assert_eq!(again.inputs, trace.inputs);
    assert_eq!(again.text(), trace.text());
}

for_each_preset!(cover_points_are_reached, covered, has_its_turn);
fn covered<B: Bench>(preset: &str, cfg: &B::Config) {
    let mut hits = vec![0u64; B::COVER.len()];
    for segment in 0..8 {
        golden_run::<B>(cfg, &mut Segment::new(cfg, SEED, segment, 60_000), |p, q, i, o| {
            B::cover(cfg, p, q, i, o, &mut |point| hits[point] += 1);
        })
        .unwrap();
    }
    let mut wrong = Vec::new();
    for (point, hits) in B::COVER.iter().zip(hits) {
        let unreachable = B::unreachable(cfg).contains(point);
        if (hits == 0) != unreachable {
            wrong.push(format!("\"{point}\" was reached {hits} times"));
        }
    }
    assert!(wrong.is_empty(), "{preset}: {wrong:#?}");
}

/// The suite itself: a unit that breaks a rule does not pass. The lane's model with a rule broken
/// on purpose stands in for it.
#[test]
fn the_invariant_can_fail() {
    use heddle_contract::lane::{kind, op};
    use heddle_units::lane::Lane;
    let cfg = &<Lane as Block>::Config::presets()[0].1;
    let mut q = Lane::reset(cfg);
    let mut source = Segment::<Lane>::new(cfg, SEED, 0, 2000);
    let (mut p, mut i, mut o) = (Lane::protocol(cfg), Default::default(), Default::default());
    let mut violated = false;
    // a dependent is issued right behind its producer without saying so: it reads too early
    while source.next(cfg, &p, &q, &mut i).unwrap() {
        i.issue_valid = i.issue_valid && q.accepts(cfg, i.issue_op);
        if i.issue_valid && !i.issue_scalar {
            (i.issue_op, i.issue_writes, i.issue_dst, i.issue_dst_wide) = (op::ADD, true, 0, false);
            (i.issue_kind, i.issue_src, i.issue_wide) = ([kind::VECTOR; 3], [0; 3], [false; 3]);
            i.issue_chained = false;
        }
        Lane::comb(cfg, &q, &i, &mut o);
        Lane::observe(cfg, &mut p, &q, &i, &o);
        Lane::clock(cfg, &mut q, &i);
        violated |= Lane::invariant(cfg, &p, &q).is_err();
    }
    assert!(violated, "no invariant noticed a read before its write");
}
