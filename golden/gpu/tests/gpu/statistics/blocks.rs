//! Tests of the counters of compaction, with two warps of a CTA that diverge at a branch. The
//! pipeline takes a warp's instruction in four cycles, so that the second warp comes to each branch
//! four cycles after the first.

use crate::statistics::desk::{Desk, Ledger};

/// A branch that no thread takes; then lanes 0 to 15 of warp 0 and 16 to 31 of warp 1 take another
/// one: each side fits in one warp.
const HALVES: &str =
    "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 63;\n@%p1 bra OUT;\nshr.u32 %r2, %r1, 1;\nxor.b32 %r2, %r2, %r1;\nand.b32 %r2, %r2, 16;
    setp.eq.u32 %p2, %r2, 0;\n@%p2 bra TAKEN;\nadd.u32 %r3, %r1, 1;\nbra.uni OUT;\nTAKEN:\nadd.u32 %r3, %r1, 2;\nOUT:\nadd.u32 %r4, %r3, 1;";

/// Lanes 0 to 7 of each warp take a branch: no side fits in fewer warps.
const ALIGNED: &str = "mov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 31;\nsetp.lt.u32 %p2, %r2, 8;\n@%p2 bra TAKEN;\nadd.u32 %r3, %r1, 1;\nbra.uni OUT;
    TAKEN:\nadd.u32 %r3, %r1, 2;\nOUT:\nadd.u32 %r4, %r3, 1;";

/// Sides that are compacted.
pub fn halves(ledger: &mut Ledger) {
    let seen = Desk::new(HALVES).launch(1, 64).policy("tbc").run();
    ledger.are(&seen, "blocks", &[("launched", 2), ("uniform", 1), ("divergent", 1), ("waits", 2), ("right", 1)]);
    ledger.are(&seen, "blocks", &[("taken", 1), ("not_taken", 1), ("reconverged", 1), ("fewer", 2)]);
    // two warps with threads of each mask; one is left of each side, and both where they meet
    ledger.are(&seen, "blocks", &[("parts", 6), ("plain", 6), ("compacted", 4), ("ideal", 4)]);
    // eight instructions of all threads, two and one of half of them, two of all
    ledger.is(&seen, "blocks.active_threads", 8 * 64 + 3 * 32 + 2 * 64);
    // the first warp waits four cycles at each branch
    ledger.is(&seen, "blocks.held", 8);
    // a mask is offered, accepted, and leaves, a warp a cycle
    ledger.is(&seen, "blocks.queued", 3 + 3 + 4);
    // until the first warp of a mask has its slot
    ledger.is(&seen, "slots.gather", 3 * 2);
}

/// Sides that compaction leaves as they are.
pub fn aligned(ledger: &mut Ledger) {
    let seen = Desk::new(ALIGNED).launch(1, 64).policy("tbc").run();
    ledger.are(&seen, "blocks", &[("compacted", 6), ("ideal", 1 + 2 + 2), ("fewer", 0), ("declined", 0)]);
    // the first warp of each side waits four cycles for the second one
    ledger.is(&seen, "blocks.met", 2 * 4);
    let seen = Desk::new(ALIGNED).launch(1, 64).policy("capri").run();
    ledger.are(&seen, "blocks", &[("waits", 1), ("right", 0), ("declined", 3)]);
}

/// Branches that nobody waits at: the sides are counted behind.
pub fn passed(ledger: &mut Ledger) {
    let seen = Desk::new(HALVES).launch(1, 64).policy("capri").set(&["compaction.first=pass"]).run();
    ledger.are(&seen, "blocks", &[("waits", 0), ("passes", 2), ("right", 1), ("counted", 2), ("held", 0)]);
}
