//! Tests of the ganging unit under real programs: they leave the right memory, every cycle is
//! legal, and the recorded ports show launches, splits and merges of gangs.

use crate::driven::{Broken, config, ends, issue_twice, with};
use crate::length::some;
use heddle_contract::gang::{In, Out};
use heddle_golden::gang::Gang;
use heddle_golden::{Device, Model};
use heddle_gpu::record::{Traffic, record};
use heddle_gpu::system::SimError;

/// What crossed the ports, in numbers.
#[derive(Debug, Default)]
struct Crossed {
    gangs: u64,
    /// Gangs of as many warps as there are slices.
    whole: u64,
    alone: u64,
    /// Cycles with reports, with wakes by memory, with fetches from an L0 cache, with warps at sync
    /// points.
    reports: u64,
    memory: u64,
    local: u64,
    syncs: u64,
}

/// A unit, and what crossed its ports.
struct Counted(Model<Gang>, Crossed);

impl Counted {
    fn new(preset: &str) -> Counted {
        Counted(Model::new(config(preset)), Crossed::default())
    }
}

impl Device<Gang> for Counted {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        self.0.step(i, o);
        let n = &mut self.1;
        for mask in o.issue_valid.iter().zip(&o.issue_mask).filter_map(|(valid, mask)| valid.then_some(mask)) {
            n.gangs += 1;
            n.whole += u64::from(*mask == u8::MAX);
        }
        n.alone += u64::from(o.alone.count_ones());
        n.reports += u64::from(i.report != 0);
        n.memory += u64::from(i.wake_memory != 0);
        n.local += u64::from(i.l0 != 0);
        n.syncs += u64::from(i.report_sync != 0);
    }
}

/// Runs a workload to its end.
fn end(name: &str, preset: &str) -> Crossed {
    let mut unit = Counted::new(preset);
    ends(name, preset, &mut unit);
    unit.1
}

#[test]
fn workloads_end_in_gangs_that_split() {
    // gau: many launches, and lengths that fill no set; libor: functions; dw: barriers and sides of
    // ifs
    let presets = ["paper", "ivws-impatient-wide", "ivws-group", "evws", "evws-impatient", "evws-sync", "ws4"];
    let names = ["gau", "libor", "dw"];
    for (name, preset) in some(2, names.into_iter().flat_map(|name| presets.map(|preset| (name, preset)))) {
        let n = end(name, preset);
        assert!(n.whole > 0 && n.gangs > 1000 && n.gangs > n.whole && n.alone > 1000, "{name} on {preset}: {n:?}");
    }
}

#[test]
fn warps_that_never_part_stay_in_whole_gangs() {
    let n = end("mm", "paper");
    assert_eq!((n.alone, n.gangs), (0, n.whole));
}

#[test]
fn the_directions_of_the_paper() {
    // 6.1: gangs that are re-formed issue less often; 6.5: splits on memory divergence cost issues,
    // impatient ones more
    for name in ["bfs", "mum"] {
        let issues = |preset: &str| {
            let n = end(name, preset);
            n.gangs + n.alone
        };
        let [inelastic, elastic, group, impatient] = ["paper", "evws", "ivws-group", "ivws-impatient"].map(issues);
        let said = format!("{name}: {inelastic} {elastic} {group} {impatient}");
        assert!(elastic < inelastic && inelastic < group && group <= impatient, "{said}");
    }
}

/// DEVIATIONS, D215.
#[test]
fn a_recording_shows_what_gangs_are_made_of() {
    for preset in ["paper", "evws-sync", "evws-impatient"] {
        for name in ["bfs", "dw", "vis"] {
            let (mut unit, mut o) = (Counted::new(preset), Out::default());
            let inputs = with(name, |work| record::<Gang>(&config(preset), work, 5000)).unwrap();
            assert_eq!(inputs.len(), 5000, "{name} on {preset}");
            inputs.iter().for_each(|i| unit.step(i, &mut o));
            let n = unit.1;
            assert!(n.reports > 1000 && n.memory > 50 && n.local > 50, "{name} on {preset}: {n:?}");
            assert_eq!(n.syncs > 0, preset == "evws-sync", "{name} on {preset}: {n:?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let unfit =
        [("bfs", "gto", "1 to 96 are possible"), ("nw", "lgto", "3 bits"), ("bwc", "paper", "`warp_synchronous`")];
    for (name, preset, what) in unfit {
        let told = with(name, |work| record::<Gang>(&config(preset), work, 100)).unwrap_err();
        assert!(matches!(&told, SimError::Unfit(why) if why.contains(what)), "{name} on {preset}: {told}");
    }
}

/// What is done to inputs and outputs.
type Spoil = fn(&mut In, &mut Out);

#[test]
fn a_unit_that_is_wrong_is_told_of() {
    let faults: [(&str, Spoil); 5] = [
        ("deadlock", |i, _| i.busy = 0xff),
        ("deadlock", |_, o| (o.gang_fetch, o.grant) = Default::default()),
        ("another PC", |_, o| o.issue_pc[0] ^= 1),
        ("cannot go", issue_twice),
        ("does not exist", |_, o| (o.alone, o.alone_set[7]) = (0x80, 31)),
    ];
    for (what, fault) in faults {
        let mut unit = Broken(Model::new(config("paper")), fault);
        let driven = with("bfs", |work| Gang::drive(&config("paper"), work, &mut unit, &|_| false));
        let told = driven.unwrap_err().to_string();
        assert!(told.contains(what), "{what}: {told}");
    }
}
