//! Tests of the counters of cores: instructions, steps, threads, operands, residents, lanes.

use crate::statistics::desk::{Desk, Ledger};

/// Nine instructions and the return: ten steps, as the wide product, all of which is compared, has
/// two. `sin` is special; the conversion to FP64 and its sum are FP64. The last is for threads 0 to
/// 3 alone.
const MIXED: &str = "
mov.u32 %r1, %tid.x;
add.u32 %r2, %r1, 5;
mul.wide.u32 %rd1, %r1, %r2;
mov.f32 %f1, 0f3F800000;
sin.approx.f32 %f2, %f1;
cvt.f64.f32 %d1, %f2;
add.f64 %d2, %d1, %d1;
setp.lt.u64 %p1, %rd1, 36;
@%p1 add.u32 %r3, %r1, %r2;";

/// Three CTAs of a full warp and one of eight threads.
pub fn instructions_and_steps(ledger: &mut Ledger) {
    for policy in ["simt", "simt-scalar", "tsimt+"] {
        let seen = Desk::new(MIXED).launch(3, 40).policy(policy).run();
        // 6 warps of 10 instructions; all threads in 9 of them, and 4 threads of one warp in three
        // in the last
        ledger.are(&seen, "core", &[("instructions", 60), ("thread_instructions", 3 * (40 * 9 + 4)), ("ctas", 3)]);
        // all of them stand in the text
        ledger.is(&seen, "core.text_instructions", 1092);
        assert_eq!((seen.run.instructions, seen.run.thread_instructions), (60, 1092));
        if policy == "simt-scalar" {
            // the constant, its sine, its conversion and its sum are scalar, and so is the return
            ledger.are(&seen, "core", &[("scalar_instructions", 6 * 5), ("scalar_steps", 6 * 4), ("steps", 60)]);
            ledger.are(&seen, "core", &[("special", 6), ("double", 6 * 2)]);
            continue;
        }
        ledger.are(&seen, "core", &[("scalar_instructions", 0), ("scalar_steps", 0)]);
        // 10 steps of a warp, the return has none; 9 steps of all threads, and the one of 4
        ledger.are(&seen, "core", &[("steps", 60), ("thread_steps", 3 * (40 * 9 + 4))]);
        ledger.are(&seen, "core", &[("special", 3 * 40), ("double", 3 * 2 * 40), ("arithmetic", 3 * (40 * 6 + 4))]);
        ledger.are(&seen, "core", &[("accesses", 0), ("shared_accesses", 0), ("shared_conflicts", 0)]);
        // words a thread: the sum reads 1, the halves of the product 2 each, sine and conversion 1
        // each, the FP64 sum two of 2, the comparison 2; the last one 2. Written: 1, 1, 2, 1, 1, 2,
        // 2, and the last one 1. A core whose registers are as wide as a warp moves 32 words for
        // any mask but none
        let (all, last) = if policy == "simt" { (2 * 32, 32) } else { (40, 4) };
        ledger.is(&seen, "core.operands_read", 3 * (13 * all + 2 * last));
        ledger.is(&seen, "core.operands_written", 3 * (10 * all + last));
    }
}

/// Two scalar instructions, then two of all threads.
pub fn scalars(ledger: &mut Ledger) {
    let body = "mov.u32 %r1, %ctaid.x;\nadd.u32 %r2, %r1, %r1;\nmov.u32 %r3, %tid.x;\nadd.u32 %r4, %r2, %r3;";
    for policy in ["simt-scalar", "tsimt+-scalar"] {
        let seen = Desk::new(body).policy(policy).run();
        // the return is scalar, too, and has no step
        ledger.are(
            &seen,
            "core",
            &[("scalar_instructions", 3), ("scalar_steps", 2), ("steps", 4), ("instructions", 5)],
        );
        ledger.are(&seen, "core", &[("thread_steps", 2 + 64), ("arithmetic", 2 + 64), ("thread_instructions", 5 * 32)]);
        // read: r1 twice and r2 once, a word each, and r3; written: two scalars and two vectors
        ledger.are(&seen, "core", &[("operands_read", 3 + 32), ("operands_written", 2 + 64)]);
    }
    let seen = Desk::new(body).run();
    ledger.are(&seen, "core", &[("scalar_instructions", 0), ("scalar_steps", 0), ("thread_steps", 4 * 32)]);
    ledger.are(&seen, "core", &[("operands_read", 4 * 32), ("operands_written", 4 * 32)]);
}

