//! Tests of lane permutation and compaction with the paper's examples, worked by hand.

use crate::slp::{Driver, naive, rows, shown};
use heddle_contract::Config as _;
use heddle_contract::slp::{Config, tag};
use heddle_golden::slp::permutation::{Counts, Layout, Permutation, balanced};

const SEED: u64 = 1;

/// Warps out, and the mask in lane order.
fn permuted(permutation: Permutation, width: u32, threads: &[u32]) -> (Counts, Vec<u32>) {
    let mut lanes = vec![0; threads.len()];
    Layout::new(permutation, width, threads.len() as u32).permute(threads, &mut lanes);
    (Counts::of(width, &lanes), lanes)
}

#[test]
fn masks_of_figure_9a() {
    let masks: Vec<u32> = (0..8).map(|warp| balanced(8, warp)).collect();
    assert_eq!(masks, [0b000, 0b111, 0b001, 0b110, 0b010, 0b101, 0b011, 0b100]);
    // "repeat above"
    assert!((8..32).all(|warp| balanced(8, warp) == balanced(8, warp - 8)));
    // highlighted in the figure: what physical lane 7 holds, from W0 to W7
    let lane_7: Vec<u32> = masks.iter().map(|mask| 7 ^ mask).collect();
    assert_eq!(lane_7, [7, 0, 6, 1, 5, 2, 4, 3]);
}

/// Names of 32 threads of 4 warps of 8, as figure 9 prints them, to a mask a warp in lane order.
fn drawn(rows: [&str; 4]) -> Vec<u32> {
    rows.map(|row| row.bytes().enumerate().fold(0, |mask, (lane, c)| mask | u32::from(c != b'-') << lane)).to_vec()
}

#[test]
fn lanes_of_figures_9b_and_9c() {
    use Permutation::*;
    let parity = [0x55; 4];
    let half = [0x0f; 4];
    for (threads, permutation, rows) in [
        (parity, None, ["0-2-4-6-", "8-A-C-E-", "G-I-K-M-", "O-Q-S-U-"]),
        (parity, OddEven, ["0-2-4-6-", "-8-A-C-E", "G-I-K-M-", "-O-Q-S-U"]),
        (parity, RevWid, ["0-2-4-6-", "C-E-8-A-", "I-G-M-K-", "U-S-Q-O-"]),
        (parity, Balanced, ["0-2-4-6-", "-E-C-A-8", "-G-I-K-M", "U-S-Q-O-"]),
        (half, None, ["0123----", "89AB----", "GHIJ----", "OPQR----"]),
        (half, OddEven, ["0123----", "98BA----", "GHIJ----", "PORQ----"]),
        (half, RevWid, ["0123----", "----89AB", "IJGH----", "----QROP"]),
        (half, Balanced, ["0123----", "----BA98", "HGJI----", "----QROP"]),
    ] {
        assert_eq!(permuted(permutation, 8, &threads).1, drawn(rows), "{}", permutation.name());
    }
    // and which thread: those of W3 in figure 9(b), by Balanced, and of W1 in 9(c), by Rev_WID
    let lane =
        |permutation: Permutation, warp, threads: [u32; 4]| threads.map(|t| permutation.lanes(8, warp)[t as usize]);
    assert_eq!(lane(Balanced, 3, [6, 4, 2, 0]), [0, 2, 4, 6]);
    assert_eq!(lane(RevWid, 1, [0, 1, 2, 3]), [4, 5, 6, 7]);
}

#[test]
fn parity_and_half_under_every_permutation() {
    use Permutation::*;
    let table = [
        (None, 4, 4),
        (OddEven, 2, 4),
        (RevWid, 4, 2),
        (Balanced, 2, 2),
        (FlipOdd, 2, 2),
        (RotateOdd1, 2, 4),
        (Wid, 2, 4),
        (Half, 4, 2),
    ];
    for (permutation, parity, half) in table {
        for (threads, warps) in [([0x55; 4], parity), ([0x0f; 4], half)] {
            let (counts, _) = permuted(permutation, 8, &threads);
            assert_eq!(counts, Counts { plain: 4, compacted: warps, ideal: 2 }, "{}", permutation.name());
        }
    }
    // a random one lies in between, for every seed
    for seed in 0..100 {
        let (counts, _) = permuted(Random(seed), 8, &[0x55; 4]);
        assert!((2..=4).contains(&counts.compacted));
    }
}

