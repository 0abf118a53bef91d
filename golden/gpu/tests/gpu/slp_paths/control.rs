//! Exits, barriers, calls, tables and refusals, by hand.

use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::study::slp_profile::{Path, Side};
use heddle_kernel::analysis::Kind;

use super::machine::{PREAMBLE, Small, run, run_with, words};

fn refused(threads: u32, body: &str) -> String {
    run(4, threads, &vec![1; threads as usize], body).unwrap_err().to_string()
}

/// What a path issued in all: without compaction, with it as threads lie, and the threads.
fn issued(path: &Path) -> [u64; 3] {
    [path.issued.plain, path.issued.under(Permutation::None), path.active]
}

#[test]
fn threads_that_exit_leave_holes_until_the_next_mask() {
    let body = "setp.ne.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 2; @%p1 bra T; bra M;
T: add.u32 %r2, %r0, 1; @%p2 exit; add.u32 %r2, %r0, 2; M: add.u32 %r2, %r0, 3;";
    let of = |exit: &str, stay: &str| {
        let set: Vec<u32> = words(8, exit).iter().zip(words(8, stay)).map(|(exit, stay)| 2 * exit + stay).collect();
        let (_, paths) = run(4, 8, &set, body).unwrap();
        Small::new(4, &set, "", body).is_judged();
        assert_eq!(paths[0].branch.map(|(_, side)| side), Some(Side::Taken));
        issued(&paths[0])
    };
    // 0 1 - 6 and 4 5 - -: without 1 and 4 there are two warps as before, though 0 5 6 would fit
    // into one
    assert_eq!(of("14", "056"), [2 * 4, 2 * 4, 5 + 5 + 3 + 3]);
    // 0 1 - - and - 5 - -: without 5 there is one
    assert_eq!(of("5", "01"), [2 + 2 + 1 + 1, 2 + 2 + 1 + 1, 3 + 3 + 2 + 2]);
}

/// Whole warps wait at a barrier in one side of a branch, until those of the other side have come
/// to it, too.
#[test]
fn paths_below_run_while_the_one_above_waits_at_a_barrier() {
    let body = "setp.lt.u32 %p1, %r0, 4; @%p1 bra T; add.u32 %r2, %r0, 1; add.u32 %r2, %r0, 1; bar.sync 0; add.u32 %r2, %r0, 2; bra M;
T: bar.sync 0; add.u32 %r2, %r0, 3; M: add.u32 %r9, %r0, 9; ret;";
    let (profile, paths) = run(4, 8, &[0; 8], body).unwrap();
    Small::new(4, &[0; 8], "", body).is_judged();
    let sides: Vec<_> = paths.iter().map(|path| path.branch.map(|(_, side)| side)).collect();
    // the upper one goes on first when it opens
    assert_eq!(sides, [Some(Side::Taken), Some(Side::NotTaken), None]);
    assert_eq!(paths[0].instructions, 2);
    assert_eq!(paths[1].instructions, 5);
    assert_eq!(profile.issued.plain, 2 * (PREAMBLE + 2) + 2 + 5 + 2 * 2);
}

/// Sides of one branch that stand before the same barrier are one path from there on: the
/// executor's warps do the same.
#[test]
fn siblings_before_the_same_barrier_join() {
    let body = "setp.ne.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r0, 7; @%p1 bra T; add.u32 %r2, %r0, 1; @%p2 bra OUT; bra B;
T: add.u32 %r2, %r0, 2; B: bar.sync 0; add.u32 %r2, %r0, 3; add.u32 %r2, %r0, 4; ret; OUT: add.u32 %r2, %r0, 5; ret;";
    let (_, paths) = run(4, 8, &words(8, "0246"), body).unwrap();
    // barrier, two additions and a return, once for both sides together: 7 threads in two warps
    let joined = paths.iter().find(|path| path.active == 4 + 4 * 7).expect("the upper side goes on with all threads");
    assert_eq!(joined.issued.plain, 2 + 4 * 2);
}

