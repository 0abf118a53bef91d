//! Tests of the counters of virtual threads and of the priority of one warp, from the cycles at
//! which CTAs start, are swapped out, are swapped in and end.

use crate::statistics::desk::{Desk, Ledger, Seen};

/// Every thread loads a word of its CTA's own line, and wants it.
const LOAD: &str =
    "mov.u32 %r1, %ctaid.x;\nmul.wide.u32 %rd2, %r1, 4096;\nld.param.u64 %rd1, [out];\nadd.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];\nadd.u32 %r3, %r2, 1;\nst.global.u32 [%rd3], %r3;";

/// Cycles in which some CTA has a slot.
fn active(seen: &Seen) -> u64 {
    let came: u64 = seen.in_and_out.iter().filter(|(_, came)| *came).map(|(cycle, _)| cycle).sum();
    let went: u64 = seen.in_and_out.iter().filter(|(_, came)| !came).map(|(cycle, _)| cycle).sum();
    went + seen.ended.iter().sum::<u64>() - came
}

/// One CTA can be scheduled, and two are there: each goes out at its load. The first comes back
/// when its line has come, the second when the first has ended.
pub fn turns(ledger: &mut Ledger) {
    let seen = Desk::new(LOAD).launch(2, 32).policy("vt").set(&["core.ctas=1"]).run();
    let assigned = seen.ended.iter().sum::<u64>() - seen.started.iter().sum::<u64>();
    ledger.are(&seen, "vt", &[("swaps", 2), ("marks", 2), ("fresh", 2), ("restored", 2), ("assigned", assigned)]);
    // a context of one warp: 128 + 160 * 4 bits are two beats of 512
    ledger.are(&seen, "vt", &[("beats_read", 4), ("beats_written", 4), ("contexts", assigned * 128)]);
    ledger.is(&seen, "vt.active", active(&seen));
    // no CTA has a slot, but one is there
    let (first, last) = (seen.started[0], seen.ended[1]);
    ledger.is(&seen, "slots.swap", last - first - active(&seen));
}

/// 41 beats of the first CTA wait for the second one's 32 accesses, which begin as soon as it has
/// come: a cycle each.
pub fn beats_that_wait(ledger: &mut Ledger) {
    let body = format!("ld.shared.u32 %r7, [words];\nbar.sync 0;\n{LOAD}");
    let set = ["core.ctas=1", "vt.warps=64", "core.width=32", "core.registers=65536"];
    let seen = Desk::new(&body).launch(2, 1024).policy("vt").set(&set).run();
    ledger.are(&seen, "vt", &[("swaps", 2), ("beats_written", 2 * 41), ("held", 32)]);
    // data of 8 KiB while a CTA is there
    let assigned = seen.ended.iter().sum::<u64>() - seen.started.iter().sum::<u64>();
    ledger.is(&seen, "core.shared", assigned * 8192);
}

/// Warps wait for a load behind a chain of additions: a short one is over long before the first
/// line comes, and the CTA goes out; with a longer one the last of 16 warps is stalled so late that
/// the first wakes while they are copied; then they are never stalled together.
pub fn a_swap_that_stops(ledger: &mut Ledger) {
    for (chain, marks, swaps) in [(0, 1, 1), (7, 1, 1), (8, 1, 0), (9, 0, 0), (19, 0, 0)] {
        let body = format!(
            "mov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 480;\nmul.wide.u32 %rd2, %r2, 64;\nld.param.u64 %rd1, [out];\nadd.s64 %rd3, %rd1, %rd2;
             ld.global.u32 %r3, [%rd3];\n{}add.u32 %r4, %r3, %r5;\nst.global.u32 [%rd3], %r4;",
            "add.u32 %r5, %r5, 1;\n".repeat(chain)
        );
        let set = ["core.ctas=1", "core.registers=65536", "core.width=32"];
        let seen = Desk::new(&body).launch(2, 512).policy("vt").set(&set).run();
        ledger.are(&seen, "vt", &[("marks", marks), ("swaps", swaps), ("stopped", marks - swaps)]);
    }
}

/// Two CTAs of one warp that issue together once: what one of them has issued is counted a cycle
/// later.
pub fn untold(ledger: &mut Ledger) {
    let body = "mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r1, 2;\nadd.u32 %r4, %r2, %r3;";
    let set = ["core.ctas=2", "core.schedulers=2", "core.sps=2", "core.width=32"];
    ledger.is(&Desk::new(body).launch(3, 32).policy("vt").set(&set).run(), "vt.untold", 1);
}

/// A warp that loads within two branches has more entries than a context of two.
pub fn deep_stacks(ledger: &mut Ledger) {
    let body = format!(
        "mov.u32 %r4, %tid.x;\nsetp.gt.u32 %p1, %r4, 15;\n@%p1 bra OUT;\nsetp.gt.u32 %p2, %r4, 7;\n@%p2 bra MIDDLE;\n{LOAD}\n\
         MIDDLE:\nadd.u32 %r5, %r4, 1;\nst.shared.u32 [words], %r5;\nOUT:\nadd.u32 %r6, %r4, 1;\nst.shared.u32 [words], %r6;"
    );
    let seen = Desk::new(&body).launch(2, 32).policy("vt").set(&["core.ctas=1", "vt.depth=2"]).run();
    // each CTA goes out once
    ledger.are(&seen, "vt", &[("swaps", 2), ("deep", 2)]);
}

/// The first warp's first line is on its way when the second warp's second load is the last that is
/// left: it owns memory.
pub fn owners(ledger: &mut Ledger) {
    let body = "mov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 32;\nmul.wide.u32 %rd2, %r2, 64;\nld.param.u64 %rd1, [out];\nadd.s64 %rd3, %rd1, %rd2;
        ld.global.u32 %r3, [%rd3];\nld.global.u32 %r4, [%rd3+128];\nadd.u32 %r5, %r3, %r4;";
    let desk = Desk::new(body).launch(1, 64).policy("mascar").set(&["l1.latency=1"]);
    ledger.is(&desk.clone().set(&["mascar.saturated=1"]).run(), "mascar.owners", 1);
    // saturated in the cycles after the miss and before the line
    let seen = Desk::new(LOAD).policy("mascar").set(&["mascar.saturated=1"]).run();
    ledger.is(&seen, "mascar.saturated", seen.get("l1.mshr_cycles") - 1);
    assert_eq!(
        desk.set(&["mascar.saturated=5"]).run().get("mascar.saturated"),
        0,
        "four lines are never on their way as five"
    );
}
