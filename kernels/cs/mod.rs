//! CS: separable convolution of an image, with zeros outside it.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const RADIUS: isize = 8;

/// Convolves an image along the axis on which neighbours lie `stride` apart.
fn convolve(image: &[f32], weights: &[f32], length: usize, stride: usize) -> Vec<f32> {
    let at = |i: usize| {
        let along = (i / stride % length) as isize;
        (-RADIUS..=RADIUS).fold(0.0f32, |sum, j| {
            let inside = (0..length as isize).contains(&(along + j));
            let value = if inside { image[(i as isize + j * stride as isize) as usize] } else { 0.0 };
            weights[(RADIUS - j) as usize].mul_add(value, sum)
        })
    };
    (0..image.len()).map(at).collect()
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let weights = data.f32("weights").to_vec();
    let between = convolve(data.f32("in"), &weights, sizes.count("width"), 1);
    let out = convolve(&between, &weights, sizes.count("height"), sizes.count("width"));
    data.f32_mut("between").copy_from_slice(&between);
    data.f32_mut("out").copy_from_slice(&out);
}
