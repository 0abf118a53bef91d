//! Packing: warps of a list that share the lanes of a partition (SIMT-SIMD IV.B).

/// A pack that is open.
struct Open {
    bucket: usize,
    pack: usize,
    threads: u32,
}

/// Returns packs of warps by their place in the list, in the order in which packs are opened. Warps
/// come in the list's order, and nothing is sorted. A warp joins the open pack of its bucket if
/// both fit into `lanes`; else that pack is closed, and one is opened in its place. A bucket
/// without an open pack closes the one that was opened first if `open` are open. Without a bucket,
/// a warp has a pack of its own.
pub(crate) fn pack(sizes: &[u32], bucket: impl Fn(u32) -> Option<usize>, lanes: u32, open: usize) -> Vec<Vec<u32>> {
    let mut packs: Vec<Vec<u32>> = Vec::new();
    // in the order in which they were opened
    let mut opened: Vec<Open> = Vec::new();
    for (wid, &size) in sizes.iter().enumerate() {
        let wid = wid as u32;
        let Some(bucket) = bucket(size) else {
            packs.push(vec![wid]);
            continue;
        };
        let own = opened.iter().position(|open| open.bucket == bucket);
        match own {
            Some(at) if opened[at].threads + size <= lanes => {
                opened[at].threads += size;
                packs[opened[at].pack].push(wid);
                continue;
            }
            Some(at) => _ = opened.remove(at),
            None if opened.len() == open => _ = opened.remove(0),
            None => {}
        }
        opened.push(Open { bucket, pack: packs.len(), threads: size });
        packs.push(vec![wid]);
    }
    packs
}

/// Returns the core and the stream that a pack is given to before the first cycle (SIMT-SIMD III):
/// pack k to core k mod `cores`, there to stream k / `cores` mod `streams`.
pub(crate) fn assigned(pack: usize, cores: usize, streams: usize) -> (usize, usize) {
    (pack % cores, pack / cores % streams)
}

#[cfg(test)]
mod tests {
    use heddle_golden::Chance;

    use super::super::buckets::{buckets, tests::counts};
    use super::*;

    /// The paper's list (III).
    const LIST: [u32; 6] = [4, 11, 3, 2, 8, 3];

    fn packs(threshold: Option<u64>, open: usize) -> Vec<Vec<u32>> {
        let of = threshold.map(|threshold| buckets(&counts(&LIST), threshold));
        pack(&LIST, |size| Some(of.as_ref().map_or(0, |of| of[&size])), 16, open)
    }

    #[test]
    fn packs_of_the_papers_list() {
        assert_eq!(packs(Some(0), 1), [vec![0], vec![1], vec![2], vec![3], vec![4], vec![5]]);
        // figure 2b: partition 0 has warps 0 and 2
        assert_eq!(packs(Some(0), 2), [vec![0, 2], vec![1], vec![3], vec![4], vec![5]]);
        assert_eq!(packs(Some(0), 4), [vec![0, 2, 5], vec![1], vec![3], vec![4]]);
        assert_eq!(packs(Some(8), 1), [vec![0], vec![1], vec![2, 3], vec![4], vec![5]]);
        assert_eq!(packs(Some(8), 2), [vec![0, 2, 3, 5], vec![1], vec![4]]);
        assert_eq!(packs(Some(8), 4), [vec![0, 2, 3, 5], vec![1], vec![4]]);
        assert_eq!(packs(Some(16), 1), [vec![0], vec![1], vec![2, 3, 4, 5]]);
        assert_eq!(packs(Some(16), 2), [vec![0, 2, 3], vec![1], vec![4, 5]]);
        assert_eq!(packs(Some(16), 4), [vec![0, 2, 3], vec![1], vec![4, 5]]);
        for open in [1, 2, 4] {
            assert_eq!(packs(None, open), [vec![0, 1], vec![2, 3, 4, 5]]);
        }
    }

    #[test]
    fn packs_go_round_cores_then_streams() {
        let places: Vec<_> = (0..8).map(|pack| assigned(pack, 2, 3)).collect();
        assert_eq!(places, [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 0), (1, 0)]);
    }

    #[test]
    fn every_warp_is_in_one_pack_that_fits() {
        let mut chance = Chance(4);
        for round in 0..300 {
            let sizes: Vec<u32> = (0..1 + chance.below(200)).map(|_| 1 + chance.below(64)).collect();
            let (threshold, open) = (chance.below(40).into(), 1 + chance.below(5) as usize);
            let of = buckets(&counts(&sizes), threshold);
            let bucket = |size: u32| if round % 3 == 0 { 0 } else { of[&size] };
            let packs = pack(&sizes, |size| Some(bucket(size)), 64, open);
            let mut seen: Vec<u32> = packs.concat();
            seen.sort_unstable();
            assert_eq!(seen, (0..sizes.len() as u32).collect::<Vec<_>>());
            for held in &packs {
                assert!(held.is_sorted_by(|a, b| a < b));
                assert!(held.iter().map(|&wid| sizes[wid as usize]).sum::<u32>() <= 64);
                assert!(held.iter().all(|&wid| bucket(sizes[wid as usize]) == bucket(sizes[held[0] as usize])));
            }
            // packs are numbered by opening, which their first warp does
            assert!(packs.is_sorted_by(|a, b| a[0] < b[0]));
            assert_eq!(pack(&sizes, |_| None, 64, open).len(), sizes.len(), "without buckets each has its own");
        }
    }
}
