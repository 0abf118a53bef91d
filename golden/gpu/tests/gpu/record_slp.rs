//! The compactor under real programs: they end as they should, every cycle is legal, and what
//! crosses the ports shows what compaction is made of.

use crate::driven::{config, ends, with};
use heddle_contract::slp::{In, Out};
use heddle_golden::slp::Slp;
use heddle_golden::{Device, Model};
use heddle_gpu::record::{Traffic, record};
use heddle_gpu::system::SimError;

/// What crossed the ports, in numbers.
#[derive(Debug, Default)]
struct Crossed {
    launched: u64,
    /// Warps that were launched with their threads in order, and those with lanes that have no
    /// thread.
    plain: u64,
    partly: u64,
    /// Masks that were counted, by tag.
    masks: [u64; 3],
    /// Those among them of which compaction makes fewer warps, and those that left as they were.
    fewer: u64,
    declined: u64,
    /// Warps that left, those among them with threads of several home warps, and cycles in which
    /// one was offered and not taken.
    warps: u64,
    mixed: u64,
    waited: u64,
}

/// A unit, and what crossed its ports.
struct Counted(Model<Slp>, Crossed);

impl Counted {
    fn new(preset: &str) -> Counted {
        Counted(Model::new(config(preset)), Crossed::default())
    }
}

impl Device<Slp> for Counted {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        self.0.step(i, o);
        let Counted(unit, n) = self;
        let mut add = |to: fn(&mut Crossed) -> &mut u64, reached: bool| *to(n) += u64::from(reached);
        add(|n| &mut n.launched, i.launch_valid);
        add(|n| &mut n.plain, i.launch_valid && i.launch_plain);
        add(|n| &mut n.partly, i.launch_valid && i.launch_threads != unit.config().all_lanes());
        let mut sources = (0..32).filter(|lane| o.warp_lanes >> lane & 1 == 1).map(|lane| o.warp_source[lane]);
        let first = sources.next();
        let left = o.warp_valid && i.warp_ready;
        add(|n| &mut n.warps, left);
        add(|n| &mut n.mixed, left && sources.any(|source| Some(source) != first));
        add(|n| &mut n.waited, o.warp_valid && !i.warp_ready);
        add(|n| &mut n.fewer, o.counted_valid && o.counted_warps < o.counted_plain);
        add(|n| &mut n.declined, o.counted_valid && i.decline);
        if o.counted_valid {
            n.masks[usize::from(o.counted_tag)] += 1;
        }
    }
}

/// Runs a workload to its end.
fn end(name: &str, preset: &str) -> Crossed {
    let mut unit = Counted::new(preset);
    ends(name, preset, &mut unit);
    unit.1
}

/// Records a workload, every cycle of it legal.
fn recorded(name: &str, preset: &str) -> Crossed {
    let (mut unit, mut o) = (Counted::new(preset), Out::default());
    let inputs = with(name, |work| record::<Slp>(&config(preset), work, 5000)).unwrap();
    inputs.iter().for_each(|i| unit.step(i, &mut o));
    unit.1
}

#[test]
fn workloads_end_as_they_should() {
    // bitonic: thread ids; bfs: data; vis: nested loops that each thread leaves by itself; libor:
    // branches in functions
    let all = ["bitonic", "bfs", "vis", "libor"].iter().flat_map(|name| [(*name, "paper"), (*name, "w16x32")]);
    for (name, preset) in all.chain([("dxtc", "w4x20"), ("nw", "w8x3"), ("nw", "w32x1")]) {
        let n = end(name, preset);
        assert!(n.launched > 0 && n.warps >= n.mixed + n.declined, "{name} on {preset}: {n:?}");
    }
}

#[test]
fn a_recording_shows_what_compaction_is_made_of() {
    for preset in ["paper", "w16x32"] {
        for name in ["bitonic", "lps", "bp"] {
            let n = recorded(name, preset);
            assert!(n.masks.iter().all(|masks| *masks > 20), "{name} on {preset}: {n:?}");
            assert!(n.fewer > 50 && n.declined > 100 && n.mixed > 50, "{name} on {preset}: {n:?}");
        }
    }
    let n = recorded("dxtc", "w4x20");
    assert!(n.fewer > 10 && n.mixed > 10, "small warps are compacted, too: {n:?}");
}

/// DEVIATIONS, D187.
#[test]
fn warps_wait_until_their_home_warps_have_drained() {
    for (name, preset) in [("bfs", "paper"), ("bitonic", "w16x32"), ("btree", "w4x20"), ("nw", "w8x3")] {
        let n = recorded(name, preset);
        assert!(n.waited > 500 && n.warps > 100, "{name} on {preset}: {n:?}");
    }
}

/// DEVIATIONS, D187.
#[test]
fn workloads_that_branch_on_data_keep_their_threads_in_order() {
    for (name, plain) in [("bfs", true), ("mum", true), ("bitonic", false), ("lps", false)] {
        let n = recorded(name, "paper");
        assert!(n.launched > 0 && n.plain == if plain { n.launched } else { 0 }, "{name}: {n:?}");
    }
}

#[test]
fn warps_are_launched_partly_filled() {
    for name in ["digits", "dg"] {
        let n = recorded(name, "paper");
        assert!(n.partly > 10 && n.plain == 0, "{name}: {n:?}");
    }
}

#[test]
fn warps_that_never_part_leave_the_compactor_alone() {
    assert_eq!(end("mm", "paper").masks, [0; 3]);
}

#[test]
fn what_does_not_fit_is_told() {
    let unfit =
        [("bfs", "w8x3", "1 to 24 are possible"), ("nw", "tiny", "1 to 8"), ("bwc", "w16x32", "`warp_synchronous`")];
    for (name, preset, what) in unfit {
        let told = with(name, |work| record::<Slp>(&config(preset), work, 100)).unwrap_err();
        assert!(matches!(&told, SimError::Unfit(why) if why.contains(what)), "{name} on {preset}: {told}");
    }
}

/// What is done to outputs.
type Spoil = fn(&mut Out);

/// A unit whose outputs are spoilt.
struct Broken(Model<Slp>, Spoil);

impl Device<Slp> for Broken {
    fn peek(&mut self, o: &mut Out) {
        self.0.peek(o);
        (self.1)(o);
    }
    fn step(&mut self, i: &In, o: &mut Out) {
        self.0.step(i, o);
        (self.1)(o);
    }
}

#[test]
fn a_unit_that_is_wrong_is_told_of() {
    let faults: [(&str, Spoil); 8] = [
        ("is launched", |o| o.launch_lanes ^= 1),
        ("XOR mask", |o| o.read_lanes ^= 2),
        ("XOR mask", |o| o.read_xor ^= 1),
        ("counts", |o| o.counted_warps += 1),
        ("was not offered", |o| o.warp_source[0] = 31),
        ("leaves with lanes", |o| o.warp_last = true),
        ("no mask", |o| o.warp_valid = true),
        ("deadlock", |o| o.warp_valid = false),
    ];
    for (what, fault) in faults {
        let mut unit = Broken(Model::new(config("paper")), fault);
        let driven = with("bitonic", |work| Slp::drive(&config("paper"), work, &mut unit, &|_| false));
        let told = driven.unwrap_err().to_string();
        assert!(told.contains(what), "{what}: {told}");
    }
}
