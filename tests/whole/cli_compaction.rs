//! Compaction as its users meet it: RTL of the unit in the cores, runs that are cut amid a
//! compaction, what is refused.

use crate::desk::Desk;

/// Two cores of SLP's GPU, and a memory for them.
const SMALL: &str = "--config slp --set core.count=2 --set dram.channels=1 --set l2.bytes=131072";

#[test]
fn a_verilated_compactor_compacts_as_the_golden_one() {
    let desk = Desk::new();
    let sim = |more: &str| {
        let words = "sim bp reduct bitonic lps dxtc --policy tbc-balanced,capri-balanced";
        desk.run(&format!("{words} {SMALL} --json --afresh {more}"))
    };
    let (rtl, golden) = (sim("--rtl slp").is(0, &["as expected"]).json(), sim("").is(0, &["as expected"]).json());
    assert_eq!(rtl.len(), 10);
    let mut fewer = 0;
    for (rtl, golden) in rtl.iter().zip(&golden) {
        assert_eq!((&rtl["cycles"], &rtl["statistics"]), (&golden["cycles"], &golden["statistics"]));
        fewer += rtl["statistics"]["blocks.fewer"].as_u64().unwrap();
    }
    assert!(fewer > 1000, "{fewer} masks of fewer warps");
}

#[test]
fn a_run_that_is_cut_amid_a_compaction_is_partial_and_still_compared() {
    let desk = Desk::new();
    for limit in [3001, 5003] {
        let words = format!("sim bitonic --policy capri-balanced {SMALL} --limit {limit} --afresh");
        desk.run(&words).is(0, &["partial (limit)"]);
        desk.run(&format!("{words} --rtl slp")).is(0, &["partial (limit)"]);
    }
}

#[test]
fn kernels_that_rely_on_warps_are_refused() {
    let desk = Desk::new();
    for policy in ["tbc", "capri-balanced", "no-tbc-wid"] {
        desk.run(&format!("sim pr --policy {policy} {SMALL}"))
            .is(2, &["relies on which threads form a warp", "`no-tbc`"]);
    }
}

#[test]
fn what_compaction_does_not_take_is_refused() {
    let desk = Desk::new();
    for (words, what) in [
        ("sim va --policy tbc-scalar", "takes neither"),
        ("sim va --policy capri-balanced-w16", "takes neither"),
        ("sim va --policy tbc --set compaction.entries=0", "0 is not within 1 to 1024"),
        ("sim va --policy tbc --set compaction.entries=1025", "1025 is not within 1 to 1024"),
        ("sim va --policy tbc --set compaction.offer=0", "0 is not within 1 to 64"),
        ("sim va --policy tbc --set compaction.offer=65", "65 is not within 1 to 64"),
        ("sim va --policy tbc --set compaction.first=maybe", "`maybe` is none of: wait, pass"),
        ("sim va --policy tbc-random --set compaction.seed=0", "0 is not within 1 to 1000000"),
        ("sim va --config slp --policy simt --rtl slp", "contain no `slp`"),
        ("sim va --config slp --policy tbc --set core.warps=24 --rtl slp", "no preset of `slp`"),
    ] {
        desk.run(words).is(2, &[what]);
    }
}
