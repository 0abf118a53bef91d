//! Shared memory under lanes (STSIMT 3.5): warps of different lanes meet in its banks, threads of a
//! warp never do.

use std::fmt::Write as _;

use crate::support::one_cta;
use heddle_gpu::config::Config;
use heddle_gpu::system::Run;

const LOADS: usize = 64;

/// Loads from shared memory: thread t of warp w reads word (t * thread + w * warp) mod 4096. One
/// warp of `every` does so: with as many as there are lanes, those of one lane.
fn run(policy: &str, every: u32, thread: u32, warp: u32, rounds: u32) -> Run {
    let mut ptx = String::from(
        "
.version 7.0
.target sm_70
.address_size 64
.visible .entry loads(.param .u64 out, .param .u32 rounds)
{
    .reg .pred %p<2>;
    .reg .b32 %r<90>;
    .reg .b64 %rd<4>;
    .shared .align 4 .b8 words[16384];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 31;
    shr.u32 %r3, %r1, 5;
",
    );
    write!(ptx, "    and.b32 %r7, %r3, {};\n    setp.ne.s32 %p1, %r7, 0;\n    @%p1 exit;\n", every - 1).unwrap();
    write!(
        ptx,
        "
    mul.lo.u32 %r4, %r2, {thread};
    mad.lo.u32 %r4, %r3, {warp}, %r4;
    and.b32 %r4, %r4, 4095;
    shl.b32 %r4, %r4, 2;
    mov.u32 %r5, words;
    add.s32 %r4, %r4, %r5;
    ld.param.u32 %r6, [rounds];
LOOP:
"
    )
    .unwrap();
    for n in 0..LOADS {
        writeln!(ptx, "    ld.shared.u32 %r{}, [%r4];", 10 + n % 8).unwrap();
    }
    ptx += "
    sub.s32 %r6, %r6, 1;
    setp.ne.s32 %p1, %r6, 0;
    @%p1 bra LOOP;
    exit;
}
";
    one_cta(&Config::one_core("stsimt", &["core.scheduling=lrr", "shared.banks=32"]), policy, &ptx, 1024, &[rounds])
}

/// Threads served a cycle, and conflicts a cycle, in the rounds alone: what two runs differ in.
fn served(policy: &str, every: u32, thread: u32, warp: u32) -> (f64, f64) {
    let [short, long] = [2, 10].map(|rounds| run(policy, every, thread, warp, rounds));
    let of = |name: &str| (long.get(name).unwrap() - short.get(name).unwrap()) as f64;
    let cycles = (long.cycles - short.cycles) as f64;
    (of("core.shared_accesses") / cycles, of("core.shared_conflicts") / cycles)
}

/// Of a lane's cycles, those in which it loads: the others go to the loop's two instructions.
const PART: f64 = LOADS as f64 / (LOADS + 2) as f64;

fn near(what: &str, is: f64, should: f64) {
    assert!((is - should).abs() <= should * 0.02, "{what}: {is:.3} instead of {should:.3}");
}

#[test]
fn lanes_share_the_banks() {
    for (policy, width) in [("tsimt", 1.0), ("stsimt2", 2.0), ("stsimt4", 4.0)] {
        // all lanes in step read the same words, or words of other banks
        for (what, thread) in [("broadcast", 0), ("stride 1", 1), ("stride 2", 2)] {
            let (rate, conflicts) = served(policy, 1, thread, 0);
            near(&format!("{policy}, {what}"), rate, 8.0 * PART);
            assert_eq!(conflicts, 0.0, "{policy}, {what}");
        }
        // every warp has a word of its own in the same bank: one bundle a cycle, and the other
        // lanes are refused
        let (rate, conflicts) = served(policy, 1, 0, 32);
        near(&format!("{policy}, a word a warp"), rate, width);
        near(&format!("{policy}, a word a warp, conflicts"), conflicts, 8.0 / width - 1.0);
    }
}

#[test]
fn threads_of_a_warp_meet_where_they_go_together() {
    for (policy, width) in [("tsimt", 1.0), ("stsimt2", 2.0), ("stsimt4", 4.0)] {
        let lanes = 8 / width as u32;
        for (what, thread) in [("broadcast", 0), ("stride 1", 1), ("stride 2", 2)] {
            let (rate, conflicts) = served(policy, lanes, thread, 0);
            near(&format!("{policy}, one lane, {what}"), rate, width * PART);
            assert_eq!(conflicts, 0.0, "{policy}, {what}");
        }
        // all threads want the same bank: one after the other, as they go anyway under TSIMT;
        // elsewhere the loop has time beside them
        let (rate, conflicts) = served(policy, lanes, 32, 0);
        let part = if width == 1.0 { PART } else { 1.0 };
        near(&format!("{policy}, one lane, stride 32"), rate, part);
        near(&format!("{policy}, one lane, stride 32, conflicts"), conflicts, part * (width - 1.0) / width);
    }
}
