//! CT: separable convolution of an image, whose border pixels are repeated outside it.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const RADIUS: usize = 8;

/// Convolves a line of pixels.
fn convolve(line: &[f32], weights: &[f32]) -> Vec<f32> {
    let (first, last) = (line[0], line[line.len() - 1]);
    let padded: Vec<f32> = [&[first; RADIUS], line, &[last; RADIUS]].concat();
    let sum = |window: &[f32]| window.iter().zip(weights.iter().rev()).fold(0.0f32, |sum, (p, w)| w.mul_add(*p, sum));
    padded.windows(2 * RADIUS + 1).map(sum).collect()
}

/// Transposes an image.
fn transposed(image: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|x| image[x..].iter().step_by(width).copied()).collect()
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (width, height) = (sizes.count("width"), sizes.count("height"));
    let weights = data.f32("weights").to_vec();
    let lines =
        |image: &[f32], length| image.chunks_exact(length).flat_map(|line| convolve(line, &weights)).collect::<Vec<_>>();
    let between = lines(data.f32("in"), width);
    let out = transposed(&lines(&transposed(&between, width), height), height);
    data.f32_mut("between").copy_from_slice(&between);
    data.f32_mut("out").copy_from_slice(&out);
}

#[test]
fn a_border_goes_on() {
    let mut weights = [0.0; 2 * RADIUS + 1];
    // a weight before the middle takes the pixel behind
    weights[RADIUS - 2] = 1.0;
    assert_eq!(convolve(&[1.0, 2.0, 3.0, 4.0], &weights), [3.0, 4.0, 4.0, 4.0]);
    assert_eq!(transposed(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
}
