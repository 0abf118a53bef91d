//! Tests of the counters of vector cores, with one CTA on a vector machine with a partition unless
//! a test says otherwise.

use crate::statistics::desk::{Desk, Ledger};

/// A vector machine of one partition, and these changes.
fn vector(body: &str, changes: &[&'static str]) -> Desk {
    Desk::new(body).on("simt-simd").policy("simt-simd").set(&["vector.partitions=1", "vector.each=0"]).set(changes)
}

/// Four metadata registers, one of which the program copies; then an instruction every other cycle.
const CHAIN: &str = "mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r2, 1;\nadd.u32 %r4, %r3, 1;";

/// A chain of simple instructions.
pub fn simple(ledger: &mut Ledger) {
    let seen = vector(CHAIN, &[]).run();
    let counts =
        [("packs", 1), ("warps", 1), ("threads", 32), ("taken", 7), ("issued", 7), ("simple", 7), ("metadata", 4)];
    ledger.are(&seen, "vector", &counts);
    // the program's five, its end among them
    ledger.are(&seen, "vector", &[("elements", 7 * 32), ("active_elements", 5 * 32), ("complex", 0)]);
    // a cycle to start, one to offer, one to the buffer: metadata in 2 to 5; one in which the copy
    // is fetched, sums in 7, 9, 11
    ledger.are(&seen, "vector", &[("cycles_issued", 7), ("cycles_operand", 2), ("cycles_fetch", 2)]);
}

/// A load and a store of 32 threads, and the user of what was loaded.
const ACCESSES: &str = "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd2, %rd1, %rd2;\nld.global.u32 %r2, [%rd2];
    add.u32 %r3, %r2, 1;\nst.global.u32 [%rd2], %r3;\nst.global.u32 [%rd2+4096], %r3;";

/// Ports that are taken for as long as a vector is.
pub fn vector_accesses(ledger: &mut Ledger) {
    let seen = vector(ACCESSES, &[]).run();
    ledger.are(&seen, "vector", &[("loads", 1), ("complex", 1), ("stores", 2), ("spills", 0)]);
    ledger.are(&seen, "vector", &[("busy_loads", 32), ("busy_stores", 64)]);
    // issued in c, the user leaves in c + 33; the second store waits for the port, 31 cycles behind
    // the first
    ledger.are(&seen, "vector", &[("cycles_load", 32), ("cycles_pipeline", 31)]);
    // too few registers: values lie in memory
    let values: String = (2..10).map(|n| format!("add.u32 %r{n}, %r1, {n};\n")).collect();
    let sums: String = (2..10).map(|n| format!("add.u32 %r1, %r1, %r{n};\n")).collect();
    let seen = vector(&format!("mov.u32 %r1, %tid.x;\n{values}{sums}"), &["vector.each=5"]).run();
    // nine values at once; an addition reads two, so that three of five registers are values' own,
    // and six lie in memory: each is stored and loaded once
    ledger.are(&seen, "vector", &[("spills", 12), ("loads", 6), ("stores", 6)]);
    // the line of each beat; two stores are two lines
    let seen = vector(ACCESSES, &["vector.timing=pipes"]).run();
    ledger.are(&seen, "vector_memory", &[("accesses", 3), ("elements", 96), ("beats", 3), ("lines", 3), ("held", 0)]);
}

/// A branch that parts threads: a JOIN behind it, a mask for each side.
pub fn joins(ledger: &mut Ledger) {
    let body = "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 8;\n@%p1 bra SIDE;\nadd.u32 %r2, %r1, 1;\nSIDE:\nadd.u32 %r3, %r1, 2;";
    let seen = vector(body, &[]).run();
    // behind the branch the lower side is masked; where both meet all are active again
    ledger.are(&seen, "vector", &[("joins", 2), ("masks", 1), ("busy_alu", 2 * 32)]);
    ledger.is(&seen, "vector.cycles_join", 2 * 31);
}

/// Quotients, what the table lacks, and a barrier between partitions.
pub fn others(ledger: &mut Ledger) {
    let seen = vector("cvt.rn.f32.u32 %f1, %tid.x;\ndiv.rn.f32 %f2, %f1, %f1;", &[]).run();
    ledger.is(&seen, "vector.busy_divide", 32);
    let seen = vector("cvt.rn.f32.u32 %f1, %tid.x;\nsin.approx.f32 %f2, %f1;", &[]).run();
    ledger.are(&seen, "vector", &[("refused", 1), ("cycles_scalar", 33)]);
    // two partitions of one CTA; products in pipelines of eight beats
    let wait =
        "cvt.rn.f32.u32 %f1, %tid.x;\nfma.rn.f32 %f2, %f1, %f1, %f1;\nbar.sync 0;\nfma.rn.f32 %f3, %f2, %f1, %f1;";
    let seen = vector(wait, &["vector.partitions=2", "vector.timing=pipes"]).launch(1, 512).run();
    ledger.are(&seen, "vector", &[("packs", 2), ("busy_fma", 4 * 8)]);
    // behind the sums of both, 15 cycles of latency less the second issue: before the barrier, and
    // at the end; one start has nothing beside it, nor have the ends
    ledger.are(&seen, "vector", &[("cycles_quiet", 2 * 14), ("cycles_turnover", 3)]);
}

/// Two cores, one of which has no work; results of one cycle, of which one is written.
pub fn idle_and_late(ledger: &mut Ledger) {
    let seen = vector(CHAIN, &["core.count=2"]).run();
    ledger.is(&seen, "vector.cycles_idle", seen.run.cycles);
    // a load of 32 cycles and 31 moves behind it, the last of which ends with it
    let moves: String = (0..31).map(|n| format!("mov.u32 %r{}, {n};\n", 3 + n % 8)).collect();
    let load = format!("ld.param.u64 %rd1, [out];\nld.global.u32 %r2, [%rd1];\n{moves}st.global.u32 [%rd1], %r2;");
    let seen = vector(&load, &[]).run();
    ledger.is(&seen, "vector.late_results", 1);
    // lines of a beat that the interconnect has no room for: 32 of them, eight places; a read has a
    // flit, a write two, the first of which leaves at once
    let far = "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 128;\n\
        add.u64 %rd2, %rd1, %rd2;\nld.global.u32 %r2, [%rd2];\nst.global.u32 [%rd2], %r2;";
    let seen = vector(far, &["vector.timing=pipes"]).run();
    ledger.are(&seen, "vector_memory", &[("lines", 64), ("held", 24 + 2 * 24 - 1)]);
}
