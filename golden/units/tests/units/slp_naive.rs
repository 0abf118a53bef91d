//! Tests of the compactor against a model of a few lines, and of the permutations against the
//! properties of permutations.

use crate::slp::{Driver, Warp, naive, rows, shown};
use heddle_contract::slp::{Config, In};
use heddle_golden::slp::permutation::{Counts, Layout, Permutation, exchange};
use proptest::prelude::*;

/// A mask of a CTA, from nearly nothing to everything, in several patterns.
fn mask(width: u32, warps: u32) -> impl Strategy<Value = Vec<u32>> {
    let all = u32::MAX >> (32 - width);
    let rows = || prop::collection::vec(any::<u32>(), warps as usize);
    prop_oneof![
        rows(),
        (rows(), rows(), rows()).prop_map(|(a, b, c)| (0..a.len()).map(|w| a[w] & b[w] & c[w]).collect()),
        (rows(), rows()).prop_map(|(a, b)| (0..a.len()).map(|w| a[w] | b[w]).collect()),
        // aligned, clustered
        any::<u32>().prop_map(move |row| vec![row; warps as usize]),
        rows().prop_map(|rows| rows.into_iter().map(|row| if row & 1 == 1 { u32::MAX } else { 0 }).collect()),
        Just(vec![u32::MAX; warps as usize]),
        Just(vec![0; warps as usize]),
    ]
    .prop_map(move |rows: Vec<u32>| rows.into_iter().map(|row| row & all).collect())
}

/// One mask, and how it is met: declined or not, how long it waits before it is offered, how long
/// each warp waits.
#[derive(Debug, Clone)]
struct Job {
    mask: Vec<u32>,
    tag: u8,
    decline: bool,
    pause: u8,
    waits: Vec<u8>,
}

fn jobs() -> impl Strategy<Value = (Config, Vec<Job>)> {
    let cfg = (1..=5u32, prop_oneof![Just(1), Just(3), Just(20), Just(32), 1..=32u32])
        .prop_map(|(log, warps)| Config { width: 1 << log, warps });
    cfg.prop_flat_map(|cfg| {
        let mask = mask(cfg.width, cfg.warps);
        let waits = prop::collection::vec(prop_oneof![3 => Just(0u8), 1 => 1..5u8], 32);
        let pause = prop_oneof![3 => Just(0u8), 1 => 1..6u8];
        let job = (mask, 0..3u8, any::<bool>(), pause, waits).prop_map(|(mask, tag, decline, pause, waits)| Job {
            mask,
            tag,
            decline,
            pause,
            waits,
        });
        (Just(cfg), prop::collection::vec(job, 1..6))
    })
}

