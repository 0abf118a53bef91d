//! TF: the sum of an array, in the order in which threads and then halves of a CTA add.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const BLOCK: usize = 128;

/// Adds the upper half of the sums to the lower half until one sum is left.
fn folded(mut sums: [f32; BLOCK]) -> f32 {
    let mut half = BLOCK / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
        half /= 2;
    }
    sums[0]
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let blocks = sizes.count("blocks");
    let mut sums = vec![[0.0f32; BLOCK]; blocks];
    // each CTA takes two pieces at a time
    for (i, value) in data.f32("in").iter().enumerate() {
        sums[i / (2 * BLOCK) % blocks][i % BLOCK] += value;
    }
    let mut out: Vec<f32> = sums.into_iter().map(folded).collect();
    let mut last = [0.0; BLOCK];
    out.iter().enumerate().for_each(|(i, sum)| last[i % BLOCK] += sum);
    out[0] = folded(last);
    data.f32_mut("out").copy_from_slice(&out);
}
