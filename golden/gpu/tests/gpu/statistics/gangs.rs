//! Tests of the counters of cores in slices, with one set of 32 threads unless a test says
//! otherwise.

use crate::statistics::desk::{Desk, Ledger};

/// Slices 0 to 3 go one way, 4 to 7 the other, two steps each; then all go on.
const HALVES: &str =
    "mov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 16;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra SIDE;\nadd.u32 %r3, %r1, 1;\nbra.uni OUT;
    SIDE:\nadd.u32 %r3, %r1, 2;\nadd.u32 %r5, %r1, 2;\nOUT:\nadd.u32 %r4, %r3, 1;";

fn slices(body: &str, policy: &'static str) -> Desk {
    Desk::new(body).policy(policy).set(&["core.width=32"])
}

/// A unit of each size: an instruction by CTAs of one warp to eight.
pub fn gang_sizes(ledger: &mut Ledger) {
    for size in 1..=8u32 {
        let seen = slices("", "ivws").launch(1, 4 * size).run();
        ledger.is(&seen, &format!("gang.issued_{size}"), 1);
        ledger.is(&seen, "supply.filled", size.into());
        ledger.is(&seen, if size == 1 { "supply.slice" } else { "supply.gang" }, 1);
        ledger.is(&seen, "core.issue_cycles", 1);
    }
}

/// Sides that part, and that meet again.
pub fn gang_splits(ledger: &mut Ledger) {
    // four steps of all, then five of each half
    let seen = slices(HALVES, "ivws").run();
    ledger.are(&seen, "gang", &[("issued_8", 4), ("issued_4", 2 * 4), ("splits", 1), ("merges", 0), ("torn", 0)]);
    ledger.are(&seen, "supply", &[("gang", 4 + 2 * 4), ("slice", 0), ("filled", 4 * 8 + 8 * 4)]);
    // the sides take equally long where a branch does: they are one again for the last two steps
    let seen = slices(HALVES, "evws").set(&["slices.resolve=1"]).run();
    ledger.are(&seen, "gang", &[("issued_8", 4 + 2), ("issued_4", 2 * 2), ("splits", 1), ("merges", 1)]);
    // one after the other: ten issues of 32 lanes
    let seen = slices(HALVES, "ws32").run();
    ledger.are(&seen, "gang", &[("issued_8", 10), ("splits", 0)]);
    ledger.are(&seen, "core", &[("issue_cycles", 10), ("instructions", 10)]);
}

/// Slices whose line is there go on before the others, or together with them.
pub fn gangs_torn(ledger: &mut Ledger) {
    let body = "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 8;\nadd.u64 %rd2, %rd1, %rd2;\nld.global.u32 %r2, [%rd1];
        add.u32 %r3, %r2, 1;\nld.global.u32 %r4, [%rd2];\nadd.u32 %r5, %r4, 1;";
    for (policy, torn) in [("ivws", 0), ("ivws-group", 2), ("ivws-impatient", 8)] {
        ledger.are(&slices(body, policy).run(), "gang", &[("torn", torn), ("torn_hits", 0)]);
    }
    // both lines are there: the second one comes a cycle later; an atomic passes L1 by
    let lines = "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 8;\nadd.u64 %rd2, %rd1, %rd2;\nld.global.u32 %r2, [%rd1];
        ld.global.u32 %r3, [%rd1+128];\nadd.u32 %r4, %r2, %r3;";
    let (load, atomic) =
        ("ld.global.u32 %r5, [%rd2];\nadd.u32 %r6, %r4, %r5;", "atom.global.add.u32 %r5, [%rd2], %r4;");
    for (policy, torn) in [("ivws", 0), ("ivws-group", 2), ("ivws-impatient", 8)] {
        let seen = slices(&format!("{lines}{load}"), policy).run();
        ledger.are(&seen, "gang", &[("torn", torn), ("torn_hits", torn)]);
        let seen = slices(&format!("{lines}{atomic}add.u32 %r6, %r4, %r5;"), policy).run();
        ledger.are(&seen, "gang", &[("torn", torn), ("torn_hits", 0)]);
    }
}

