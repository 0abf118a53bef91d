//! Tests of the prover: each claim is refuted by a fault planted in the RTL of `tiny`
//! (`tests/claims/<unit>.toml`), and none by the RTL as it is; and a netlist with one gate changed
//! is distinguished from the original. `HEDDLE_UNIT=name,...` tests claims of some units.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use crate::chosen::chosen;
use crate::length::{at_length, some};
use crate::planted::{faults, faulty, preset};
use heddle_formal::Correspondence;
use heddle_testbench::faults::Edit;
use heddle_testbench::jobs::{in_parallel, processors};
use heddle_testbench::prove::{Claimed, Effort, Verdict, compare, gates, trace_text};
use heddle_testbench::target::{Hardware, ModelTools};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::unit::Unit;
use heddle_units::units;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    /// Whether all of them take seconds, and are refuted each time; of other units, `make faults`
    /// and `heddle prove` take them all.
    #[serde(default)]
    quick: bool,
    #[serde(default)]
    refuted: Vec<Refuted>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refuted {
    claim: String,
    /// One of the unit's faults, if it has no edit of its own.
    fault: Option<String>,
    #[serde(default)]
    edit: Vec<Edit>,
}

/// Of the unit's faults only the edits.
#[derive(Debug, Deserialize)]
struct Fault {
    edit: Vec<Edit>,
}

const EFFORT: Effort = Effort { induction: 2, depth: 12, time: Duration::from_secs(600), until: None };

fn list(unit: &Unit) -> List {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/claims/{}.toml", unit.name));
    let Ok(text) = std::fs::read_to_string(&path) else { return List::default() };
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// One test a unit, so that units are proved side by side.
macro_rules! every_claim_can_be_refuted {
    ($($unit:ident),*) => {
        mod every_claim_can_be_refuted {
            $(#[test]
            fn $unit() {
                super::refute(stringify!($unit));
            })*
        }
        const REFUTED: &[&str] = &[$(stringify!($unit)),*];
    };
}
every_claim_can_be_refuted!(lane, slp, gang, prt, vtc);

#[test]
fn every_unit_is_refuted() {
    let units: Vec<&str> = units().iter().filter(|unit| !unit.primitive).map(|unit| unit.name).collect();
    assert_eq!(units.iter().collect::<BTreeSet<_>>(), REFUTED.iter().collect());
}

/// Refutes each claim of a unit by its planted fault.
fn refute(unit: &str) {
    let units = units();
    let unit = units.iter().find(|known| known.name == unit).expect("a unit");
    if !chosen(unit.name) {
        return;
    }
    let tiny = preset(unit, "tiny");
    let emitted = unit.emit(tiny);
    let mut right = Claimed::new(unit, tiny, &emitted).unwrap();
    let List { quick, refuted } = list(unit);
    let with_fault: BTreeSet<&str> = refuted.iter().map(|one| one.claim.as_str()).collect();
    assert_eq!(with_fault, right.names().iter().map(String::as_str).collect(), "{}: a claim, a fault", unit.name);
    for proof in right.prove(&EFFORT, &mut |_| ()) {
        assert!(!matches!(proof.verdict, Verdict::Refuted(_)), "{}: {proof:?}", unit.name);
    }
    let known: Vec<(String, Fault)> = faults("faults", unit.name);
    // each must fit what is emitted today, whether it is refuted or not
    let planted = refuted.iter().map(|one| (one, faulty(&one.claim, edits(unit, one, &known), &emitted)));
    let step = if quick || at_length() { 1 } else { refuted.len().div_ceil(FEW) };
    let planted: Vec<_> = planted.step_by(step).collect();
    in_parallel(processors(), &planted, |(one, hardware)| {
        let Hardware::File { verilog, .. } = hardware else { unreachable!() };
        let wrong = Claimed::new(unit, tiny, verilog).unwrap();
        assert!(wrong.refute(&one.claim, &EFFORT).is_some(), "{}: nothing refutes: {}", unit.name, one.claim);
    });
}

/// Why the claims of a preset cannot be built over this Verilog.
fn unbuilt(unit: &Unit, preset: &'static str, verilog: &str) -> Option<String> {
    let why = match catch_unwind(AssertUnwindSafe(|| Claimed::named(unit, preset, verilog))) {
        Ok(Ok(_)) => return None,
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "panics".into()),
    };
    Some(format!("{}/{preset}: {why}", unit.name))
}

#[test]
fn presets_have_the_words_that_their_claims_speak_of() {
    let units = units();
    let some = units.iter().filter(|unit| chosen(unit.name)).flat_map(|unit| {
        let presets = unit.presets.iter().filter(|(preset, _)| at_length() || *preset == "paper");
        presets.map(move |(preset, _)| (unit, *preset))
    });
    let presets: Vec<_> = some.collect();
    let unbuilt = in_parallel(processors(), &presets, |(unit, preset)| unbuilt(unit, preset, &unit.emit(preset)));
    let unbuilt: Vec<String> = unbuilt.into_iter().flatten().collect();
    assert!(unbuilt.is_empty(), "{unbuilt:#?}");
}

