//! SOBFLT: Sobel edge filter.

use heddle_golden::Chance;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Rows of the two Sobel kernels, each weight with the pixel's offset.
const HORIZONTAL: [[i32; 3]; 3] = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]];
const VERTICAL: [[i32; 3]; 3] = [[1, 2, 1], [0, 0, 0], [-1, -2, -1]];

/// Paints discs in front of each other, with little noise: as in the SDK's photograph, edges go on
/// from row to row.
fn make(sizes: &Sizes, data: &mut Buffers) {
    let (width, height) = (sizes["width"] as u32, sizes["height"] as u32);
    let mut chance = Chance(1);
    let picture = data.u8_mut("picture");
    for _ in 0..300 {
        let [x, y, radius, grey] = [width, height, 50, 247].map(|most| chance.below(most));
        for (at, pixel) in (0..).zip(&mut *picture) {
            if (at % width).abs_diff(x).pow(2) + (at / width).abs_diff(y).pow(2) <= radius.pow(2) {
                *pixel = grey as u8;
            }
        }
    }
    picture.iter_mut().for_each(|pixel| *pixel += chance.below(8) as u8);
}

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
            strength.min(255) as u8
        })
        .collect();
    data.u8_mut("out").copy_from_slice(&edges);
}
