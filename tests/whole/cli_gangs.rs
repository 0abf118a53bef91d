//! Variable warp sizes as their users meet them: RTL of the unit in the cores, runs that are cut
//! amid their work, what is refused.

use crate::desk::Desk;
use crate::length::some;

#[test]
fn a_verilated_unit_gangs_as_the_golden_one() {
    let desk = Desk::new();
    let sim = |more: &str| {
        let workloads = some(2, ["bitonic", "bp", "va", "dxtc", "reduct"]).join(" ");
        let policies = some(2, ["ivws", "ws32", "evws"]).join(",");
        let words = format!("sim {workloads} --policy {policies} --config vws");
        desk.run(&format!("{words} --json --afresh {more}"))
    };
    let (rtl, golden) = (sim("--rtl gang").is(0, &["as expected"]).json(), sim("").is(0, &["as expected"]).json());
    assert!(rtl.len() >= 6);
    let mut split = 0;
    for (rtl, golden) in rtl.iter().zip(&golden) {
        assert_eq!((&rtl["cycles"], &rtl["statistics"]), (&golden["cycles"], &golden["statistics"]));
        split += rtl["statistics"]["gang.splits"].as_u64().unwrap();
    }
    assert!(split > 100, "{split} splits");
}

#[test]
fn fetches_are_in_the_order_of_the_paper_with_the_verilated_unit() {
    let desk = Desk::new();
    let sim = |words: &str| desk.run(&format!("sim bitonic --config vws --afresh --json --policy {words}"));
    let mut runs = sim("ivws,evws --rtl gang").is(0, &["as expected"]).json();
    runs.extend(sim("ws4,ivws-gto,ivws-lrr,ivws-group,ivws-impatient").is(0, &["as expected"]).json());
    let counts = |policy: &str| {
        let run = runs.iter().find(|run| run["policy"] == policy).expect("a run of the policy");
        ["fetch.accesses", "gang.splits"].map(|counter| run["statistics"][counter].as_u64().unwrap())
    };
    let fetches = |policy: &str| counts(policy)[0];
    // 6.2: fewer than warps of four threads, more than when gangs are re-formed
    assert!(fetches("evws") < fetches("ivws") && fetches("ivws") < fetches("ws4"));
    // 6.3, figure 12: the order of issue has nothing to do with splitting
    assert_eq!([counts("ivws-gto"), counts("ivws-lrr")], [counts("ivws"); 2]);
    // 6.5: splits on memory divergence cost fetches, impatient ones more
    assert!(fetches("ivws") <= fetches("ivws-group") && fetches("ivws-group") <= fetches("ivws-impatient"));
}

/// The other policies of figures 7, 9 and 16; then with the instruction cache of table 2: two
/// ports, from which gangs fetch one a cycle, and picks that are made a cycle ahead.
#[test]
fn gangs_that_memory_tears_are_torn_alike() {
    let desk = Desk::new();
    for words in some(
        2,
        [
            "--policy ivws-impatient,ivws-group --set fetch.ports=2 --set slices.fetches=1 --set slices.picks=ahead",
            "--policy ws4,ivws-group,ivws-impatient,evws-impatient",
        ],
    ) {
        let words = format!("sim bitonic bp --config vws {words} --rtl gang --afresh --json");
        let runs = desk.run(&words).is(0, &["as expected"]).json();
        let torn = |run: &serde_json::Value| run["statistics"]["gang.torn"].as_u64().unwrap();
        let tears = |run: &&serde_json::Value| run["policy"] != "ws4" && run["workload"] == "BP";
        let torn: Vec<u64> = runs.iter().filter(tears).map(torn).collect();
        assert!(torn.len() >= 2 && torn.iter().all(|torn| *torn > 100), "{words}: {torn:?}");
    }
}

#[test]
fn a_run_that_is_cut_is_partial_and_still_compared() {
    let desk = Desk::new();
    for limit in [1501, 5003] {
        let words = format!("sim bitonic --policy evws --config vws --limit {limit} --afresh");
        desk.run(&words).is(0, &["partial (limit)"]);
        desk.run(&format!("{words} --rtl gang")).is(0, &["partial (limit)"]);
    }
}

#[test]
fn kernels_that_rely_on_warps_are_refused() {
    let desk = Desk::new();
    for policy in ["ws16", "ws4", "ivws", "evws-sync50"] {
        desk.run(&format!("sim pr --policy {policy} --config vws"))
            .is(2, &["relies on which threads form a warp", "`ws32`"]);
    }
}

#[test]
fn what_slices_do_not_take_is_refused() {
    let desk = Desk::new();
    for (words, what) in [
        ("sim va --config vws --policy ivws-scalar", "takes neither"),
        ("sim va --config vws --policy ws16-w16", "takes neither"),
        ("sim va --policy ivws", "core.width = 8, but slices are parts of 32 lanes"),
        ("sim va --config vws --policy ws4 --set core.width=16", "core.width = 16"),
        ("sim va --config vws --policy ws4 --set core.warps=65", "1 to 64 original gangs"),
        ("sim va --config vws --policy ivws --set slices.next=0", "0 is not within 1 to 64"),
        ("sim va --config vws --policy ivws --set slices.next=65", "65 is not within 1 to 64"),
        ("sim va --config vws --policy ivws --set slices.resolve=0", "0 is not within 1 to 64"),
        ("sim va --config vws --policy ivws --set slices.resolve=65", "65 is not within 1 to 64"),
        ("sim va --config vws --policy ivws --set slices.queue=0", "0 is not within 1 to 64"),
        ("sim va --config vws --policy ivws --set slices.queue=65", "65 is not within 1 to 64"),
        ("sim va --config vws --policy ivws --set slices.fetches=0", "0 is not within 1 to 4"),
        ("sim va --config vws --policy ivws --set slices.fetches=5", "5 is not within 1 to 4"),
        ("sim va --config vws --policy ivws --set slices.picks=early", "`early` is none of: cycle, ahead"),
        ("sim va --config vws --policy ivws --set slices.picks=0", "none of: cycle, ahead"),
        ("sim va --config vws --policy ivws --set slices.stage=0", "0 is not within 1 to 1024"),
        ("sim va --config vws --policy ivws --set slices.stage=1025", "1025 is not within 1 to 1024"),
        ("sim va --config vws --policy ivws --set fetch.ports=0", "0 is not within 1 to 8"),
        ("sim va --config vws --policy ivws --set fetch.ports=9", "9 is not within 1 to 8"),
        ("sim va --config vws --policy ivws --set fetch.l0_bytes=65537", "65537 is not within 0 to 65536"),
        ("sim va --config vws --policy ivws --set fetch.l0_bytes=48", "must be a multiple of fetch.l0_line"),
        ("sim va --config vws --policy ivws --set fetch.l0_line=8", "8 is not within 16 to 256"),
        ("sim va --config vws --policy ivws --set fetch.l0_line=24", "24 is not a power of two"),
        ("sim va --config vws --policy ivws --set fetch.l0_latency=0", "0 is not within 1 to 64"),
        ("sim va --config vws --policy ivws --set constant.words=0", "0 is not within 1 to 32"),
        ("sim va --config vws --policy ivws --set constant.words=33", "33 is not within 1 to 32"),
        ("sim va --config vws --policy simt --rtl gang", "contain no `gang`"),
        ("sim va --config vws --policy ivws --set core.warps=24 --rtl gang", "no preset of `gang`"),
        ("sim va --config vws --policy ivws --set slices.picks=ahead --rtl gang", "no preset of `gang`"),
    ] {
        desk.run(words).is(2, &[what]);
    }
}
