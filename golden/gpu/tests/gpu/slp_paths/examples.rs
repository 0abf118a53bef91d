//! Figures 1, 2, 3, 5, 8 and 9 of the SLP paper, and its programs' masks, thread by thread: what a
//! profile counts of them.

use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::study::slp_profile::{Side, Warps};

use super::machine::{PREAMBLE, Small, run, words};

/// Of the threads whose word is not 0: warps without compaction, with it under these permutations,
/// and at least.
fn masked(width: u32, words: &[u32], permutations: &[Permutation]) -> Vec<u64> {
    let body = "setp.ne.u32 %p1, %r1, 0; @%p1 bra T; add.u32 %r2, %r0, 1; bra M; T: add.u32 %r2, %r0, 2; M: ret;";
    let (_, paths) = run(width, words.len() as u32, words, body).unwrap();
    Small::new(width, words, "", body).is_judged();
    let taken = paths.iter().find(|path| matches!(path.branch, Some((_, Side::Taken))));
    let warps = taken.map_or(Warps::default(), |path| path.warps);
    let each = permutations.iter().map(|permutation| warps.under(*permutation));
    [warps.plain].into_iter().chain(each).chain([warps.ideal]).collect()
}

use Permutation::*;

#[test]
fn figures_1_and_2() {
    let of = |named: &str| masked(4, &words(12, named), &[None, Balanced]);
    assert_eq!(of("7A"), [2, 1, 1, 1]);
    assert_eq!(of("01234568 9B".replace(' ', "").as_str()), [3, 3, 3, 3]);
    assert_eq!(of("048"), [3, 3, 1, 1]);
}

/// A graph like figure 1: A; B or C; in C, D or E; then G; then F. An instruction a block.
#[test]
fn the_graph_of_figure_1() {
    let c = words(12, "012345689B");
    let e = words(12, "236B");
    let both: Vec<u32> = c.iter().zip(&e).map(|(c, e)| c + 2 * e).collect();
    let body = "and.b32 %r2, %r1, 1; and.b32 %r3, %r1, 2; setp.ne.u32 %p1, %r2, 0; setp.ne.u32 %p2, %r3, 0;
A: @%p1 bra C;
B: bra F;
C: @%p2 bra E;
D: bra G;
E: add.u32 %r4, %r0, 1;
G: add.u32 %r4, %r0, 2;
F: add.u32 %r4, %r0, 3;";
    let (profile, paths) = run(4, 12, &both, body).unwrap();
    let small = Small::new(4, &both, "", body);
    small.is_judged();
    let on_core = small.simulate("tbc");
    assert_eq!((on_core.get("blocks.divergent"), on_core.get("blocks.fewer")), (Some(2), Some(2)), "B, and E");
    let before = PREAMBLE + 4;
    let Warps { plain, ideal, .. } = profile.issued;
    assert_eq!((plain - 3 * before, ideal - 3 * before), (20, 16));
    assert_eq!(profile.issued.under(None) - 3 * before, 18);
    assert_eq!(profile.issued.under(Balanced) - 3 * before, 17);
    assert_eq!((profile.active - 12 * before, profile.effective - 12 * before), (56, 48));
    // E, D, C, B, and the path that the CTA starts with
    let threads: Vec<u64> = paths.iter().map(|path| path.active).collect();
    assert_eq!(threads, [4, 6, 10 + 10, 2, 12 * (before + 2)]);
    assert_eq!(paths[0].warps.under(None), 2);
}

#[test]
fn figure_5() {
    let of = |named: &str| masked(4, &words(16, named), &[None, Balanced]);
    // plain, TBC, Balanced, ideal
    for (named, counts) in [
        ("048C", [4, 4, 1, 1]),
        ("014589CD", [4, 4, 2, 2]),
        ("02468ACE", [4, 4, 2, 2]),
        ("012345689C", [4, 4, 3, 3]),
        ("01234567", [2, 2, 2, 2]),
        ("012456", [2, 2, 2, 2]),
        ("01", [1, 1, 1, 1]),
        ("0123456789ABCD", [4, 4, 4, 4]),
        ("016789EF", [4, 2, 4, 2]),
        ("012345ABCDEF", [4, 3, 4, 3]),
        ("0145ABEF", [4, 2, 2, 2]),
        ("02469BDF", [4, 2, 2, 2]),
    ] {
        assert_eq!(of(named), counts, "{named}");
    }
}

#[test]
fn figure_9() {
    let of = |active: fn(u32) -> bool| {
        let words: Vec<u32> = (0..32).map(|thread| u32::from(active(thread % 8))).collect();
        masked(8, &words, &[None, OddEven, RevWid, Balanced])
    };
    assert_eq!(of(|lane| lane % 2 == 0), [4, 4, 2, 4, 2, 2]);
    assert_eq!(of(|lane| lane < 4), [4, 4, 4, 2, 2, 2]);
}

fn those(threads: u32, active: impl Fn(u32) -> bool) -> Vec<u32> {
    (0..threads).map(|thread| u32::from(active(thread))).collect()
}