#[test]
fn barriers_that_cannot_open_are_refused_with_the_place() {
    let guarded = refused(8, "setp.lt.u32 %p1, %r0, 4; @%p1 bar.sync 0; ret;");
    assert!(guarded.starts_with("k.ptx:") && guarded.contains("pass a barrier by"), "{guarded}");
    // some threads of a warp wait in a function, where the others cannot follow
    let functions = ".func f() { bar.sync 0; ret; }";
    let body = "setp.lt.u32 %p1, %r0, 2; @%p1 bra T; bar.sync 0; bra M; T: call f; M: add.u32 %r9, %r0, 9; ret;";
    let why = run_with(4, 8, &[0; 8], functions, body).unwrap_err().to_string();
    assert!(why.starts_with("k.ptx:") && why.contains("barrier"), "{why}");
}

/// In a function each compacted warp keeps its threads: 0 1 2 3 and - 5 - - call, and 5 is alone on
/// its side there.
#[test]
fn in_a_function_warps_keep_their_threads() {
    let functions = ".func f() { .reg .pred %p<2>; .reg .b32 %r<3>; mov.u32 %r0, %tid.x; setp.lt.u32 %p1, %r0, 2;
@%p1 bra T; add.u32 %r1, %r0, 1; bra M; T: add.u32 %r1, %r0, 2; M: add.u32 %r1, %r0, 3; ret; }";
    let body = "setp.ne.u32 %p1, %r1, 0; @%p1 bra T; bra M; T: call f; M: add.u32 %r9, %r0, 9; ret;";
    // 0 5 6: one warp 0 5 6 -, of plain two; in the function 0 parts from 5 6
    let (profile, paths) = run_with(4, 8, &words(8, "056"), functions, body).unwrap();
    Small::new(4, &words(8, "056"), functions, body).is_judged();
    let [plain, compacted, active] = issued(&paths[0]);
    assert_eq!([plain, compacted, active], [1, 1, 1], "the taken side in the function");
    assert_eq!(issued(&paths[1]), [2, 2, 4], "the other side in the function");
    // moves, compares, branches before they part; an addition and the return behind
    assert_eq!(issued(&paths[2]), [2 * 5, 5, 3 * 5], "the function");
    assert_eq!(issued(&paths[3]), [2, 1, 3], "the side of the kernel that calls");
    assert_eq!(profile.ctas, 1);
    // 0 1 2 3 and 4 5 6 7 of width 4 under none; those below 2 are in warp 0 alone, the others in
    // both
    let (_, paths) = run_with(4, 8, &[1; 8], functions, "call f; ret;").unwrap();
    Small::new(4, &[1; 8], functions, "call f; ret;").is_judged();
    assert_eq!(issued(&paths[0]), [1, 1, 2]);
    assert_eq!(issued(&paths[1]), [2 * 2, 2 * 2, 2 * 6]);
}

#[test]
fn sides_of_a_table_are_compacted() {
    let body = "ts: .branchtargets A, B, C; and.b32 %r2, %r0, 3; min.u32 %r2, %r2, 2; brx.idx %r2, ts;
A: add.u32 %r3, %r0, 1; bra M; B: add.u32 %r3, %r0, 2; bra M; C: add.u32 %r3, %r0, 3; M: add.u32 %r9, %r0, 9; ret;";
    let (profile, paths) = run(4, 8, &[0; 8], body).unwrap();
    Small::new(4, &[0; 8], "", body).is_judged();
    let sides: Vec<_> =
        paths.iter().map(|path| (path.issued.plain, path.issued.under(Permutation::Balanced))).collect();
    // threads 0 and 4, 1 and 5 are in the same lanes, but not under Balanced; 2, 3, 6 and 7 fill a
    // warp
    assert_eq!(sides[..3], [(4, 2), (4, 2), (2, 1)]);
    let instances = profile.instances(Kind::Programmable);
    assert_eq!((instances.divergent, instances.running.all.iter().sum::<u64>()), (1, 3));
}

