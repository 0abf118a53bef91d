//! Buckets: sizes of warps that execute similar numbers of instructions (SIMT-SIMD IV.B).

use std::collections::BTreeMap;

/// Returns the bucket of each size, from sizes and the instructions that a partition of one such
/// warp issues. Sizes go by (count, size); a bucket begins with the least that is left, and takes
/// all whose count is at most `threshold` above it.
pub(crate) fn buckets(counts: &BTreeMap<u32, u64>, threshold: u64) -> BTreeMap<u32, usize> {
    let mut sizes: Vec<(u64, u32)> = counts.iter().map(|(&size, &count)| (count, size)).collect();
    sizes.sort_unstable();
    let (mut of, mut bucket, mut first) = (BTreeMap::new(), 0, None);
    for (count, size) in sizes {
        match first {
            None => first = Some(count),
            Some(least) if count - least > threshold => (first, bucket) = (Some(count), bucket + 1),
            Some(_) => {}
        }
        of.insert(size, bucket);
    }
    of
}

#[cfg(test)]
pub(super) mod tests {
    use heddle_golden::Chance;

    use super::*;

    /// Instruction counts of an SpMV written by hand, by size: 26 instructions, and 8 for each step
    /// of the sum.
    pub fn counts(sizes: &[u32]) -> BTreeMap<u32, u64> {
        sizes.iter().map(|&size| (size, 26 + 8 * u64::from(size.next_power_of_two().ilog2()))).collect()
    }

    fn lists(threshold: u64) -> Vec<Vec<u32>> {
        let of = buckets(&counts(&[2, 3, 4, 8, 11]), threshold);
        let last = *of.values().max().unwrap();
        (0..=last).map(|bucket| of.iter().filter(|(_, of)| **of == bucket).map(|(size, _)| *size).collect()).collect()
    }

    #[test]
    fn a_bucket_begins_with_the_least_count_that_is_left() {
        assert_eq!(lists(0), [vec![2], vec![3, 4], vec![8], vec![11]]);
        assert_eq!(lists(8), [vec![2, 3, 4], vec![8, 11]]);
        assert_eq!(lists(16), [vec![2, 3, 4, 8], vec![11]]);
        assert_eq!(lists(24), [vec![2, 3, 4, 8, 11]]);
    }

    #[test]
    fn counts_of_a_bucket_lie_within_the_threshold() {
        let mut chance = Chance(3);
        for _ in 0..300 {
            let counts: BTreeMap<u32, u64> =
                (0..1 + chance.below(40)).map(|_| (1 + chance.below(300), chance.below(1000).into())).collect();
            let threshold = chance.below(300).into();
            let of = buckets(&counts, threshold);
            assert_eq!(of.len(), counts.len());
            let mut before = None;
            for bucket in 0..=*of.values().max().unwrap() {
                let held = || of.iter().filter(|(_, of)| **of == bucket).map(|(size, _)| counts[size]);
                let (least, most) = (held().min().unwrap(), held().max().unwrap());
                assert!(most - least <= threshold);
                // a bucket is closed only because the next count does not fit
                assert!(before.is_none_or(|first| least > first + threshold));
                before = Some(least);
            }
        }
    }
}
