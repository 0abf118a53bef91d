//! 2D: convolution with a 3 x 3 mask.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const MASK: [[f32; 3]; 3] = [[0.2, -0.3, 0.4], [0.5, 0.6, 0.7], [-0.8, -0.9, 0.1]];

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (rows, columns) = (sizes.count("rows"), sizes.count("columns"));
    let input = data.f32("in").to_vec();
    let out = data.f32_mut("out");
    for i in 1..rows - 1 {
        for j in 1..columns - 1 {
            // the first product stands alone, as fma(a, b, -0) gives it
            out[i * columns + j] = MASK.iter().enumerate().fold(-0.0, |sum, (di, row)| {
                row.iter().enumerate().fold(sum, |sum, (dj, c)| c.mul_add(input[(i + di - 1) * columns + j + dj - 1], sum))
            });
        }
    }
}
