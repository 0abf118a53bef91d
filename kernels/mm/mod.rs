//! MM: matrix multiplication.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (inner, width) = (sizes.count("inner"), sizes.count("width"));
    let mut c = vec![0f32; data.f32("c").len()];
    // the kernel sums in the order of k, with fused steps
    for (row, sums) in data.f32("a").chunks_exact(inner).zip(c.chunks_exact_mut(width)) {
        for (&a, line) in row.iter().zip(data.f32("b").chunks_exact(width)) {
            sums.iter_mut().zip(line).for_each(|(sum, &b)| *sum = a.mul_add(b, *sum));
        }
    }
    data.f32_mut("c").copy_from_slice(&c);
}