/// CTAs of one warp, so that the warps' times are those of the CTAs.
pub fn residents(ledger: &mut Ledger) {
    // two words are alive at once
    let body = "mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 5;\nmul.lo.u32 %r3, %r1, %r2;\nadd.u32 %r4, %r3, %r2;";
    for (policy, block) in [("simt", 32), ("simt", 7), ("tsimt", 7), ("tsimt+", 32), ("tsimt+", 7)] {
        for grid in [1, 3] {
            let seen = Desk::new(body).launch(grid, block).policy(policy).run();
            assert_eq!(seen.ended.len() as u32, grid);
            let first = *seen.started.iter().min().unwrap();
            let last = *seen.ended.iter().max().unwrap();
            let present = seen.ended.iter().sum::<u64>() - seen.started.iter().sum::<u64>();
            ledger.are(&seen, "core", &[("busy", last - first), ("warps", present)]);
            // whole warps, but that with partial allocation a warp has registers for its own
            // threads alone
            let threads = if policy == "tsimt+" { u64::from(block) } else { 32 };
            ledger.is(&seen, "core.registers", 2 * threads * present);
            // under SIMT all warps are on the one lane that there is; three times seven threads
            // find room beside each other
            let one = policy == "simt" || (policy, block) == ("tsimt+", 7);
            let lanes = if one { last - first } else { present };
            ledger.is(&seen, "core.lanes_static", lanes);
            // nobody waits for memory
            ledger.is(&seen, "core.lanes_dynamic", lanes);
        }
    }
}

/// A lane whose warp waits for memory is there, and not at work.
pub fn lanes_that_wait(ledger: &mut Ledger) {
    let load = "ld.param.u64 %rd1, [out];\nld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;";
    // a lane shows at the end of a cycle what has come in it, too late for issue
    for (policy, late) in [("simt", 0), ("tsimt+", 1)] {
        let seen = Desk::new(load).policy(policy).run();
        let (all, long) = (seen.get("core.lanes_static"), seen.get("slots.long"));
        assert!(long > 50, "{long}");
        ledger.is(&seen, "core.lanes_dynamic", all - long + late);
    }
}

/// Warps on lanes of their own, which all come to the same place at once.
pub fn conflicts(ledger: &mut Ledger) {
    let zero = [("conflicts_1", 0), ("conflicts_2", 0), ("conflicts_3", 0)];
    ledger.are(&Desk::new("bar.sync 0;").launch(1, 128).run(), "core", &zero);
    // their line comes for all; then one issues a cycle, and the others that have not could; in the
    // cycle in which the last one opens the barrier, all others could go on. The same behind it
    for (warps, wanted) in
        [(1, [0, 0, 0]), (2, [3, 0, 0]), (3, [2, 3, 0]), (4, [2, 2, 3]), (5, [2, 2, 5]), (6, [2, 2, 7])]
    {
        let seen = Desk::new("bar.sync 0;").launch(1, 32 * warps).policy("tsimt+").run();
        let names = ["conflicts_1", "conflicts_2", "conflicts_3"];
        let wanted: Vec<_> = names.into_iter().zip(wanted).collect();
        ledger.are(&seen, "core", &wanted);
        // four issue in the first cycle; what is left and those who were first in the second, but
        // for two or one; these and the rest in the third
        let seen = Desk::new("bar.sync 0;").launch(1, 32 * warps).policy("tsimt+").set(&["core.issue=4"]).run();
        let wanted = [
            ("conflicts_1", 2 * u64::from(warps == 5)),
            ("conflicts_2", 2 * u64::from(warps == 6)),
            ("conflicts_3", 0),
        ];
        ledger.are(&seen, "core", &wanted);
    }
}

/// Thread t reads word t * stride.
fn shared(stride: u32) -> Desk {
    Desk::new(&format!(
        "mov.u32 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, {};\nmov.u32 %r3, words;\nadd.u32 %r4, %r2, %r3;\nld.shared.u32 %r5, [%r4];",
        4 * stride
    ))
}

/// Eight threads a cycle, 32 banks: of eight threads in a row so many want the same bank.
pub fn shared_memory(ledger: &mut Ledger) {
    for (stride, degree) in [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (8, 2), (16, 4), (24, 2), (32, 8)] {
        let seen = shared(stride).run();
        ledger.are(&seen, "core", &[("shared_accesses", 32), ("shared_conflicts", 4 * (degree - 1))]);
        ledger.is(&seen, "core.accesses", 0);
        // threads of a warp never meet on a lane
        let seen = shared(stride).policy("tsimt+").run();
        ledger.are(&seen, "core", &[("shared_accesses", 32), ("shared_conflicts", 0)]);
    }
    // two warps want one bank 32 times each: while both do, one of them is refused each cycle
    let seen = shared(32).launch(1, 64).policy("tsimt+").run();
    let conflicts = seen.get("core.shared_conflicts");
    assert!((28..64).contains(&conflicts), "{conflicts}");
    ledger.is(&seen, "core.shared_accesses", 64);
}

/// A parameter and an access of the threads for which it is.
pub fn accesses(ledger: &mut Ledger) {
    let body = "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 3;\n\
        @%p1 st.global.u32 [%rd1], %r1;\natom.global.add.u32 %r2, [%rd1], 1;";
    for policy in ["simt", "tsimt+"] {
        let seen = Desk::new(body).launch(1, 33).policy(policy).run();
        // every thread has the parameter and the atomic, three of them the store
        ledger.is(&seen, "core.accesses", 33 + 3 + 33);
        ledger.is(&seen, "l1.threads", 3 + 33);
    }
}
