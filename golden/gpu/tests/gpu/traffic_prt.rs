//! Tests of the partitioned renaming table under real programs.

use crate::driven::with;
use heddle_contract::Config as _;
use heddle_contract::prt::{Config, In, Out, kind, op};
use heddle_golden::prt::Prt;
use heddle_golden::{Device, Model};
use heddle_gpu::record::{Traffic, record};
use heddle_gpu::system::SimError;

/// A table, and what crossed its ports.
struct Counted {
    model: Model<Prt>,
    /// What is done to its outputs.
    spoil: fn(&mut Out),
    running: u32,
    /// Partitions at once.
    most: u32,
    taken: u32,
    refused: u32,
    starts_refused: u32,
    issued: u32,
    guarded: u32,
    joins: u32,
    masks: u32,
    simple: u32,
    longest: u16,
}

impl Counted {
    fn new(cfg: &Config, spoil: fn(&mut Out)) -> Counted {
        let model = Model::new(cfg.clone());
        let (running, most, taken, refused, starts_refused) = (0, 0, 0, 0, 0);
        let (issued, guarded, joins, masks, simple, longest) = (0, 0, 0, 0, 0, 0);
        Counted {
            model,
            spoil,
            running,
            most,
            taken,
            refused,
            starts_refused,
            issued,
            guarded,
            joins,
            masks,
            simple,
            longest,
        }
    }
}

impl Device<Prt> for Counted {
    fn peek(&mut self, o: &mut Out) {
        self.model.peek(o);
        (self.spoil)(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        self.model.step(i, o);
        (self.spoil)(o);
        self.running = self.running + u32::from(o.start_taken) - u32::from(i.end_valid);
        self.most = self.most.max(self.running);
        self.taken += o.take.count_ones();
        self.refused += o.refuse.count_ones();
        self.starts_refused += u32::from(o.start_refused);
        if o.issue_valid {
            self.issued += 1;
            self.guarded += u32::from(o.issue_guarded);
            self.longest = self.longest.max(o.issue_vl);
            let known = op::TABLE.iter().find(|entry| entry.2 == o.issue_op).expect("it is in the table");
            self.joins += u32::from(known.1 == "join");
            self.masks += u32::from(o.issue_dst_kind == kind::MASK);
            self.simple += u32::from(o.issue_latency == 1);
        }
    }
}

/// Runs to the end: the result is the host's.
fn ends(name: &str, preset: &str) -> Counted {
    let cfg = Config::preset(preset).unwrap().clone();
    with(name, |work| {
        let mut unit = Counted::new(&cfg, |_| {});
        Prt::drive(&cfg, work, &mut unit, &|_| false).unwrap_or_else(|trouble| panic!("{name} on {preset}: {trouble}"));
        assert_eq!(work.check().unwrap(), vec![], "{name} on {preset}");
        assert_eq!(unit.running, 0, "{name} on {preset}: a partition still runs");
        assert_eq!(unit.taken, unit.issued, "{name} on {preset}: what is taken leaves");
        unit
    })
}

#[test]
fn kernels_run_to_their_end_on_static_and_dynamic_ranges() {
    for preset in ["paper", "t8", "dynamic", "dynamic8"] {
        for name in ["bitonic", "nw", "pf"] {
            let unit = ends(name, preset);
            assert!(unit.issued > 1000 && unit.joins > 20 && unit.guarded > 100, "{name} on {preset}");
            assert!(unit.masks > 100 && unit.simple < unit.issued, "{name} on {preset}");
        }
    }
}

#[test]
fn partitions_run_at_once_and_are_as_long_as_ctas_and_lanes_permit() {
    // 16 threads a CTA: several of them make a vector
    let nw = ends("nw", "paper");
    assert!(nw.longest > 16 && nw.longest.is_multiple_of(16), "{}", nw.longest);
    assert_eq!(ends("pf", "paper").most, 4);
    assert_eq!(ends("pf", "dynamic8").longest, 256);
    // 16 lanes: one CTA a partition, and five registers for all that a thread knows
    let nw = ends("nw", "figure2b");
    assert_eq!((nw.longest, nw.most), (16, 2));
}

#[test]
fn a_cta_with_more_threads_than_lanes_is_several_partitions() {
    // 128 threads that wait for each other: 96 and 32 lanes, five registers and one mask
    let tf = ends("tf", "t3");
    assert_eq!((tf.longest, tf.most), (96, 2));
    // 512 threads that do not, with 256 lanes
    assert_eq!(ends("gau", "paper").longest, 256);
}

#[test]
fn what_the_table_has_not_is_refused_and_done_elsewhere() {
    // sines and cosines, atomics
    assert!(ends("ft", "paper").refused > 0);
    assert!(ends("hi", "paper").refused > 0);
    assert_eq!(ends("va", "paper").refused, 0);
}

#[test]
fn ranges_that_do_not_fit_wait_for_others_to_end() {
    assert!(ends("pf", "dynamic").starts_refused > 0);
    assert_eq!(ends("pf", "paper").starts_refused, 0);
}

#[test]
fn recordings_are_legal_in_every_cycle() {
    for preset in ["paper", "t8", "dynamic", "dynamic8", "t3", "figure2b"] {
        let cfg = Config::preset(preset).unwrap().clone();
        for name in ["nw", "gau", "spmv"] {
            match with(name, |work| record::<Prt>(&cfg, work, 5000)) {
                Ok(cycles) => assert!(cycles.iter().filter(|i| i.fetch != 0).count() > 100, "{name} on {preset}"),
                Err(SimError::Unfit(why)) => assert!(cfg.lanes < 256 && name != "nw", "{name} on {preset}: {why}"),
                Err(trouble) => panic!("{name} on {preset}: {trouble}"),
            }
        }
    }
}

#[test]
fn what_does_not_fit_says_why() {
    let cfg = Config::preset("figure2b").unwrap().clone();
    let trouble = with("bitonic", |work| record::<Prt>(&cfg, work, 100)).unwrap_err().to_string();
    assert!(trouble.contains("partitions of 16 lanes, and there are 2"), "{trouble}");
    let trouble = with("tf", |work| record::<Prt>(&cfg, work, 100)).unwrap_err().to_string();
    assert!(trouble.contains("warp-synchronous"), "{trouble}");
}

#[test]
fn a_wrong_renaming_is_found() {
    let faults: [fn(&mut Out); 5] = [
        // a register of the neighbour's
        |o| o.issue_src[0] += u8::from(o.issue_partition == 1 && o.issue_src_kind[0] == kind::DATA) * 16,
        // the wrong mask
        |o| o.issue_guard ^= u8::from(o.issue_guarded),
        |o| o.issue_vl -= u16::from(o.issue_partition == 2),
        |o| o.issue_op ^= u8::from(o.issue_op == 0x20),
        |o| o.issue_imm &= 0xff,
    ];
    for (n, spoil) in faults.into_iter().enumerate() {
        let cfg = Config::preset("paper").unwrap().clone();
        let mut unit = Counted::new(&cfg, spoil);
        let driven = with("pf", |work| Prt::drive(&cfg, work, &mut unit, &|_| false));
        assert!(matches!(driven, Err(SimError::Wrong { .. })), "fault {n}: {driven:?}");
    }
}
