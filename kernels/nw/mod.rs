//! NW: Needleman-Wunsch alignment of two sequences.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

fn make(size: &Sizes, data: &mut Buffers) {
    let (cols, penalty) = (size.count("n") + 1, size["penalty"] as i32);
    let score = data.s32_mut("score");
    for i in 0..cols {
        score[i] = -penalty * i as i32;
        score[i * cols] = -penalty * i as i32;
    }
}

/// Fills the table row by row, each cell from its three predecessors.
fn align(cols: usize, penalty: i32, similarity: &[i32], score: &mut [i32]) {
    for y in 1..cols {
        for x in 1..cols {
            let at = y * cols + x;
            let gap = score[at - 1].max(score[at - cols]) - penalty;
            score[at] = gap.max(score[at - cols - 1] + similarity[at]);
        }
    }
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let similarity = data.s32("similarity").to_vec();
    align(size.count("n") + 1, size["penalty"] as i32, &similarity, data.s32_mut("score"));
}

#[test]
fn the_best_way_takes_a_gap() {
    // letters of AB against BA: a match is worth 3, a mismatch -3, a gap -1: gap, match, gap
    let similarity = [0, 0, 0, 0, -3, 3, 0, 3, -3];
    let mut score = [0, -1, -2, -1, 0, 0, -2, 0, 0];
    align(3, 1, &similarity, &mut score);
    assert_eq!(score, [0, -1, -2, -1, -2, 2, -2, 2, 1]);
}
