//! SOBFLT: Sobel edge filter.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// Rows of the two Sobel kernels, each weight with the pixel's offset.
const HORIZONTAL: [[i32; 3]; 3] = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]];
const VERTICAL: [[i32; 3]; 3] = [[1, 2, 1], [0, 0, 0], [-1, -2, -1]];

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (width, height) = (sizes["width"], sizes["height"]);
    let picture = data.u8("picture");
    let pixel = |x: i64, y: i64| i32::from(picture[(y.clamp(0, height - 1) * width + x.clamp(0, width - 1)) as usize]);
    let convolve = |weights: &[[i32; 3]; 3], x: i64, y: i64| -> i32 {
        (0..9).map(|k| weights[k as usize / 3][k as usize % 3] * pixel(x + k % 3 - 1, y + k / 3 - 1)).sum()
    };
    let edges: Vec<u8> = (0..width * height)
        .map(|at| {
            let (x, y) = (at % width, at / width);
            let strength = convolve(&HORIZONTAL, x, y).abs() + convolve(&VERTICAL, x, y).abs();
            (0.375 * strength as f32).min(255.0) as u8
        })
        .collect();
    data.u8_mut("out").copy_from_slice(&edges);
}
