//! The study of lane permutations: what must be so whatever the masks, and that the unit counts as
//! the functions do.

use heddle_contract::Config as _;
use heddle_contract::slp::{Config, Slp};
use heddle_golden::Model;
use heddle_golden::slp::permutation::{Counts, Layout, Permutation};
use heddle_gpu::study::slp_compaction::{
    CTAS, Family, Masks, PERCENT, PERMUTATIONS, Point, Run, Shape, Unit, compare, measure,
};

const MASKS: u64 = 200;

fn paper() -> Config {
    Config::preset("paper").unwrap().clone()
}

fn shape(family: Family, percent: u32) -> Shape {
    Shape { width: 32, warps: 32, family, percent }
}

fn masks(family: Family, percent: u32) -> Masks {
    Masks::new(shape(family, percent))
}

/// Every CTA and fraction.
fn points(family: Family) -> Vec<Point> {
    let shapes = CTAS.iter().flat_map(|warps| PERCENT.map(|percent| Shape { warps: *warps, ..shape(family, percent) }));
    shapes.map(|shape| measure(shape, MASKS)).collect()
}

#[test]
fn fractions_are_what_they_say() {
    for family in Family::ALL {
        for percent in PERCENT {
            let mut masks = masks(family, percent);
            let (mut mask, mut active) = ([0; 32], 0);
            for _ in 0..2_000 {
                masks.next(&mut mask);
                active += mask.iter().map(|row| row.count_ones()).sum::<u32>();
            }
            let mean = 100.0 * f64::from(active) / (2_000.0 * 1024.0);
            assert!((mean - f64::from(percent)).abs() < 0.3, "{}: {mean:.2} instead of {percent}", family.name());
        }
    }
}

#[test]
fn families_look_as_they_are_described() {
    let mut mask = [0; 32];
    let mut other = [0; 32];
    for percent in PERCENT {
        let mut aligned = masks(Family::Aligned, percent);
        let mut clustered = masks(Family::Clustered, percent);
        let mut random = masks(Family::Random, percent);
        for _ in 0..50 {
            aligned.next(&mut mask);
            assert!(mask.iter().all(|row| *row == mask[0]));
            // every run of neighbours is of whole groups of 4
            clustered.next(&mut mask);
            let thread = |t: usize| mask[t / 32] >> (t % 32) & 1 == 1;
            let mut runs = vec![0];
            for t in 0..1024 {
                if thread(t) { *runs.last_mut().unwrap() += 1 } else { runs.push(0) }
            }
            assert!(runs.iter().all(|run| run % 4 == 0), "{runs:?}");
            // the number of threads is one of the two nearest
            random.next(&mut mask);
            let active = mask.iter().map(|row| row.count_ones()).sum::<u32>();
            assert!((1024 * percent / 100..=(1024 * percent).div_ceil(100)).contains(&active));
        }
        // the same ones every time
        random.next(&mut mask);
        let mut again = masks(Family::Random, percent);
        (0..51).for_each(|_| again.next(&mut other));
        assert_eq!(mask, other);
    }
}

#[test]
fn nothing_beats_the_ideal() {
    for family in Family::ALL {
        for point in points(family) {
            for permutation in PERMUTATIONS {
                let tally = point.under(permutation);
                assert!(tally.compactable <= point.ideal.compactable && tally.warps >= point.ideal.warps);
                assert!(tally.warps <= point.plain, "compaction never makes more warps");
            }
        }
    }
}

#[test]
fn aligned_masks_need_a_permutation_and_balanced_gives_all() {
    for point in [Family::Aligned, Family::Leading].into_iter().flat_map(points) {
        assert_eq!(point.under(Permutation::None).compactable, 0);
        if point.shape.warps == 32 {
            assert_eq!(point.ideal.compactable, MASKS);
            // each lane holds each thread number once: all lanes are equally full (4.3). So they
            // are by any other 32 masks
            for permutation in [Permutation::Balanced, Permutation::Wid, Permutation::RevWid] {
                assert_eq!(point.under(permutation), point.ideal);
            }
        }
    }
}

#[test]
fn complementary_masks_are_what_a_small_cta_needs() {
    // 8 warps, of which the lower half of the lanes is active: the complement moves odd warps into
    // the other half. `WID` moves nothing by more than 7 lanes
    let point = measure(Shape { warps: 8, ..shape(Family::Leading, 50) }, MASKS);
    assert_eq!(point.under(Permutation::Balanced), point.ideal);
    assert_eq!(point.under(Permutation::Wid).compactable, 0);
    assert_eq!(point.under(Permutation::OddEven).compactable, 0);
}

#[test]
fn parity_and_half_fool_the_simple_permutations() {
    // figures 9b and 9c at 32 x 32
    let compacted = |permutation, row| {
        let mut lanes = [0; 32];
        Layout::new(permutation, 32, 32).permute(&[row; 32], &mut lanes);
        Counts::of(32, &lanes).compacted
    };
    let (parity, half) = (0x5555_5555, 0x0000_ffff);
    assert_eq!([parity, half].map(|row| compacted(Permutation::None, row)), [32, 32]);
    assert_eq!([parity, half].map(|row| compacted(Permutation::OddEven, row)), [16, 32]);
    assert_eq!([parity, half].map(|row| compacted(Permutation::Half, row)), [32, 16]);
    assert_eq!([parity, half].map(|row| compacted(Permutation::Balanced, row)), [16, 16]);
    // random permutations fail where half of the threads or more are active (4.2)
    let point = measure(shape(Family::Aligned, 90), MASKS);
    let random = PERMUTATIONS.into_iter().find(|p| matches!(p, Permutation::Random(_))).unwrap();
    assert!(point.under(random).warps > point.ideal.warps);
}

fn golden(permutation: Permutation, shape: Shape) -> Run {
    let unit = Unit::launch(Model::<Slp>::new(paper()), shape.warps, permutation == Permutation::None);
    unit.compact(&mut Masks::new(shape), MASKS)
}

#[test]
fn the_unit_counts_as_the_functions_do() {
    for family in Family::ALL {
        for point in points(family) {
            for permutation in [Permutation::Balanced, Permutation::None] {
                let run = golden(permutation, point.shape);
                compare(&point, permutation, &run).unwrap();
                // permuted and compacted at once: a row a cycle, or a warp a cycle
                let warps = u64::from(point.shape.warps);
                assert!(run.cycles <= warps + (MASKS + 2) * (warps + 2), "{} cycles", run.cycles);
            }
        }
    }
}

#[test]
fn another_count_is_told() {
    let point = measure(shape(Family::Striped, 25), MASKS);
    let run = golden(Permutation::Balanced, point.shape);
    let wrong = Run { left: run.left + 1, ..run };
    let told = compare(&point, Permutation::Balanced, &wrong).unwrap_err().to_string();
    assert!(told.starts_with("32 warps, striped masks, 25 %, Balanced: "), "{told}");
    assert!(compare(&point, Permutation::None, &run).is_err(), "one permutation's counts are not another's");
}
