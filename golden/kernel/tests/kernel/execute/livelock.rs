//! Tests of livelock: CTAs that wait for each other, and programs that never end.

use heddle_kernel::execute::{Cause, LowestPc, Options, Unobserved};

use crate::execute::ptx::{Run, kernel};

/// A barrier of the whole grid: each CTA's first thread counts, and waits for all.
const GRID_BARRIER: &str = "mov.u32 %r9, %nctaid.x; mov.u32 %r8, %ctaid.x;
    setp.ne.u32 %p1, %t, 0; @%p1 bra JOIN;
    atom.global.add.u32 %r1, [%in], 1;
    SPIN: ld.volatile.global.u32 %r2, [%in]; setp.lt.u32 %p2, %r2, %r9; @%p2 bra SPIN;
    JOIN: bar.sync 0; ld.global.u32 %r3, [%in]; st.global.u32 [%my], %r3;";

#[test]
fn a_barrier_of_the_grid_opens() {
    for (grid, block) in [(1, 1), (4, 1), (4, 64), (700, 1), (120, 256), (4096, 1)] {
        let run = Run { grid, ..Run::of(block) }.with([0]);
        assert_eq!(run.go(&kernel("", GRID_BARRIER)).unwrap()[0], grid, "{grid} CTAs of {block} threads");
    }
    // one CTA more than can begin
    let fault = Run { grid: 4097, ..Run::of(1) }.with([0]).go(&kernel("", GRID_BARRIER)).unwrap_err();
    assert!(fault.to_string().contains("1 CTAs have not begun, since 4096 have not ended"), "{fault}");
    assert!(fault.to_string().contains("which hold 0x00001000"), "{fault}");
}

#[test]
fn ctas_and_warps_pass_a_token_on() {
    // CTA n waits until n is in the word, from the last one to the first
    let body =
        "mov.u32 %r1, %ctaid.x; SPIN: ld.volatile.global.u32 %r2, [%in]; setp.ne.u32 %p1, %r2, %r1; @%p1 bra SPIN;
        sub.u32 %r3, %r2, 1; st.volatile.global.u32 [%in], %r3; st.global.u32 [%out], %r3;";
    for grid in [1, 2, 33, 300] {
        let run = Run { grid, ..Run::of(1) }.with([grid - 1]);
        assert_eq!(run.go(&kernel("", body)).unwrap(), [u32::MAX], "{grid}");
    }
    // the same of warps in a CTA, by shared memory, which is 0 at the beginning
    let body = "shr.u32 %r1, %t, 5; and.b32 %r4, %t, 31; setp.ne.u32 %p2, %r4, 0; @%p2 bra END; sub.u32 %r1, 31, %r1;
        SPIN: ld.volatile.shared.u32 %r2, [word]; setp.ne.u32 %p1, %r2, %r1; @%p1 bra SPIN;
        add.u32 %r3, %r2, 1; st.volatile.shared.u32 [word], %r3; st.global.u32 [%my], %r3; END: ret;";
    assert_eq!(Run::of(1024).go(&kernel(".shared .b32 word;", body)).unwrap()[0], 32);
}

/// What a kernel without end is stopped by: its place, and what it says.
fn never(declarations: &str, body: &str, run: &Run) -> String {
    let fault = run.go(&kernel(declarations, body)).unwrap_err();
    assert!(matches!(fault.cause, Cause::Livelock { .. }), "{fault}");
    fault.to_string()
}