#[test]
fn a_word_that_is_missing_is_told() {
    let all = units();
    let with_claims = all.iter().filter(|unit| !list(unit).refuted.is_empty());
    // claims of a unit with a memory speak of its words
    let emitted = with_claims.map(|unit| (unit, unit.emit(preset(unit, "tiny"))));
    let smallest = emitted.filter(|(_, verilog)| verilog.contains("words")).min_by_key(|(_, verilog)| verilog.len());
    let (unit, emitted) = smallest.expect("a unit with claims and a memory");
    let tiny = preset(unit, "tiny");
    assert_eq!(unbuilt(unit, tiny, &emitted), None);
    let said = unbuilt(unit, tiny, &emitted.replace("words", "lines")).expect("a claim speaks of a word of a memory");
    assert!(said.contains("no wire is called") && said.contains("lines"), "the names that are there: {said}");
}

#[test]
fn a_claim_about_what_nothing_reads_is_refused() {
    let all = units();
    let slp = all.iter().find(|unit| unit.name == "slp").expect("a unit with a table that two outputs read");
    let emitted = slp.emit("tiny");
    let read = ["read_network$mask = masks$q;", "read_xor = masks$q;"];
    assert!(read.iter().all(|text| emitted.contains(text)));
    let cut = read
        .iter()
        .fold(emitted, |verilog, text| verilog.replace(text, &text.replace("masks$q", "{1'd0, masks$q[0]}")));
    let refused = Claimed::new(slp, "tiny", &cut).err().expect("bit 1 of a mask has no logic").to_string();
    assert!(refused.contains("nothing in its module reads") && refused.contains("masks.words[0][1]"), "{refused}");
}

/// What is planted.
fn edits<'a>(unit: &Unit, one: &'a Refuted, known: &'a [(String, Fault)]) -> &'a [Edit] {
    let Some(fault) = &one.fault else { return &one.edit };
    let found = known.iter().find(|(name, _)| name == fault);
    &found.unwrap_or_else(|| panic!("{} has no fault {fault}", unit.name)).1.edit
}

/// Faults of a unit that is not quick that a run takes at most.
const FEW: usize = 4;

#[test]
fn what_refutes_is_a_trace_that_is_replayed() {
    let tools = ModelTools::open().expect("tools and cache");
    let all = units();
    let unit = all.iter().find(|unit| list(unit).quick).unwrap();
    let (tiny, known) = (preset(unit, "tiny"), faults("faults", unit.name));
    let emitted = unit.emit(tiny);
    let mut mismatches = 0;
    for one in some(3, list(unit).refuted) {
        let hardware = faulty(&one.claim, edits(unit, &one, &known), &emitted);
        let Hardware::File { verilog, .. } = &hardware else { unreachable!() };
        let inputs = Claimed::new(unit, tiny, verilog).unwrap().refute(&one.claim, &EFFORT).unwrap();
        let text = trace_text(unit, tiny, &one.claim, &inputs);
        let file = TraceFile::parse("refuted.trace".into(), text).unwrap();
        let replay = |hardware: Hardware| unit.build(&tools, tiny, hardware).unwrap().replay(&file);
        let right = replay(Hardware::Emitted).unwrap_or_else(|error| panic!("{}: {error}", one.claim));
        assert_eq!(right.mismatch, None, "{}", one.claim);
        assert_eq!(right.cycles as usize, inputs.len() - 1, "{}", one.claim);
        mismatches += usize::from(replay(hardware).unwrap().mismatch.is_some());
    }
    assert!(mismatches > 0, "no trace shows anything at the ports");
}

/// Yosys narrows a word of which a bit is read by another name alone.
#[test]
fn a_register_with_other_names_keeps_its_own() {
    let Some(unit) = units().into_iter().find(|unit| unit.name == "gang" && chosen(unit.name)) else { return };
    let gates = gates(&unit, &unit.emit(preset(&unit, "fetch2"))).unwrap();
    let said = compare(&unit, &gates, EFFORT.time).unwrap();
    assert!(matches!(said, Correspondence::Same { .. }), "{said:?}");
}

#[test]
fn a_netlist_with_another_gate_is_told() {
    let (mut compared, all) = (0, std::env::var_os("HEDDLE_UNIT").is_none());
    for unit in units().iter().filter(|unit| !unit.primitive && chosen(unit.name)) {
        // a chosen unit is compared, quick or not
        if all && !list(unit).quick {
            continue;
        }
        let verilog = unit.emit(preset(unit, "tiny"));
        let right = gates(unit, &verilog).unwrap();
        let said = compare(unit, &right, EFFORT.time).unwrap();
        assert!(matches!(said, Correspondence::Same { .. }), "{}: {said:?}", unit.name);
        let places: Vec<usize> = right.netlist.match_indices(" & ").map(|(at, _)| at).collect();
        for part in [1, 2, 3] {
            let mut wrong = right.clone();
            let at = places[places.len() * part / 4];
            wrong.netlist.replace_range(at..at + 3, " | ");
            let said = compare(unit, &wrong, EFFORT.time).unwrap();
            assert!(matches!(said, Correspondence::Differs(_)), "{}, gate at {at}: {said:?}", unit.name);
        }
        compared += 1;
    }
    assert!(compared > usize::from(all));
}