#[test]
fn figure_8b_at_width_16() {
    // ty % 2 == 0: eight of sixteen lanes, in each of eight warps
    let two = [0x00ff; 8];
    assert_eq!(permuted(Permutation::None, 16, &two).0, Counts { plain: 8, compacted: 8, ideal: 4 });
    assert_eq!(permuted(Permutation::Balanced, 16, &two).0, Counts { plain: 8, compacted: 4, ideal: 4 });
    // ty % 4 == 0: the even warps alone, which every fixed permutation leaves in their half, one
    // way or the other
    let four = [0x00ff, 0, 0x00ff, 0, 0x00ff, 0, 0x00ff, 0];
    for permutation in Permutation::all(SEED).into_iter().filter(|p| !matches!(p, Permutation::Random(_))) {
        let (counts, _) = permuted(permutation, 16, &four);
        assert_eq!(counts, Counts { plain: 4, compacted: 4, ideal: 2 }, "{}", permutation.name());
    }
}

#[test]
fn figure_2_gains_nothing() {
    // block C of figure 1: the threads 0, 4 and 8 of 3 warps of 4 share a lane
    let cfg = Config { width: 4, warps: 3 };
    let mut unit = Driver::new(&cfg);
    let (counted, left) = unit.compact(&[0b0001, 0b0111, 0b1101], tag::NOT_TAKEN, false);
    assert_eq!((counted.counted_warps, counted.counted_plain, counted.counted_tag), (3, 3, tag::NOT_TAKEN));
    assert_eq!(left.len(), 3);
    // block B: two threads in lanes of their own make one warp
    let (counted, left) = unit.compact(&[0, 0b1000, 0b0100], tag::TAKEN, false);
    assert_eq!((counted.counted_warps, counted.counted_plain), (1, 2));
    assert_eq!(shown(4, &left[0]), [None, None, Some(2), Some(1)]);
}

#[test]
fn balanced_is_balanced_vertically() {
    for width in [2, 4, 8, 16, 32] {
        for lane in 0..width {
            let mut threads: Vec<u32> = (0..width).map(|warp| lane ^ balanced(width, warp)).collect();
            threads.sort_unstable();
            assert_eq!(threads, (0..width).collect::<Vec<_>>(), "lane {lane} of {width}");
        }
    }
}

#[test]
fn as_many_masks_as_lanes_balance_a_full_cta_and_complements_a_small_one() {
    use Permutation::*;
    // the same lanes in each of 32 warps: all lanes are equally full after 32 different masks
    for lanes in [0x0000_0001, 0x8000_0001, 0x00ff_00ff, 0x5555_5555, 0x1234_5678] {
        let full = |permutation| permuted(permutation, 32, &[lanes; 32]).0;
        assert_eq!(full(None).compacted, 32);
        for permutation in [Balanced, Wid, RevWid] {
            assert_eq!(full(permutation).compacted, full(permutation).ideal, "{lanes:x}, {}", permutation.name());
        }
    }
    // the lower half of the lanes in each of 8 warps: `Wid` moves nothing by more than 7 lanes
    let small = |permutation| permuted(permutation, 32, &[0x0000_ffff; 8]).0.compacted;
    assert_eq!([None, OddEven, Wid, Balanced].map(small), [8, 8, 8, 4]);
}

#[test]
fn a_partly_filled_warp_is_permuted_like_any_other() {
    let cfg = Config::preset("paper").unwrap();
    let mut unit = Driver::new(cfg);
    let last = unit.launch(false, &[0x0000_03ff; 32]);
    let expected = permuted(Permutation::Balanced, 32, &[0x0000_03ff; 32]).1;
    assert_eq!(last, expected);
    // the slot keeps the mask, and takes lanes back to threads
    for slot in 0..32 {
        let o = unit.read(slot, expected[usize::from(slot)]);
        assert_eq!((u32::from(o.read_xor), o.read_lanes), (balanced(32, slot.into()), 0x0000_03ff));
    }
}

#[test]
fn plain_kernels_keep_their_lanes() {
    let mut unit = Driver::new(Config::preset("w4x20").unwrap());
    let threads: Vec<u32> = (0..20).map(|warp| warp % 16).collect();
    assert_eq!(unit.launch(true, &threads), threads);
    assert_eq!(unit.read(19, 0b0110).read_xor, 0);
    // and the next kernel has its masks again; beyond four warps they repeat
    assert_eq!(unit.launch(false, &[1; 20])[16..], [0b0001, 0b1000, 0b0010, 0b0100]);
}