/// Quarters of a gang that come to their next instructions in one cycle, and wait for each other.
/// Where picks are made ahead the first one has the entry that was fetched for last, and is picked
/// already; of the others each port picks one in this cycle, for the next one, which is not counted
/// as a wait.
pub fn fetch_waits(ledger: &mut Ledger) {
    let quarters =
        "mov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 3;\nQUARTERS: .branchtargets A, B, C, D;\nbrx.idx %r2, QUARTERS;
        A: ret;\nB: ret;\nC: ret;\nD: ret;";
    for (fetches, waits, ahead) in
        [("slices.fetches=1", 3 + 2 + 1, 1 + 2), ("slices.fetches=2", 2, 1), ("slices.fetches=4", 0, 0)]
    {
        let seen = slices(quarters, "ivws").set(&["fetch.ports=4", fetches]).run();
        ledger.is(&seen, "gang.fetch_waits", waits);
        let seen = slices(quarters, "ivws").set(&["fetch.ports=4", fetches, "slices.picks=ahead"]).run();
        ledger.is(&seen, "gang.fetch_waits", ahead);
    }
}

/// Quarters of a gang that come to their next instructions in one cycle, with ports for one, two
/// and four of them; and two gangs that share all slices.
pub fn waits(ledger: &mut Ledger) {
    let quarters =
        "mov.u32 %r1, %tid.x;\nshr.u32 %r2, %r1, 3;\nQUARTERS: .branchtargets A, B, C, D;\nbrx.idx %r2, QUARTERS;
        A: ret;\nB: ret;\nC: ret;\nD: ret;";
    for (policy, waits) in [("ivws-1", 3 + 2 + 1), ("ivws", 2), ("ivws-4", 0)] {
        let seen = slices(quarters, policy).set(&["fetch.ports=4"]).run();
        ledger.are(
            &seen,
            "gang",
            &[("waits_ports", waits), ("waits_slices", 0), ("waits_units", 0), ("waits_memory", 0)],
        );
    }
    // The first gang's access has the banks for 32 cycles, the second one's waits from cycle 2 to
    // 32. Their ends could follow in cycles 6 and 7, and go in 33 and 34.
    let body = "mov.u32 %r1, %tid.x;\nand.b32 %r1, %r1, 31;\nshl.b32 %r2, %r1, 7;\nmov.u32 %r3, words;
        add.u32 %r2, %r2, %r3;\nst.shared.u32 [%r2], %r1;";
    let seen = slices(body, "ivws").launch(1, 64).set(&["slices.stage=1", "shared.banks=32"]).run();
    ledger.are(&seen, "gang", &[("waits_memory", 27 + 26), ("waits_slices", 1), ("waits_ports", 0)]);
}

/// A warp alone, in lines of four instructions: nine of them.
pub fn level_0(ledger: &mut Ledger) {
    let body: String = (0..8).map(|n| format!("add.u32 %r{n}, %r{n}, 1;\n")).collect();
    let seen = slices(&body, "ws4").launch(1, 4).set(&["fetch.l0_bytes=256"]).run();
    ledger.are(&seen, "supply", &[("slice", 3), ("local", 6), ("filled", 9)]);
}

/// Units and ways to memory that make slices wait.
pub fn slices_busy(ledger: &mut Ledger) {
    // all results are used, so that each has a register of its own
    let sums = "add.f32 %f6, %f2, %f3;\nadd.f32 %f7, %f4, %f5;\nadd.f32 %f6, %f6, %f7;";
    // a sine takes 32 cycles of its unit, and one is issued every 6 cycles: 0, 6, 12; two wait from
    // 13 to 31. The fourth one is issued in 32, when there is room: two wait from 33 to 63
    let sines: String = (2..6).map(|n| format!("sin.approx.f32 %f{n}, %f1;\n")).collect();
    let seen = slices(&format!("mov.f32 %f1, 0f3F800000;\n{sines}{sums}"), "ivws").set(&["core.sfus=1"]).run();
    ledger.is(&seen, "gang.busy_units", 8 * (19 + 31));
    ledger.is(&seen, "gang.waits_units", 14);
    // the first access has the banks for 32 cycles; the second one comes after 6, and waits until
    // it can go: from 7 to 32
    let body = "mov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 7;\nmov.u32 %r3, words;\nadd.u32 %r2, %r2, %r3;
        st.shared.u32 [%r2], %r1;\nst.shared.u32 [%r2+4], %r1;";
    let seen = slices(body, "ivws").set(&["slices.stage=1", "shared.banks=32"]).run();
    ledger.is(&seen, "gang.busy_stage", 8 * 26);
    // its end could follow in cycle 12
    ledger.is(&seen, "gang.waits_memory", 21);
    ledger.is(&seen, "core.shared_conflicts", 2 * 31);
}
