//! Tests of instructions by which threads cooperate: barriers, atomics, shuffles, votes.

use heddle_kernel::execute::Cause;

use crate::execute::chance::Chance;
use crate::execute::ptx::{Run, expect, kernel};

#[test]
fn a_reversal_through_shared_memory() {
    let text = kernel(
        ".shared .align 4 .b32 tile[84];",
        "mov.u32 %r1, tile; shl.b32 %r2, %t, 2; add.u32 %r3, %r1, %r2;
         st.shared.u32 [%r3], %t;
         bar.sync 0;
         mov.u32 %r4, 332; sub.u32 %r4, %r4, %r2; add.u32 %r4, %r4, %r1;
         ld.shared.u32 %r5, [%r4];
         st.global.u32 [%my], %r5;",
    );
    expect(&text, 84, |t| 83 - t);
}

#[test]
fn threads_that_have_ended_are_not_waited_for() {
    let text = kernel(
        ".shared .align 4 .b32 sum;",
        "setp.ge.u32 %p1, %t, 37; @%p1 exit;
         atom.shared.add.u32 %r1, [sum], 2;
         bar.sync 0;
         ld.shared.u32 %r2, [sum];
         st.global.u32 [%my], %r2;",
    );
    expect(&text, 64, |t| if t < 37 { 74 } else { 0 });
}

#[test]
fn barriers_reduce() {
    let text = kernel(
        "",
        "setp.lt.u32 %p1, %t, 40; setp.lt.u32 %p2, %t, 100; setp.gt.u32 %p3, %t, 200;
         bar.red.popc.u32 %r1, 1, %p1;
         bar.red.and.pred %p4, 2, %p2;
         bar.red.or.pred %p5, 2, %p3;
         bar.red.or.pred %p6, 2, %p1;
         selp.u32 %r2, 1000, 0, %p4; add.u32 %r1, %r1, %r2;
         selp.u32 %r2, 2000, 0, %p5; add.u32 %r1, %r1, %r2;
         selp.u32 %r2, 4000, 0, %p6; add.u32 %r1, %r1, %r2;
         st.global.u32 [%my], %r1;",
    );
    expect(&text, 84, |_| 40 + 1000 + 4000);
}

#[test]
fn producers_arrive_and_consumers_wait() {
    // the upper 32 threads fill; the lower 32 wait until they have
    let text = kernel(
        ".shared .align 4 .b32 tile[32];",
        "setp.lt.u32 %p1, %t, 32; mov.u32 %r1, tile;
         @%p1 bra CONSUME;
         sub.u32 %r2, %t, 32; mad.lo.u32 %r3, %r2, 4, %r1; mul.lo.u32 %r4, %r2, 7;
         st.shared.u32 [%r3], %r4;
         bar.arrive 3, 64;
         exit;
         CONSUME: bar.sync 3, 64;
         mad.lo.u32 %r3, %t, 4, %r1; ld.shared.u32 %r4, [%r3]; st.global.u32 [%my], %r4;",
    );
    expect(&text, 64, |t| if t < 32 { 7 * t } else { 0 });
}

#[test]
fn a_warp_may_wait_for_another_by_spinning() {
    let text = kernel(
        ".shared .align 4 .b32 flag;",
        "setp.ge.u32 %p1, %t, 32; @%p1 bra SET;
         SPIN: ld.volatile.shared.u32 %r1, [flag]; setp.eq.u32 %p2, %r1, 0; @%p2 bra SPIN;
         st.global.u32 [%my], %r1; exit;
         SET: mov.u32 %r2, 9; st.volatile.shared.u32 [flag], %r2;",
    );
    expect(&text, 64, |t| if t < 32 { 9 } else { 0 });
}

