//! Test of the prover: each claim is refuted by a fault planted in the RTL of `tiny` (`tests/claims/<unit>.toml`), and none by the RTL as it is.

mod planted;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use heddle_testbench::prove::{Claimed, Effort, Verdict};
use heddle_testbench::target::Hardware;
use heddle_testbench::units::{Unit, units};
use planted::{Edit, faults, faulty, preset};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
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

const EFFORT: Effort = Effort { induction: 2, depth: 12, time: Duration::from_secs(60) };

fn list(unit: &Unit) -> Vec<Refuted> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/claims/{}.toml", unit.name));
    let Ok(text) = std::fs::read_to_string(&path) else { return Vec::new() };
    toml::from_str::<List>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).refuted
}

#[test]
fn every_claim_can_be_refuted() {
    for unit in units().iter().filter(|unit| !unit.primitive) {
        let tiny = preset(unit, "tiny");
        let emitted = unit.emit(tiny);
        let mut right = Claimed::new(unit, tiny, &emitted).unwrap();
        let refuted = list(unit);
        let with_fault: BTreeSet<&str> = refuted.iter().map(|one| one.claim.as_str()).collect();
        assert_eq!(with_fault, right.names().iter().copied().collect(), "{}: a claim, a fault", unit.name);
        for proof in right.prove(&EFFORT, &mut |_| ()) {
            assert!(!matches!(proof.verdict, Verdict::Refuted(_)), "{}: {proof:?}", unit.name);
        }
        let known: Vec<(String, Fault)> = faults("faults", unit.name);
        for one in &refuted {
            let edits = match &one.fault {
                None => &one.edit,
                Some(fault) => {
                    let found = known.iter().find(|(name, _)| name == fault);
                    &found.unwrap_or_else(|| panic!("{} has no fault {fault}", unit.name)).1.edit
                }
            };
            let Hardware::File { verilog, .. } = faulty(&one.claim, edits, &emitted) else { unreachable!() };
            let wrong = Claimed::new(unit, tiny, &verilog).unwrap();
            assert!(wrong.refute(&one.claim, &EFFORT).is_some(), "{}: nothing refutes: {}", unit.name, one.claim);
        }
    }
}