/// Runs jobs one behind the other, the next one offered as soon as its pause is over.
fn run(cfg: &Config, jobs: &[Job]) {
    let mut unit = Driver::new(cfg);
    let mut held: Option<(&Job, Vec<Warp>, usize)> = None;
    let mut fresh = false;
    let mut coming = jobs.iter();
    let mut next = coming.next();
    let mut pause = next.map_or(0, |job| job.pause);
    let mut waited = 0;
    while next.is_some() || held.is_some() {
        let mut i = In::default();
        if let Some(job) = next.filter(|_| pause == 0) {
            (i.accept_valid, i.accept_tag, i.accept_mask) = (true, job.tag, rows(&job.mask));
        }
        pause = pause.saturating_sub(1);
        i.decline = held.as_ref().is_some_and(|(job, ..)| job.decline);
        if let Some((job, _, gone)) = &held {
            i.warp_ready = fresh || waited >= job.waits[*gone % 32];
        }
        let o = unit.step(&i);

        let mut free = held.is_none();
        if let Some((job, warps, gone)) = &mut held {
            assert_eq!((o.counted_valid, o.warp_valid), (fresh, !fresh));
            if fresh {
                let plain = naive(cfg.width, &job.mask, true).len();
                let compacted = naive(cfg.width, &job.mask, false).len();
                assert_eq!((o.counted_warps as usize, o.counted_plain as usize), (compacted, plain));
                assert_eq!(o.counted_tag, job.tag);
            } else {
                assert_eq!(shown(cfg.width, &o), warps[*gone]);
                assert_eq!((o.warp_tag, o.warp_last), (job.tag, *gone + 1 == warps.len()));
                waited += 1;
                if i.warp_ready {
                    (*gone, waited) = (*gone + 1, 0);
                    free = *gone == warps.len();
                }
            }
            if *gone == warps.len() {
                held = None;
            }
        } else {
            assert!(!o.counted_valid && !o.warp_valid);
        }
        fresh = false;
        assert_eq!(o.accept_ready, free);
        if free && i.accept_valid {
            let job = next.expect("it was offered");
            held = Some((job, naive(cfg.width, &job.mask, job.decline), 0));
            next = coming.next();
            pause = next.map_or(0, |job| job.pause);
            fresh = true;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn threads_leave_as_a_naive_compactor_says((cfg, jobs) in jobs()) {
        run(&cfg, &jobs);
    }

    #[test]
    fn counts_are_those_of_the_unit((cfg, jobs) in jobs()) {
        let mut unit = Driver::new(&cfg);
        for job in &jobs {
            let (counted, left) = unit.compact(&job.mask, job.tag, job.decline);
            let counts = Counts::of(cfg.width, &job.mask);
            prop_assert_eq!((u32::from(counted.counted_warps), u32::from(counted.counted_plain)), (counts.compacted, counts.plain));
            prop_assert_eq!(left.len() as u32, if job.decline { counts.plain } else { counts.compacted });
            prop_assert!(counts.ideal <= counts.compacted && counts.compacted <= counts.plain);
            // nobody is lost: each thread leaves once, in its own lane
            let mut back = vec![0; job.mask.len()];
            for warp in &left {
                for (lane, source) in shown(cfg.width, warp).into_iter().enumerate() {
                    if let Some(source) = source {
                        prop_assert_eq!(back[usize::from(source)] >> lane & 1, 0, "left twice");
                        back[usize::from(source)] |= 1 << lane;
                    }
                }
            }
            prop_assert_eq!(&back, &job.mask);
        }
    }

    #[test]
    fn launched_lanes_are_those_of_balanced(log in 1..=5u32, warps in 1..=32u32, threads in any::<[u32; 32]>()) {
        let cfg = Config { width: 1 << log, warps };
        let threads: Vec<u32> = threads[..warps as usize].iter().map(|row| row & cfg.all_lanes()).collect();
        let mut lanes = vec![0; threads.len()];
        Layout::new(Permutation::Balanced, cfg.width, warps).permute(&threads, &mut lanes);
        let mut unit = Driver::new(&cfg);
        prop_assert_eq!(&unit.launch(false, &threads), &lanes);
        for slot in 0..warps as u8 {
            prop_assert_eq!(unit.read(slot, lanes[usize::from(slot)]).read_lanes, threads[usize::from(slot)]);
        }
    }

    #[test]
    fn lanes_and_masks_agree(log in 1..=5u32, warp in 0..32u32, threads in any::<u32>(), seed in any::<u64>()) {
        let width = 1 << log;
        let threads = threads & (u32::MAX >> (32 - width));
        for permutation in Permutation::all(seed) {
            let lanes = permutation.lanes(width, warp);
            let expected = (0..width).filter(|t| threads >> t & 1 == 1).fold(0, |mask, t| mask | 1 << lanes[t as usize]);
            prop_assert_eq!(Layout::new(permutation, width, warp + 1).lanes(warp as usize, threads), expected);
            if let Some(mask) = permutation.xor(width, warp) {
                prop_assert_eq!(exchange(expected, mask as u8), threads, "XOR is its own inverse");
            }
        }
    }
}

#[test]
fn every_permutation_is_one() {
    for width in [2, 4, 8, 16, 32] {
        for permutation in Permutation::all(7) {
            for warp in 0..40 {
                let mut lanes = permutation.lanes(width, warp);
                lanes.sort_unstable();
                assert_eq!(
                    lanes,
                    (0..width).collect::<Vec<_>>(),
                    "{} of warp {warp}, width {width}",
                    permutation.name()
                );
            }
        }
    }
    // a random one depends on the seed and on the warp, and on nothing else
    let random = |seed, warp| Permutation::Random(seed).lanes(32, warp);
    assert_eq!(random(1, 5), random(1, 5));
    assert_ne!(random(1, 5), random(1, 6));
    assert_ne!(random(1, 5), random(2, 5));
}
