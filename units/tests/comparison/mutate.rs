//! Tests of mutants: no solver calls a mutant equivalent that the stimulus kills, equivalent ones
//! are proved to be so, and a legal run shows what a weak stimulus misses. A mutant is planted for
//! each result.

use std::time::{Duration, Instant};

use heddle_formal::{Limit, elaborate_with_unwritten};
use heddle_synth::Yosys;
use heddle_testbench::jobs::in_parallel;
use heddle_testbench::mutate::{Fate, Mutants, fate};
use heddle_testbench::target::{Hardware, ModelTools, Target};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::Unit;
use heddle_units::units;

const PRESET: &str = "tiny";
const COUNT: u64 = 32;
const SEED: u32 = 1;
const CYCLES: u64 = 50_000;
const DEPTH: usize = 4;

/// The unit whose Verilog is shortest.
fn smallest() -> Unit {
    let units = units().into_iter().filter(|unit| !unit.primitive);
    units.min_by_key(|unit| unit.emit(PRESET).len()).expect("there are units")
}

fn draw(unit: &Unit, seed: u32) -> Mutants {
    Mutants::draw(&Yosys::find().unwrap(), unit.name, &unit.emit(PRESET), COUNT, seed).unwrap()
}

fn fates(target: &dyn Target, mutants: &Mutants, cycles: u64, jobs: usize) -> Vec<Fate> {
    in_parallel(jobs, &mutants.list, |mutant| fate(target.mutant(mutant.number).as_ref(), 1, cycles).unwrap())
}

#[test]
fn mutants_are_killed_proved_equivalent_or_shown() {
    let (unit, tools) = (smallest(), ModelTools::open().expect("tools and cache"));
    let mutants = draw(&unit, SEED);
    assert_eq!(mutants.list.len() as u64, COUNT);
    assert_eq!(draw(&unit, SEED).list, mutants.list, "the same seed");
    assert_ne!(draw(&unit, SEED + 1).list, mutants.list, "another seed");

    let build = |hardware| unit.build(&tools, PRESET, hardware).unwrap();
    let right_target = build(Hardware::Emitted);
    let target = build(Hardware::Mutants { verilog: mutants.together().unwrap() });
    let none = fate(target.mutant(0).as_ref(), 1, CYCLES).unwrap();
    assert!(matches!(none, Fate::Undecided { .. }), "without a mutant it is the RTL: {none:?}");

    let ended = fates(target.as_ref(), &mutants, CYCLES, 1);
    assert_eq!(fates(target.as_ref(), &mutants, CYCLES, 2), ended, "any number of jobs");
    // a stimulus of one cycle is a weak one
    let weak = fates(target.as_ref(), &mutants, 1, 1);

    let right = elaborate_with_unwritten(unit.name, &mutants.none().unwrap()).unwrap();
    let (mut killed, mut equivalent, mut missed) = (0, 0, 0);
    for ((mutant, ended), weak) in mutants.list.iter().zip(&ended).zip(&weak) {
        let own = elaborate_with_unwritten(unit.name, &mutants.alone(mutant).unwrap()).unwrap();
        let target = target.mutant(mutant.number);
        let told = target.tell_apart(&right, &own, &[], DEPTH, Limit::NONE).unwrap();
        let what = format!("{mutant:?}: {ended:?}, and {told:?}");
        match ended {
            Fate::Killed { .. } => {
                killed += 1;
                assert!(!matches!(told, Fate::Equivalent { .. }), "{what}");
            }
            _ => equivalent += usize::from(matches!(told, Fate::Equivalent { .. })),
        }
        if let (Fate::Undecided { .. }, Fate::Survived { trace, port }) = (weak, told) {
            missed += 1;
            let file = TraceFile::parse("found.trace".into(), trace).unwrap();
            let shown = target.replay(&file).unwrap().mismatch.expect("the run shows the mutant");
            assert_eq!(shown.port, port, "{what}");
            assert_eq!(right_target.replay(&file).unwrap().mismatch, None, "{what}");
        }
    }
    assert!(
        killed >= 15 && equivalent >= 1 && missed >= 5,
        "{killed} killed, {equivalent} equivalent, {missed} missed"
    );
}

/// A register beside the smallest unit, and the output that it spoils.
fn planted(next: &str, wrong: &str) -> String {
    const LINE: &str = "launched = launch_valid;";
    let verilog = smallest().emit(PRESET);
    assert!(verilog.contains(LINE));
    let register = format!("reg [19:0] planted; always @(posedge clock) planted <= reset ? 20'd0 : {next};\nendmodule");
    let spoilt = verilog.replacen(LINE, &format!("launched = launch_valid ^ ({wrong});"), 1);
    spoilt.replacen("endmodule", &register, 1)
}

/// Seconds in which a solver comes to an end on any machine.
const LONG: u64 = 600;

/// The fate of a mutant by stimulus, and its fate by a solver that stops after `seconds`.
fn ends(verilog: String, seconds: u64) -> (Fate, Fate) {
    let (unit, tools) = (smallest(), ModelTools::open().expect("tools and cache"));
    let [right, own] =
        [&unit.emit(PRESET), &verilog].map(|verilog| elaborate_with_unwritten(unit.name, verilog).unwrap());
    let target = unit.build(&tools, PRESET, Hardware::file("planted.v", verilog)).unwrap();
    let limit = Limit { until: Some(Instant::now() + Duration::from_secs(seconds)) };
    let told = target.tell_apart(&right, &own, &[], DEPTH, limit).unwrap();
    (fate(target.as_ref(), 1, CYCLES).unwrap(), told)
}

#[test]
fn a_planted_one_is_killed() {
    let (ended, told) = ends(planted("planted | read_valid", "planted[0]"), LONG);
    assert!(matches!(&ended, Fate::Killed { port, .. } if port == "launched"), "{ended:?}");
    assert!(matches!(&told, Fate::Survived { port, .. } if port == "launched"), "{told:?}");
}

#[test]
fn a_planted_one_is_equivalent() {
    // never high after a reset
    let (ended, told) = ends(planted("planted & {20{read_valid}}", "planted[0]"), LONG);
    assert!(matches!(ended, Fate::Undecided { depth: 0, .. }), "{ended:?}");
    assert!(matches!(told, Fate::Equivalent { .. }), "{told:?}");
}

#[test]
fn a_planted_one_survives() {
    // three cycles in a row that the stimulus does not come to
    let next = "{planted, launch_threads == 9 & read_threads == 6 & accept_mask$0 == 3 & accept_mask$1 == 12}";
    let (ended, told) = ends(planted(next, "&planted[2:0]"), LONG);
    assert!(matches!(ended, Fate::Undecided { depth: 0, .. }), "{ended:?}");
    assert!(matches!(&told, Fate::Survived { port, .. } if port == "launched"), "{told:?}");
}

#[test]
fn a_planted_one_is_undecided() {
    // a million cycles without a reset
    let (ended, told) = ends(planted("planted + 20'd1", "&planted"), 4);
    assert!(matches!(ended, Fate::Undecided { depth: 0, .. }), "{ended:?}");
    assert!(matches!(told, Fate::Undecided { depth: DEPTH, .. }), "{told:?}");
}