#[test]
fn a_compacted_mask_takes_these_cycles() {
    use heddle_contract::slp::In;
    let mut unit = Driver::new(&Config { width: 4, warps: 3 });
    let offer = In { accept_valid: true, accept_mask: rows(&[0b0011, 0, 0b0110]), ..In::default() };
    let next = In { accept_mask: rows(&[0, 0b1000, 0]), accept_tag: tag::RECONVERGED, ..offer.clone() };
    let o = unit.step(&offer);
    assert!(o.accept_ready && !o.counted_valid && !o.warp_valid);
    // counted; a mask that is offered now waits
    let o = unit.step(&next);
    assert!(!o.accept_ready && o.counted_valid && !o.warp_valid);
    assert_eq!((o.counted_warps, o.counted_plain), (2, 2));
    // the first warp waits for two cycles
    for ready in [false, false, true] {
        let o = unit.step(&In { warp_ready: ready, ..next.clone() });
        assert!(!o.accept_ready && !o.counted_valid && o.warp_valid && !o.warp_last);
        assert_eq!(shown(4, &o), [Some(0), Some(0), Some(2), None]);
    }
    // the last one: the next mask is accepted as it leaves
    let o = unit.step(&In { warp_ready: false, ..next.clone() });
    assert!(!o.accept_ready && o.warp_last);
    let o = unit.step(&In { warp_ready: true, ..next.clone() });
    assert!(o.accept_ready && o.warp_last);
    assert_eq!(shown(4, &o), [None, Some(2), None, None]);
    let o = unit.step(&In::default());
    assert_eq!((o.counted_valid, o.counted_tag, o.counted_warps, o.warp_valid), (true, tag::RECONVERGED, 1, false));
    let o = unit.step(&In { warp_ready: true, accept_valid: true, ..In::default() });
    assert!(o.accept_ready && o.warp_last);
    // a mask without threads is counted, and leaves nothing behind
    let o = unit.step(&In { warp_ready: true, ..In::default() });
    assert_eq!((o.counted_valid, o.counted_warps, o.counted_plain, o.accept_ready), (true, 0, 0, false));
    let o = unit.step(&In::default());
    assert!(o.accept_ready && !o.counted_valid && !o.warp_valid);
}

#[test]
fn reset_drops_what_is_held() {
    use heddle_contract::slp::In;
    let mut unit = Driver::new(&Config { width: 4, warps: 3 });
    let offer = In { accept_valid: true, accept_mask: rows(&[0b0011, 0b0001, 0b0110]), ..In::default() };
    // while it is counted, and while it leaves
    for cycles in 0..3 {
        unit.step(&offer);
        for _ in 0..cycles {
            unit.step(&In::default());
        }
        unit.step(&In { reset: true, ..In::default() });
        let o = unit.step(&In::default());
        assert!(o.accept_ready && !o.counted_valid && !o.warp_valid, "after {cycles} cycles");
    }
}

#[test]
fn declined_masks_leave_as_they_are() {
    let mut unit = Driver::new(&Config { width: 8, warps: 3 });
    let mask = [0b0000_1010, 0, 0b0101_0000];
    let (counted, left) = unit.compact(&mask, tag::TAKEN, true);
    assert_eq!((counted.counted_warps, counted.counted_plain), (1, 2));
    let left: Vec<_> = left.iter().map(|o| shown(8, o)).collect();
    assert_eq!(left, naive(8, &mask, true));
    // the next one is compacted again
    assert_eq!(unit.compact(&mask, tag::TAKEN, false).1.len(), 1);
}

#[test]
fn the_invariants_can_fail() {
    use heddle_contract::slp::In;
    use heddle_golden::slp::State;
    let mut unit = Driver::new(&Config { width: 4, warps: 3 });
    unit.launch(false, &[0xf; 3]);
    unit.step(&In { accept_valid: true, accept_mask: rows(&[0b0011, 0b0001, 0b0110]), ..In::default() });
    let sound = |unit: &Driver, wrong: &dyn Fn(&mut State)| {
        let mut q = unit.q.clone();
        wrong(&mut q);
        unit.check(&q).is_ok()
    };
    assert!(sound(&unit, &|_| ()));
    assert!(!sound(&unit, &|q| q.table[1] = 0b10), "not the complement of its partner");
    assert!(!sound(&unit, &|q| q.table[2] = 4), "wider than the width");
    assert!(!sound(&unit, &|q| q.compactor.warps += 1));
    assert!(!sound(&unit, &|q| q.compactor.plain -= 1));
    assert!(!sound(&unit, &|q| q.compactor.columns[0] = 0b001), "a thread is lost");
    assert!(!sound(&unit, &|q| q.compactor.columns[3] = 0b100), "a thread appears");
    unit.step(&In::default());
    unit.step(&In { warp_ready: true, ..In::default() });
    assert!(sound(&unit, &|_| ()));
    assert!(!sound(&unit, &|q| q.compactor.columns[0] = 0b001), "the higher warp has left before the lower");
    assert!(!sound(&unit, &|q| q.compactor.columns[0] = 0), "a thread is lost on the way");
    assert!(!sound(&unit, &|q| q.compactor.left = 0));
}
