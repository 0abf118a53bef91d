//! `heddle check UNIT --fault`: a planted fault is found, shrunk, held to its file and kept; one
//! that does not hold is no success.

use std::fs;

use crate::desk::{Desk, root};

/// A fault of the compactor, whose shortest trace has four cycles.
fn fault() -> String {
    let path = root().join("tests/faults/slp/back-pressure-lost.toml");
    fs::read_to_string(path).unwrap()
}

/// `fault()` with one of its words in place of another, which it has.
fn with(word: &str, instead: &str) -> String {
    let fault = fault();
    assert!(fault.contains(word), "the fault has no `{word}`");
    fault.replace(word, instead)
}

#[test]
fn a_fault_that_holds_is_kept() {
    let desk = Desk::new();
    desk.write("lost.toml", fault());
    desk.run("check slp --fault lost.toml --keep").is(2, &["tests/corpus: there is no such folder"]);
    fs::create_dir_all(desk.path("tests/corpus")).unwrap();
    let ran = desk.run("check slp --fault lost.toml --keep --no-wave");
    ran.is(0, &["MISMATCH slp/w4x20", "FAULT lost: ", "  holds    shrunk to ", "; 4 are the least"]);
    ran.is(0, &["  kept     tests/corpus/slp/lost.trace"]);
    desk.run("replay tests/corpus/slp/lost.trace").is(0, &["equal slp/w4x20"]);
    // the command that shows the mismatch again has the faulty Verilog
    let again = ran.out.lines().find_map(|line| line.strip_prefix("  again    heddle ")).unwrap();
    desk.run(again).is(1, &["MISMATCH slp/w4x20"]);
    let json = desk.run("check slp/w4x20 --fault lost.toml --no-wave --json").is(0, &[]).json();
    assert_eq!(json.last().unwrap()["holds"], true);
}

#[test]
fn a_fault_that_does_not_hold_is_no_success() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("tests/corpus")).unwrap();
    let long = with("least = 4", "least = 40");
    let harmless = with("replace = 'step = offered;'", "replace = 'step = warp_ready & offered;'");
    let harmless = harmless.replace("least = 4", "least = 4\nwithin = 20_000");
    for (text, why) in [(long, "fewer than the 40 stated as `least`"), (harmless, "not found in 20 000 cycles, seed 1")]
    {
        desk.write("f.toml", text);
        desk.run("check slp --fault f.toml --keep --no-wave").is(1, &["  FAILS    ", why]);
        assert_eq!(desk.names("tests/corpus"), [""; 0], "{why}");
    }
}

#[test]
fn a_fault_that_cannot_be_planted_is_refused() {
    let desk = Desk::new();
    let wrong = [
        (with("'step = offered &", "'step = offred &"), "has 0 times, and not 1: \"step = offred & warp_ready;\""),
        (with("slp$compactor$turn", "slp$turn"), "no module `slp$turn`"),
        (with("w4x20", "w4x21"), "unit slp has no preset `w4x21`"),
        (fault() + "extra = 1\n", "unknown field `extra`"),
    ];
    for (text, why) in wrong {
        desk.write("f.toml", text);
        desk.run("check slp --fault f.toml").is(2, &["f.toml", why]);
    }
    desk.write("f.toml", fault());
    desk.run("check slp/tiny --fault f.toml").is(2, &["in preset `w4x20`, and not in slp/tiny"]);
    desk.run("check --fault f.toml").is(2, &["--fault takes one unit"]);
    desk.run("check slp --fault f.toml --cycles 10").is(2, &["cannot be used with"]);
    desk.run("check slp --keep").is(2, &["--fault"]);
    assert!(!desk.path("failures").exists());
}