#[test]
fn masks_of_bitonic() {
    let of = |threads, j| masked(32, &those(threads, |tid| tid & j == 0), &[None, OddEven, Wid, RevWid, Balanced]);
    for (j, counts) in [
        (1, [4, 4, 2, 2, 4, 2, 2]),
        (8, [4, 4, 4, 4, 2, 2, 2]),
        (16, [4, 4, 4, 4, 2, 2, 2]),
        (32, [2, 2, 2, 2, 2, 2, 2]),
        (64, [2, 2, 2, 2, 2, 2, 2]),
    ] {
        assert_eq!(of(128, j), counts, "j {j}");
        let wid = if j <= 4 || j >= 32 { 4 } else { 8 };
        let twice = counts.map(|count| 2 * count);
        assert_eq!(of(256, j), [twice[0], twice[1], twice[2], wid, twice[4], twice[5], twice[6]], "j {j}, 8 warps");
    }
}

#[test]
fn masks_of_reduct() {
    let of = |s: u32| masked(32, &those(128, |tid| tid % (2 * s) == 0), &[None, OddEven, RevWid, Balanced]);
    assert_eq!(of(1), [4, 4, 2, 4, 2, 2]);
    for s in [2, 4, 8, 16] {
        let counts = of(s);
        assert_eq!([counts[1], counts[2], counts[4], counts[5]], [4, 2, 1, 1], "s {s}");
    }
    let counts = of(32);
    assert_eq!([counts[0], counts[1], counts[5]], [2, 2, 1]);
}

/// BACKP's tree of sums, in warps of 32: at every fourth row nothing is gained, though the ideal is
/// half (D13).
#[test]
fn masks_of_backp() {
    let of = |power| masked(32, &those(256, |tid| (tid / 16) % power == 0), &[None, FlipOdd, Half, RevWid, Balanced]);
    assert_eq!(of(2), [8, 8, 4, 4, 4, 4, 4]);
    assert_eq!(of(4), [4, 4, 4, 4, 4, 4, 2]);
    assert_eq!(of(8), [2, 2, 2, 2, 2, 2, 1]);
}

/// Two warps of four; each iteration of the loop is a path of those that go on.
#[test]
fn a_loop() {
    let turns = [1, 3, 1, 2, 3, 1, 2, 1];
    let body = "L: sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L; add.u32 %r2, %r0, 1; ret;";
    let (profile, paths) = run(4, 8, &turns, body).unwrap();
    Small::new(4, &turns, "", body).is_judged();
    // the body has three instructions; all threads take part in the preamble and behind the loop
    let bodies = |issued: u64| (issued - 2 * (PREAMBLE + 2)) as f64 / 3.0;
    assert_eq!(bodies(profile.issued.plain), 6.0);
    assert_eq!(bodies(profile.issued.under(None)), 4.0);
    assert_eq!(bodies(profile.issued.under(Balanced)), 5.0);
    assert_eq!(profile.active, 8 * (PREAMBLE + 2) + 3 * 14);
    // those that leave the loop wait for the others where the two sides meet
    let shown: Vec<(u64, bool)> = paths.iter().map(|path| (path.active, path.waits)).collect();
    assert_eq!(shown, [(0, true), (0, true), (4 * 3, false), (2 * 3, false), (8 * (PREAMBLE + 3 + 2), false)]);
}

/// Of 40 threads, those of the second warp are in lanes 24 to 31 under Balanced, and beside them
/// there is room for the first warp's others.
#[test]
fn a_partly_filled_warp() {
    let (profile, paths) = run(32, 40, &[0; 40], "ret;").unwrap();
    Small::new(32, &[0; 40], "", "ret;").is_judged();
    assert_eq!(paths[0].rows[..3], [u32::MAX, 0xff, 0]);
    assert_eq!(profile.issued.compacted, [2 * (PREAMBLE + 1); 9]);
    // threads 0 to 7 of both warps: the same lanes under none, others under Balanced
    assert_eq!(masked(32, &those(40, |tid| !(8..32).contains(&tid)), &[None, Balanced]), [2, 2, 1, 1]);
    // lanes 24 to 31
    assert_eq!(masked(32, &those(40, |tid| tid >= 24), &[None, Balanced]), [2, 1, 2, 1]);
}

/// One branch, six times: uniform, adequate, adequate, inadequate, uniform, adequate. What is
/// predicted is what the branch was the last time, at first that warps wait; so do they at the
/// loop's own branch, once.
#[test]
fn predictions_of_a_branch() {
    // a digit a turn: 1 for those that take the branch; threads 0 and 6 fit in one warp, 0 and 4 do
    // not
    let turns = |thread: usize| match thread {
        0 => 0b101110,
        4 => 0b001000,
        6 => 0b100110,
        _ => 0,
    };
    let words: Vec<u32> = (0..8).map(turns).collect();
    let body = "mov.u32 %r5, 0; L: and.b32 %r2, %r1, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra T; add.u32 %r3, %r0, 1; bra M; T: add.u32 %r3, %r0, 2;
M: shr.u32 %r1, %r1, 1; add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 6; @%p2 bra L; ret;";
    let run = Small::new(4, &words, "", body).simulate("capri");
    let get = |counter: &str| run.get(&format!("blocks.{counter}")).unwrap();
    // said: wait, pass, wait, wait, pass, pass; the third and the fifth are right, and all of the
    // loop's branch but the first
    assert_eq!((get("waits"), get("passes"), get("right")), (3 + 1, 3 + 5, 2 + 5));
    assert_eq!((get("uniform"), get("divergent")), (2 + 6, 4));
}