#[test]
fn what_repeats_is_named() {
    let run = Run::of(40).with([3]);
    let body = "SPIN: ld.volatile.global.u32 %r1, [%in];\nsetp.ne.u32 %p1, %r1, 7; @%p1 bra SPIN;";
    let said = never("", body, &run);
    assert!(said.contains("waits for 4 bytes at") && said.contains("`in`, which hold 0x00000003"), "{said}");
    assert!(said.contains("thread (0, 0, 0)") && said.contains("65536 by default"), "{said}");
    assert!(never("", "HERE: bra HERE;", &run).contains("none of them reads memory"));
    // a lock that a thread of the same warp holds
    let lock = "LOCK: atom.global.cas.b32 %r1, [%out], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOCK;
        st.global.u32 [%out+4], %t; atom.global.exch.b32 %r1, [%out], 0;";
    assert!(never("", lock, &run).contains("`out`, which hold 0x00000001"));
    let lock = lock.replace("cas.b32 %r1, [%out], 0, 1", "exch.b32 %r1, [%out], 1");
    never("", &lock, &run);
    // in shared memory, by 8 bytes, with calls and local memory that change in each turn of the
    // loop
    let calls = ".shared .align 8 .b64 word; .func (.reg .u32 r) twice(.reg .u32 a) { .local .u32 kept; st.local.u32 [kept], a; add.u32 r, a, a; ret; }";
    let body = "SPIN: call (%r1), twice, (1); call (%r1), twice, (2); ld.volatile.shared.u64 %d1, [word]; setp.eq.u64 %p1, %d1, 0; @%p1 bra SPIN;";
    assert!(never(calls, body, &run).contains("8 bytes at 0x1000000 of shared memory, `word`"));
    // a warp that waits at a barrier for one that spins; what is written is what is there already
    let body = "st.volatile.global.u32 [%out], 5; setp.lt.u32 %p1, %t, 32; @%p1 bra ALL;
        SPIN: ld.volatile.global.u32 %r1, [%in]; st.volatile.global.u32 [%out], 5; setp.eq.u32 %p2, %r1, 3; @%p2 bra SPIN; ALL: bar.sync 0;";
    assert!(never("", body, &run).contains("thread (32, 0, 0)"));
    // a loop whose period is long
    let body = "SPIN: mov.u32 %r1, 0; WORK: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 700000; @%p1 bra WORK;
        ld.volatile.global.u32 %r2, [%in]; setp.eq.u32 %p1, %r2, 3; @%p1 bra SPIN;";
    assert!(never("", body, &Run::of(1).with([3])).contains("`in`, which hold 0x00000003"));
    // a loop that is entered after long work without a change
    let body =
        "mov.u32 %r1, 0; WORK: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 3000000; @%p1 bra WORK; HERE: bra HERE;";
    never("", body, &run);
    let fault = run.observed_with::<LowestPc, _>(&kernel("", body), &mut Unobserved).unwrap_err();
    assert!(matches!(fault.cause, Cause::Livelock { .. }), "{fault}");
}

#[test]
fn what_ends_is_not_stopped() {
    let mut run = Run::of(64).with([0]);
    run.options.livelock = 1;
    // registers alone change, in some of the threads, or in one warp of two
    for guard in ["%t, 64", "%t, 35", "%t, 3"] {
        let body = format!(
            "mov.u32 %r1, 0; setp.lt.u32 %p2, {guard}; WORK: @%p2 add.u32 %r1, %r1, 1; @!%p2 add.u32 %r1, %r1, 3;
             setp.lt.u32 %p1, %r1, 200000; @%p1 bra WORK; st.global.u32 [%my], %r1;"
        );
        let out = run.go(&kernel("", &body)).unwrap();
        assert!(out.iter().all(|&held| held == 200_000 || held == 200_001), "{guard}: {out:?}");
    }
    // memory alone changes: global, shared, local, by stores of each size and by atomic operations
    for (space, store) in [("global", "st"), ("shared", "st"), ("local", "st"), ("global", "red"), ("shared", "red")] {
        for (ty, bits) in [("u8", "b32"), ("u16", "b32"), ("u32", "b32"), ("u64", "b64")] {
            let (r, s) = if bits == "b64" { ("%d1", "%d2") } else { ("%r1", "%r2") };
            let change = match store {
                "st" => format!(
                    "ld.{space}.{ty} {r}, [word]; add.{} {r}, {r}, 1; st.{space}.{ty} [word], {r}",
                    bits.replace('b', "u")
                ),
                _ if ty == "u32" || ty == "u64" => {
                    format!("red.{space}.add.{ty} [word], 1; ld.{space}.{ty} {r}, [word]")
                }
                _ => continue,
            };
            let body = format!(
                ".local .align 8 .b64 own; LOOP: {change}; setp.lt.{} %p1, {r}, 200; mov.{bits} {r}, 0; mov.{bits} {s}, 0; @%p1 bra LOOP;",
                bits.replace('b', "u")
            );
            let declared = if space == "local" { String::new() } else { format!(".{space} .align 8 .b64 word;") };
            let text = kernel(&declared, &body.replace("own", if space == "local" { "word" } else { "own" }));
            run.block = 1;
            assert!(run.go(&text).is_ok(), "{space} {store} {ty}: {:?}", run.go(&text));
        }
    }
    // a clock that grows, and what is printed
    let body = "LOOP: mov.u32 %r1, %clock; setp.lt.u32 %p1, %r1, 300000; @%p1 bra LOOP;";
    run.go(&kernel("", body)).unwrap();
}

#[test]
fn no_watch_at_all() {
    let mut run = Run::of(1).with([0]);
    run.options = Options { livelock: 0, limit: 3_000_000, ..run.options };
    let fault = run.go(&kernel("", "HERE: bra HERE;")).unwrap_err();
    assert_eq!(fault.cause, Cause::Limit(3_000_000));
    run.grid = 4;
    run.options.limit = u64::MAX;
    assert_eq!(run.go(&kernel("", GRID_BARRIER)).unwrap(), [4]);
}
