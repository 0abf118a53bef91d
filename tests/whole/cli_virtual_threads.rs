//! Virtual threads as their users meet them: RTL of the controller in the cores, traces of CTAs
//! that go out and come in, runs that are cut amid a swap.

use std::fs;

use crate::desk::Desk;

/// Two cores of VT's GPU: grids of the scale `test` are more than they hold.
const SMALL: &str = "--config vt --set core.count=2 --set dram.channels=1 --set l2.bytes=131072";

fn swaps(line: &serde_json::Value) -> u64 {
    line["statistics"]["vt.swaps"].as_u64().unwrap()
}

#[test]
fn a_verilated_controller_decides_as_the_golden_one() {
    let desk = Desk::new();
    let sim = |more: &str| desk.run(&format!("sim bp reduct dc tf fd --policy vt {SMALL} --json --afresh {more}"));
    let (rtl, golden) = (sim("--rtl vtc").is(0, &["as expected"]).json(), sim("").is(0, &["as expected"]).json());
    assert_eq!(rtl.len(), 5);
    for (rtl, golden) in rtl.iter().zip(&golden) {
        assert_eq!((&rtl["cycles"], &rtl["statistics"]), (&golden["cycles"], &golden["statistics"]));
    }
    let all: u64 = rtl.iter().map(swaps).sum();
    assert!(rtl.iter().all(|line| swaps(line) > 0) && all > 1000, "{all} swaps");
}

#[test]
fn a_run_that_is_cut_amid_a_swap_is_partial_and_still_compared() {
    let desk = Desk::new();
    for limit in [5003, 7001, 9999] {
        let words = format!("sim bp --policy vt {SMALL} --limit {limit} --afresh");
        desk.run(&words).is(0, &["partial (limit)"]);
        desk.run(&format!("{words} --rtl vtc")).is(0, &["partial (limit)"]);
    }
}

#[test]
fn a_trace_says_when_a_cta_was_active() {
    let desk = Desk::new();
    for (policy, active) in [("vt", true), ("simt", false)] {
        desk.run(&format!("sim reduct --policy {policy} {SMALL} --trace t.pftrace")).is(0, &["as expected"]);
        let bytes = fs::read(desk.path("t.pftrace")).unwrap();
        assert_eq!(bytes.windows(6).any(|window| window == b"active"), active, "{policy}");
    }
}
