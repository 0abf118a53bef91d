//! The compactor under real programs: results are right whatever the machine makes of the warps, and what crosses the ports is legal and says something.

use heddle_contract::Config as _;
use heddle_contract::slp::{Config, In, Out, Slp};
use heddle_golden::{Device, Model};
use heddle_gpu::record::record;
use heddle_gpu::record::slp::{Crossed, drive};
use heddle_gpu::system::SimError;
use heddle_kernel::launch::Session;
use heddle_workloads::Workload;

fn config(preset: &str) -> Config {
    Config::preset(preset).expect("the preset is there").clone()
}

/// Does something with a workload of the test scale.
fn with<T>(name: &str, act: impl FnOnce(&mut Session) -> T) -> T {
    Workload::named(name).expect("the workload is there").with("test", act)
}

/// Runs a workload to its end: what crossed the ports.
fn end(name: &str, preset: &str, mut unit: impl Device<Slp>) -> Result<Crossed, SimError> {
    with(name, |work| {
        let crossed = drive(&config(preset), work, &mut unit, &|_| false)?;
        assert_eq!(work.check().unwrap(), vec![], "{name} on {preset}");
        Ok(crossed)
    })
}

fn golden(preset: &str) -> Model<Slp> {
    Model::new(config(preset))
}

#[test]
fn kernels_run_to_their_end_and_their_masks_are_compacted() {
    // bfs: data; bitonic: thread ids; libor: in functions; vis: nested loops that each thread leaves by itself
    for preset in ["paper", "w16x32"] {
        for name in ["bfs", "bitonic", "libor", "vis"] {
            let crossed =
                end(name, preset, golden(preset)).unwrap_or_else(|trouble| panic!("{name} on {preset}: {trouble}"));
            let [taken, not_taken, reconverged] = crossed.masks;
            let said = format!("{name} on {preset}: {crossed:?}");
            assert!(taken + not_taken >= 40 && reconverged >= 20, "{said}");
            assert!(crossed.fewer >= 10 && crossed.declined >= 10 && crossed.stalled >= 10, "{said}");
            // each of a mask's rows, and each warp once
            assert!(crossed.permuted >= crossed.launched + crossed.masks.iter().sum::<u64>(), "{said}");
        }
    }
}

#[test]
fn small_warps_compact_too() {
    let crossed = end("libor", "w4x20", golden("w4x20")).unwrap();
    assert!(crossed.fewer > 50 && crossed.masks.iter().sum::<u64>() > 200, "{crossed:?}");
}

#[test]
fn warps_that_never_part_leave_the_compactor_alone() {
    let crossed = end("mm", "paper", golden("paper")).unwrap();
    assert_eq!(crossed.masks, [0; 3]);
}

#[test]
fn votes_and_shuffles_go_back_to_thread_order() {
    let crossed = end("spmv_vector", "paper", golden("paper")).unwrap();
    assert!(crossed.permuted > crossed.launched, "{crossed:?}");
}

#[test]
fn recordings_are_legal() {
    for preset in ["paper", "w16x32"] {
        for name in ["bfs", "mandel", "vis"] {
            let inputs = with(name, |work| record::<Slp>(&config(preset), work, 5000)).unwrap();
            assert_eq!(inputs.len(), 5000, "{name} on {preset}");
            let accepts = inputs.iter().filter(|i| i.accept_valid).count();
            assert!(accepts > 50, "{name} on {preset}: {accepts} cycles offer a mask");
        }
    }
}

#[test]
fn what_does_not_fit_is_told() {
    for (name, preset, what) in [("bfs", "w8x3", "3 warps of 8 hold 24"), ("bwc", "w16x32", "warp-synchronous")] {
        let told = end(name, preset, golden(preset)).unwrap_err().to_string();
        assert!(told.contains(what), "{name} on {preset}: {told}");
    }
}

/// A unit of which something is broken.
struct Broken<F>(Model<Slp>, F);

impl<F: FnMut(&mut Out)> Device<Slp> for Broken<F> {
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
    for (what, broken) in [
        ("is launched", (|o| o.launch_lanes ^= 1) as fn(&mut Out)),
        ("XOR mask", |o| o.read_lanes ^= 2),
        ("XOR mask", |o| o.read_xor ^= 1),
        ("counts", |o| o.counted_warps += 1),
        ("counts", |o| o.counted_tag ^= 1),
        ("was not offered", |o| o.warp_source[0] = 31),
        ("leaves with lanes", |o| o.warp_lanes &= o.warp_lanes - u32::from(o.warp_lanes != 0)),
        ("leaves with lanes", |o| o.warp_last = true),
        ("no mask", |o| o.warp_valid = true),
        ("nothing moves", |o| o.warp_valid = false),
    ] {
        let told = end("bfs", "paper", Broken(golden("paper"), broken)).unwrap_err().to_string();
        assert!(told.contains(what), "{what}: {told}");
    }
}