#[test]
fn what_relies_on_warps_is_refused_with_the_place() {
    for (body, what) in [
        ("setp.ne.u32 %p1, %r1, 0;\nvote.sync.any.pred %p2, %p1, 0xffffffff; ret;", "a vote"),
        ("\nshfl.sync.idx.b32 %r2, %r0, 0, 31, 0xffffffff; ret;", "a shuffle"),
        ("\nmatch.any.sync.b32 %r2, %r0, 0xffffffff; ret;", "a match"),
        ("\nactivemask.b32 %r2; ret;", "`activemask`"),
        ("\nredux.sync.add.s32 %r2, %r0, 0xffffffff; ret;", "`redux`"),
        ("\nbar.warp.sync 0xffffffff; ret;", "a barrier of a warp"),
        ("\nbar.sync 0, 8; ret;", "a barrier that counts threads"),
        ("\nbar.arrive 0, 8; ret;", "a barrier that counts threads"),
    ] {
        let why = refused(8, body);
        assert!(why.starts_with("k.ptx:9: ") && why.contains(what), "{what}: {why}");
    }
    let endless = refused(8, "L: bra L;");
    assert!(endless.contains("k.ptx:8") && endless.contains("100000 warp instructions"), "{endless}");
    let wide = refused(132, "ret;");
    assert!(wide.contains("CTAs of 33 warps"), "{wide}");
}

/// A branch whose condition depends on data in one thread of the CTA is a D-branch that time; the
/// text says what it can be.
#[test]
fn the_kind_is_that_of_the_instance() {
    // threads below 2 read data in the second turn
    let body = "mov.u32 %r5, 0; mov.u32 %r6, %r0;
L: setp.lt.u32 %p1, %r6, 3; @%p1 bra T; add.u32 %r2, %r0, 1; bra M; T: add.u32 %r2, %r0, 2;
M: setp.lt.u32 %p2, %r0, 2; @%p2 ld.global.u32 %r6, [%d0]; add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r5, 2; @%p3 bra L; ret;";
    let (profile, paths) = run(4, 8, &[5; 8], body).unwrap();
    let kinds: Vec<Kind> = paths.iter().filter(|path| path.branch.is_some()).map(|path| path.kind).collect();
    assert_eq!(kinds, [Kind::Programmable, Kind::Programmable, Kind::Data, Kind::Data]);
    let branch = profile.branches.values().find(|branch| branch.instances[1].divergent == 1).unwrap();
    assert_eq!((branch.fixed, branch.instances[0].divergent), (Kind::Data, 1));
}

/// Warps that pass a branch may be turns of a loop apart: each turn is one execution of the branch.
/// The second warp stays in a function in each turn; a warp takes the inner branch in one of the
/// turns.
#[test]
fn turns_of_a_loop_are_told_apart() {
    let functions = ".func f() { .reg .pred %p<2>; .reg .b32 %r<3>; mov.u32 %r0, %tid.x; mov.u32 %r1, 0; setp.lt.u32 %p1, %r0, 4; @%p1 bra E;
L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 90; @%p1 bra L; E: ret; }";
    let body =
        "mov.u32 %r5, 0; L: call f; setp.eq.u32 %p1, %r5, %r1; @%p1 bra T; add.u32 %r2, %r0, 1; T: add.u32 %r5, %r5, 1;
setp.lt.u32 %p2, %r5, 5; @%p2 bra L; ret;";
    let run = Small::new(4, &[2, 2, 2, 2, 3, 3, 3, 3], functions, body).simulate("capri");
    let get = |counter: &str| run.get(&format!("blocks.{counter}")).unwrap();
    // each branch is waited for once, and was not worth it
    assert_eq!([get("waits"), get("passes"), get("divergent"), get("uniform")], [2, 8, 2, 8]);
}
