//! Tests of the classes of issue slots, cycle by cycle: by how much each class grows in a run that
//! is longer by some instructions.

use crate::statistics::desk::{Desk, Ledger, Seen};

const CLASSES: [&str; 7] = ["issued", "pipeline", "short", "fetch", "long", "barrier", "idle"];

/// Every slot is in one class; an issue is a step, or an instruction without any.
fn sum(seen: &Seen, slots: u64) {
    let all: u64 = CLASSES.iter().map(|class| seen.get(&format!("slots.{class}"))).sum();
    assert_eq!(all, seen.run.cycles * slots);
}

/// `rounds` of a loop over `body`, whose results are wanted in the end; instructions are fetched
/// far ahead.
fn rounds(body: &str, rounds: u32) -> Desk {
    let text = format!(
        "mov.u32 %r1, %tid.x;\nmov.u32 %r9, {rounds};\nld.param.u64 %rd1, [out];\nAGAIN:\n{body}\nsub.u32 %r9, %r9, 1;\n\
            setp.ne.u32 %p1, %r9, 0;\n@%p1 bra AGAIN;
add.u32 %r6, %r2, %r3;
add.u32 %r7, %r4, %r5;
add.u32 %r8, %r6, %r7;"
    );
    Desk::new(&text).set(&["fetch.buffer=16"])
}

/// What one round more has more of.
fn round(ledger: &mut Ledger, desk: impl Fn(u32) -> Desk, wanted: [u64; 7]) {
    let (shorter, longer) = (desk(8).run(), desk(9).run());
    sum(&shorter, 1);
    for (class, wanted) in CLASSES.iter().zip(wanted) {
        ledger.grows(&shorter, &longer, &format!("slots.{class}"), wanted);
    }
    assert_eq!(longer.run.cycles - shorter.run.cycles, wanted.iter().sum::<u64>());
}

/// Loop: the subtraction and the comparison wait 4 beats, 6 stages and 6 cycles around them for
/// their operand, and the branch for its predicate, in each case at 16 cycles; behind the branch,
/// the next instruction comes 2 cycles later.
const LOOP: [u64; 7] = [3, 0, 15 + 15, 1, 0, 0, 0];

fn plus(more: [u64; 7]) -> [u64; 7] {
    std::array::from_fn(|n| LOOP[n] + more[n])
}

pub fn arithmetic(ledger: &mut Ledger) {
    // each goes in 4 beats; nobody waits for anything else
    let independent = "add.u32 %r2, %r1, 1;\nadd.u32 %r3, %r1, 2;\nadd.u32 %r4, %r1, 3;\nadd.u32 %r5, %r1, 4;";
    round(ledger, |n| rounds(independent, n), plus([4, 4 * 3, 0, 0, 0, 0, 0]));
    // each waits for the one before; the first goes 4 cycles, the subtraction another 4 behind the
    // last
    let dependent = "add.u32 %r2, %r1, 1;\nadd.u32 %r3, %r2, 2;\nadd.u32 %r4, %r3, 3;";
    round(ledger, |n| rounds(dependent, n), plus([3, 3, 2 * 15, 0, 0, 0, 0]));
    // with as many units as threads, it is one beat
    let wide = |n| rounds("add.u32 %r2, %r1, 1;\nadd.u32 %r3, %r2, 2;", n).set(&["core.width=32"]);
    round(ledger, wide, [5, 0, 3 * 12, 1, 0, 0, 0]);
}

pub fn fetch(ledger: &mut Ledger) {
    // the first line: on its way 131 cycles (see the memory's tests), then 2 in the cache; the
    // return goes
    let seen = Desk::new("").run();
    sum(&seen, 1);
    ledger.are(&seen, "slots", &[("fetch", 131 + 2), ("issued", 1), ("idle", 0), ("short", 0), ("pipeline", 0)]);
    let slow = |n| rounds("", n).set(&["fetch.latency=10"]);
    round(ledger, slow, [3, 0, 30, 9, 0, 0, 0]);
}

/// Stages to memory for an address of two words, and back for a word.
const STAGES: u64 = 4 + 3;

pub fn memory_waits(ledger: &mut Ledger) {
    // the load hits: 4 beats for its addresses, a cycle to L1, 30 in it, less the one in which it
    // issues
    let hits = "ld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r2, 1;";
    round(ledger, |n| rounds(hits, n), plus([2, 3, 0, 0, 34 + STAGES, 0, 0]));
    // each round another line of an open row: 29 cycles to the tags, and 119 on its way instead
    let misses = "ld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r2, 1;\nadd.s64 %rd1, %rd1, 128;";
    let seen = [5, 6].map(|n| rounds(misses, n).run());
    ledger.grows(&seen[0], &seen[1], "slots.long", 4 + 29 + 119 + STAGES);
    // one that nobody waits for keeps the warp that has ended
    let seen = Desk::new("ld.param.u64 %rd1, [out];\nld.global.u32 %r2, [%rd1];").run();
    let (answered, other) = (seen.get("slots.long"), seen.get("l1.mshr_cycles"));
    // it goes, has its addresses 4 cycles later, is at the tags in 30, and then on its way; two of
    // the cycles until then go to the return, and to fetching it
    assert_eq!(answered, 4 - 2 + 29 + STAGES + other);
}

pub fn barrier(ledger: &mut Ledger) {
    // warp 1 waits at the barrier for warp 0, which has one sum more in a row; each has a scheduler
    let desk = |more: usize| {
        let sums = "add.u32 %r2, %r2, 1;\n".repeat(more);
        let body =
            format!("mov.u32 %r2, %tid.x;\nsetp.gt.u32 %p1, %r2, 31;\n@%p1 bra THERE;\n{sums}THERE:\nbar.sync 0;");
        Desk::new(&body).launch(1, 64).set(&["core.schedulers=2", "fetch.buffer=16"])
    };
    let (shorter, longer) = (desk(8).run(), desk(9).run());
    sum(&longer, 2);
    ledger.grows(&shorter, &longer, "slots.barrier", 16);
    ledger.grows(&shorter, &longer, "slots.short", 15);
    ledger.grows(&shorter, &longer, "slots.issued", 1);
}

pub fn idle(ledger: &mut Ledger) {
    // a core without a CTA has all its slots idle, and so has a scheduler without a warp
    let desk = || Desk::new("mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 5;");
    let alone = desk().run();
    ledger.is(&alone, "slots.idle", alone.run.cycles - alone.ended[0]);
    let two = desk().set(&["core.count=2"]).run();
    assert_eq!(two.run.cycles, alone.run.cycles);
    ledger.is(&two, "slots.idle", alone.get("slots.idle") + two.run.cycles);
    let both = desk().set(&["core.schedulers=2", "core.issue=2"]).run();
    sum(&both, 4);
    ledger.is(&both, "slots.idle", 2 * both.run.cycles + 2 * (both.run.cycles - both.ended[0]));
}
