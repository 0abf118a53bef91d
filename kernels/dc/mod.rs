//! DC: discrete cosine transforms of 8 x 8 blocks.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// sqrt(2) cos(k pi / 16) for k = 1, 2, 3, 5, 6, 7.
const COSINES: [f32; 6] = [1.3870399, 1.306563, 1.1758755, 0.78569496, 0.5411961, 0.27589938];
const NORM: f32 = 0.35355338;

fn dot(a: [f32; 4], b: [f32; 4]) -> f32 {
    a[3].mul_add(b[3], a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0])))
}

/// The odd half of both transforms.
fn odd(v: [f32; 4]) -> [f32; 4] {
    let [a, _, c, d, _, f] = COSINES;
    [dot([a, c, d, f], v), dot([c, -f, -a, -d], v), dot([d, -a, f, c], v), dot([f, -d, c, -a], v)]
}

fn forward(v: [f32; 8]) -> [f32; 8] {
    let [_, b, _, _, e, _] = COSINES;
    let p: [f32; 4] = std::array::from_fn(|i| v[i] + v[7 - i]);
    let o = odd(std::array::from_fn(|i| v[i] - v[7 - i]));
    let (s0, s1, d0, d1) = (p[0] + p[3], p[1] + p[2], p[0] - p[3], p[1] - p[2]);
    [s0 + s1, o[0], e.mul_add(d1, b * d0), o[1], s0 - s1, o[2], (-b).mul_add(d1, e * d0), o[3]].map(|x| NORM * x)
}

fn inverse(v: [f32; 8]) -> [f32; 8] {
    let [_, b, _, _, e, _] = COSINES;
    let (p0, p1) = (v[0] + v[4], v[0] - v[4]);
    let (q0, q1) = (e.mul_add(v[6], b * v[2]), (-b).mul_add(v[6], e * v[2]));
    let (even, o) = ([p0 + q0, p1 + q1, p1 - q1, p0 - q0], odd([v[1], v[3], v[5], v[7]]));
    std::array::from_fn(|j| NORM * if j < 4 { even[j] + o[j] } else { even[7 - j] - o[7 - j] })
}

/// Transforms every block's rows, then its columns.
fn blocks(plane: &mut [f32], width: usize, transform: fn([f32; 8]) -> [f32; 8]) {
    for row in plane.chunks_exact_mut(8) {
        row.copy_from_slice(&transform(std::array::from_fn(|i| row[i])));
    }
    for band in plane.chunks_exact_mut(8 * width) {
        for x in 0..width {
            let column = transform(std::array::from_fn(|i| band[i * width + x]));
            column.into_iter().enumerate().for_each(|(i, v)| band[i * width + x] = v);
        }
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let width = sizes.count("width");
    let (mut plane, steps) = (data.f32("image").to_vec(), data.f32("steps").to_vec());
    blocks(&mut plane, width, forward);
    for (i, value) in plane.iter_mut().enumerate() {
        let step = steps[i / width % 8 * 8 + i % 8];
        *value = (*value / step).round_ties_even() * step;
    }
    data.f32_mut("plane").copy_from_slice(&plane);
    blocks(&mut plane, width, inverse);
    data.f32_mut("out").copy_from_slice(&plane);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_is_the_cosine_transform() {
        let v = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0, 6.0];
        for (k, x) in forward(v).into_iter().enumerate() {
            let term = |i: usize| v[i] * ((2 * i + 1) as f32 * k as f32 * std::f32::consts::PI / 16.0).cos();
            let expected = (0..8).map(term).sum::<f32>() * if k == 0 { 0.125f32.sqrt() } else { 0.5 };
            assert!((x - expected).abs() < 1e-5, "{k}: {x} {expected}");
        }
        assert!(inverse(forward(v)).iter().zip(v).all(|(a, b)| (a - b).abs() < 1e-5));
    }
}