/// Lane by lane on the host: what is in memory after, and what each thread got.
fn atomic(op: &str, threads: &[u32], held: u64, mut step: impl FnMut(u64, u64) -> u64, ty: &str) {
    let wide = ty.ends_with("64");
    for space in ["global", "shared", "generic"] {
        let qualifier = if space == "generic" { String::new() } else { format!(".{space}") };
        let (suffix, value) = if wide { ("64", "%d2") } else { ("32", "%r2") };
        let widen = if wide { "cvt.u64.u32 %d2, %r2;" } else { "" };
        let address = match space {
            "global" => "mov.u64 %d1, %in;",
            "shared" => "mov.u64 %d1, word;",
            _ => "mov.u64 %d1, word; cvta.shared.u64 %d1, %d1;",
        };
        let cas = if op == "cas" { format!("{value}, {}", if wide { "%d3" } else { "%r3" }) } else { value.into() };
        let text = kernel(
            ".shared .align 8 .b64 word;",
            &format!(
                "ld.global.u32 %r2, [%mine+8]; {widen} {address} mov.u64 %d3, 99; mov.u32 %r3, 99;
                 ld.global.b{suffix} {from}, [%in]; setp.eq.u32 %p1, %t, 0; @%p1 st{qualifier}.b{suffix} [%d1], {from};
                 bar.sync 0;
                 atom{qualifier}.{op}.{ty} {to}, [%d1], {cas};
                 cvt.u32.u{suffix} %r4, {to};
                 st.global.u32 [%my], %r4;
                 bar.sync 0;
                 ld{qualifier}.b{suffix} {from}, [%d1]; cvt.u32.u{suffix} %r4, {from}; @%p1 st.global.u32 [%out+256], %r4;",
                from = if wide { "%d4" } else { "%r5" },
                to = if wide { "%d5" } else { "%r6" },
            ),
        );
        let mut run = Run::of(64).with([held as u32, (held >> 32) as u32].into_iter().chain(threads.iter().copied()));
        run.out.push(0);
        let out = run.go(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let mut word = held;
        for (thread, &b) in threads.iter().enumerate() {
            assert_eq!(out[thread], word as u32, "thread {thread}\n{text}");
            word = step(word, b.into());
        }
        assert_eq!(out[64], word as u32, "{text}");
    }
}

#[test]
fn atomics_in_the_order_of_lanes() {
    let mut chance = Chance(3);
    let threads: Vec<u32> = (0..64).map(|_| chance.below(40) as u32 + 80).collect();
    let word = |f: fn(u32, u32) -> u32| move |a: u64, b: u64| u64::from(f(a as u32, b as u32));
    atomic("add", &threads, 5, word(u32::wrapping_add), "u32");
    atomic("add", &threads, 5, u64::wrapping_add, "u64");
    atomic("min", &threads, 100, word(u32::min), "u32");
    atomic("max", &threads, 100, word(u32::max), "u32");
    atomic("min", &threads, 0xffff_fff0, word(|a, b| (a as i32).min(b as i32) as u32), "s32");
    atomic("max", &threads, 0xffff_fff0, word(|a, b| (a as i32).max(b as i32) as u32), "s32");
    atomic("min", &threads, u64::MAX, |a, b| (a as i64).min(b as i64) as u64, "s64");
    atomic("and", &threads, 0xff, word(|a, b| a & b), "b32");
    atomic("or", &threads, 0, word(|a, b| a | b), "b32");
    atomic("xor", &threads, 0, |a, b| a ^ b, "b64");
    atomic("exch", &threads, 1, |_, b| b, "b32");
    atomic("exch", &threads, 1, |_, b| b, "b64");
    atomic("inc", &threads, 95, word(|a, b| if a >= b { 0 } else { a + 1 }), "u32");
    atomic("dec", &threads, 95, word(|a, b| if a == 0 || a > b { b } else { a - 1 }), "u32");
    atomic("cas", &threads, u64::from(threads[9]), |a, b| if a == b { 99 } else { a }, "b32");
    atomic("cas", &threads, u64::from(threads[9]), |a, b| if a == b { 99 } else { a }, "b64");
    let floats: Vec<u32> = threads.iter().map(|&t| (t as f32 * 0.37).to_bits()).collect();
    let add = word(|a, b| (f32::from_bits(a) + f32::from_bits(b)).to_bits());
    atomic("add", &floats, u64::from(1f32.to_bits()), add, "f32");
}

#[test]
fn reductions_and_doubles() {
    let text = kernel(
        "",
        "cvt.rn.f64.u32 %g1, %t; red.global.add.f64 [%out+256], %g1; red.global.max.s32 [%out+264], %t;
         red.global.add.u32 [%out+268], 1;",
    );
    let mut run = Run::of(64);
    run.out.resize(68, 0);
    let out = run.go(&text).unwrap();
    let sum = f64::from_bits(u64::from(out[64]) | u64::from(out[65]) << 32);
    assert_eq!((sum, out[66], out[67]), (2016.0, 63, 64));
}

/// PTX's pseudo-code for `shfl`, for a whole warp.
fn shuffled(mode: &str, lane: u32, a: &[u32], active: u32, b: u32, c: u32) -> (u32, bool) {
    let (lane, segment) = (i64::from(lane), i64::from(c >> 8 & 31));
    let (b, c) = (i64::from(b & 31), i64::from(c & 31));
    let most = (lane & segment) | (c & !segment);
    let least = lane & segment;
    let (mut from, inside) = match mode {
        "up" => (lane - b, lane - b >= most),
        "down" => (lane + b, lane + b <= most),
        "bfly" => (lane ^ b, lane ^ b <= most),
        _ => {
            let from = least | (b & !segment);
            (from, from <= most)
        }
    };
    if !inside {
        from = lane;
    }
    // nothing comes from a thread that does not take part
    (if active >> from & 1 == 0 { 0 } else { a[from as usize] }, inside)
}

#[test]
fn shuffles_as_the_manual_has_them() {
    let mut chance = Chance(4);
    for round in 0..200 {
        let mode = ["up", "down", "bfly", "idx"][round % 4];
        let (b, c) = (chance.next() as u32, if round % 3 == 0 { 0x1f } else { chance.next() as u32 });
        let active = if round % 5 == 0 { u32::MAX } else { chance.next() as u32 | 1 };
        let a: Vec<u32> = (0..32).map(|_| chance.next() as u32).collect();
        let lanes: Vec<u32> = (0..32).map(|_| chance.next() as u32).collect();
        let uniform = round % 2 == 0;
        let amount = |lane: usize| if uniform { b } else { lanes[lane] };
        let text = kernel(
            "",
            &format!(
                "ld.global.u32 %r1, [%mine]; ld.global.u32 %r2, [%mine+128];
                 mov.u32 %r3, {active}; mov.u32 %r4, %lanemask_eq; and.b32 %r3, %r3, %r4; setp.ne.u32 %p1, %r3, 0;
                 @!%p1 exit;
                 shfl.sync.{mode}.b32 %r5|%p2, %r1, %r2, {c}, {active};
                 selp.u32 %r6, 1, 0, %p2;
                 st.global.u32 [%my], %r5; st.global.u32 [%my+128], %r6;"
            ),
        );
        let mut run = Run::of(32).with(a.iter().copied().chain((0..32).map(amount)));
        run.out.resize(64, 7);
        let out = run.go(&text).unwrap();
        for lane in 0..32usize {
            if active >> lane & 1 == 1 {
                let (value, inside) = shuffled(mode, lane as u32, &a, active, amount(lane), c);
                assert_eq!((out[lane], out[32 + lane]), (value, u32::from(inside)), "{mode} {b:#x} {c:#x} lane {lane}");
            }
        }
    }
}

#[test]
fn votes_matches_and_masks() {
    let text = kernel(
        "",
        "setp.ge.u32 %p1, %t, 24; @%p1 exit;
         and.b32 %r1, %t, 3; setp.eq.u32 %p2, %r1, 1;
         vote.sync.ballot.b32 %r2, %p2, 0xffffff; st.global.u32 [%my], %r2;
         vote.sync.any.pred %p3, %p2, 0xffffff; vote.sync.all.pred %p4, %p2, 0xffffff; vote.sync.uni.pred %p5, %p2, 0xffffff;
         selp.u32 %r3, 1, 0, %p3; selp.u32 %r4, 2, 0, %p4; or.b32 %r3, %r3, %r4; selp.u32 %r4, 4, 0, %p5; or.b32 %r3, %r3, %r4;
         st.global.u32 [%my+128], %r3;
         match.any.sync.b32 %r5, %r1, 0xffffff; st.global.u32 [%my+256], %r5;
         match.all.sync.b32 %r6|%p6, %r1, 0xffffff; st.global.u32 [%my+384], %r6;
         activemask.b32 %r7; st.global.u32 [%my+512], %r7;
         mov.u32 %r8, %lanemask_lt; mov.u32 %r9, %lanemask_ge; xor.b32 %r9, %r9, %r8; st.global.u32 [%my+640], %r9;
         redux.sync.add.u32 %r10, %t, 0xffffff; st.global.u32 [%my+768], %r10;",
    );
    let mut run = Run::of(32);
    run.out.resize(256, 0);
    let out = run.go(&text).unwrap();
    let ones: u32 = (0..24).filter(|t| t % 4 == 1).map(|t| 1 << t).sum();
    for t in 0..24 {
        let same: u32 = (0..24).filter(|o| o % 4 == t as u32 % 4).map(|o| 1 << o).sum();
        let found: [u32; 7] = std::array::from_fn(|n| out[32 * n + t]);
        assert_eq!(found, [ones, 1, same, 0, 0xff_ffff, u32::MAX, 276], "lane {t}");
    }
}

/// `if (a) { if (b) return; c } barrier`: where some leave on one side, the sides meet at the end
/// alone, but come to the same barrier.
#[test]
fn sides_that_meet_at_the_end_come_to_a_barrier_together() {
    let text = kernel(
        "",
        "mov.u32 %r2, 100;
         setp.ge.u32 %p1, %t, 20; @%p1 bra JOIN;
         setp.lt.u32 %p2, %t, 5; @%p2 bra LEAVE;
         add.u32 %r2, %t, 1000;
         JOIN: bar.red.popc.u32 %r3, 0, %p1;
         add.u32 %r2, %r2, %r3;
         st.global.u32 [%my], %r2;
         bar.sync 0;
         LEAVE: ret;",
    );
    expect(&text, 84, |t| {
        if t < 5 {
            0
        } else if t < 20 {
            t + 1064
        } else {
            164
        }
    });
}

/// Who leaves is not waited for, whichever side of the branch goes first.
#[test]
fn a_side_that_leaves_is_not_waited_for() {
    let text = kernel(
        "",
        "setp.lt.u32 %p1, %t, 16; @%p1 bra HERE; bra END; HERE: bar.sync 0; st.global.u32 [%my], 7; END: ret;",
    );
    expect(&text, 32, |t| if t < 16 { 7 } else { 0 });
}

#[test]
fn a_barrier_in_divergent_code_is_an_error() {
    let text =
        kernel("", "setp.lt.u32 %p1, %t, 16; @%p1 bra HERE; bra END; HERE: bar.sync 0; END: st.global.u32 [%my], 1;");
    let fault = Run::of(32).go(&text).unwrap_err();
    assert_eq!(fault.cause, Cause::DivergentBarrier { barrier: 0, missing: 16 });
    assert_eq!(fault.thread, Some([0, 0, 0]));
}
