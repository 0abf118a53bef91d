//! Guided hunts: the same result for any number of threads, and a failure that is shrunk and
//! replayed like any other.

use std::sync::atomic::AtomicBool;

use crate::planted::{faults, faulty, preset};
use heddle_testbench::campaign::{Plan, Verdict};
use heddle_testbench::faults::Fault;
use heddle_testbench::guided::run;
use heddle_testbench::shrink::Effort;
use heddle_testbench::target::{Hardware, ModelTools, Origin, Target};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::units::units;

fn hunt(targets: &[Box<dyn Target>], seed: u64, jobs: usize) -> Verdict {
    let plan = Plan { seed, jobs, cycles: Some(CYCLES), time: None, first_only: true };
    run(targets, &plan, &AtomicBool::new(false), &|_| ()).remove(0)
}

/// Cycles of a hunt, in which blind segments are too short for the fault; and seeds.
const CYCLES: u64 = 1_100_000;
const SEEDS: u64 = 8;

/// A counter of the cycles for which a warp waits.
const LATE: &str =
    "reg [17:0] held; always @(posedge clock) held <= reset || warp_ready || !warp_valid ? 18'd0 : held + 18'd1;";

#[test]
fn a_variation_finds_what_waits_long_and_any_number_of_threads_finds_the_same() {
    let tools = ModelTools::open().expect("tools and cache");
    let slp = units().into_iter().find(|unit| unit.name == "slp").expect("a unit");
    let wrong = slp.emit("tiny");
    let shows = "warp_last = compactor$warp_last;";
    assert_eq!(wrong.matches(shows).count(), 1, "the RTL has changed under the fault");
    let wrong = wrong.replace(shows, "warp_last = compactor$warp_last ^ (held >= 18'd70000);");
    let top = wrong.find("module slp(").expect("the unit's module");
    let at = top + wrong[top..].find("// Update code").expect("its logic");
    let wrong = format!("{}{LATE}\n{}", &wrong[..at], &wrong[at..]);
    let hardware = Hardware::file("late.v", wrong);
    let targets = [slp.build(&tools, "tiny", hardware).expect("a model")];
    // not every long wait holds the port that matters
    let found = (1..=SEEDS).map(|seed| (seed, hunt(&targets, seed, 1))).find(|(_, alone)| alone.failed.is_some());
    let (seed, alone) = found.expect("a seed finds it");
    let (line, ended) = alone.failed.clone().expect("it is found");
    assert!(line.varies.is_some(), "{} found it", line.name());
    for jobs in [2, 3] {
        let others = hunt(&targets, seed, jobs);
        let (other, run) = others.failed.expect("it is found");
        assert_eq!((other.name(), others.cycles, run.unwrap()), (line.name(), alone.cycles, ended.clone().unwrap()));
    }
    let failure = targets[0].explain(seed, &line, Effort::NONE, &mut |_| ()).expect("what failed once fails again");
    assert!(matches!(failure.origin, Origin::Varied { variation, .. } if line.serial() == Some(variation)));
    let file = TraceFile::parse("late.trace".to_string(), failure.trace).unwrap();
    assert_eq!(targets[0].replay(&file).unwrap().mismatch, ended.unwrap().mismatch);
}

#[test]
fn a_guided_hunt_shrinks_a_planted_fault() {
    let tools = ModelTools::open().expect("tools and cache");
    let slp = units().into_iter().find(|unit| unit.name == "slp").expect("a unit");
    let (name, fault) =
        faults::<Fault>("faults", "slp").into_iter().find(|(_, fault)| !fault.is_slow()).expect("a fault");
    let preset = preset(&slp, &fault.preset);
    let wrong = [slp.build(&tools, preset, faulty(&name, &fault.edit, &slp.emit(preset))).expect("a model")];
    let (line, _) = hunt(&wrong, 1, 1).failed.expect("it is found");
    let failure = wrong[0].explain(1, &line, Effort::USUAL, &mut |_| ()).expect("what failed once fails again");
    assert_eq!(fault.hold(failure.replay.cycles), Ok(()));
}
