//! SRAD: speckle reducing anisotropic diffusion.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const LAMBDA: f32 = 0.5;

/// The sum in the order of 256 threads: each thread adds every 256th value, then halves are added.
fn folded(values: &[f32], add: fn(f32, f32) -> f32) -> f32 {
    let mut sums = [0.0; 256];
    values.iter().enumerate().for_each(|(i, &value)| sums[i % 256] = add(value, sums[i % 256]));
    for half in (0..8).rev().map(|k| 1 << k) {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
    }
    sums[0]
}

/// The variance over the squared mean.
fn scale(region: &[f32]) -> f32 {
    let mean = folded(region, |value, sum| sum + value) / region.len() as f32;
    let variance = (-mean).mul_add(mean, folded(region, |value, sum| value.mul_add(value, sum)) / region.len() as f32);
    variance / (mean * mean)
}

fn coefficient(here: f32, [n, s, w, e]: [f32; 4], q0: f32) -> f32 {
    let gradient = e.mul_add(e, w.mul_add(w, s.mul_add(s, n * n))) / (here * here);
    let laplacian = (n + s + w + e) / here;
    let numerator = 0.5f32.mul_add(gradient, -(1.0 / 16.0) * (laplacian * laplacian));
    let denominator = 0.25f32.mul_add(laplacian, 1.0);
    let q = numerator / (denominator * denominator);
    (1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0)))).clamp(0.0, 1.0)
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (rows, columns, region) = (sizes.count("rows"), sizes.count("columns"), sizes.count("region"));
    let mut image = data.f32("image").to_vec();
    for _ in 0..sizes.count("steps") {
        let q0 = scale(&(0..region * region).map(|i| image[i / region * columns + i % region]).collect::<Vec<_>>());
        // north, south, west, east; outside, the border goes on
        let around = |at: usize| {
            let (y, x) = (at / columns, at % columns);
            [
                y.saturating_sub(1) * columns + x,
                (y + 1).min(rows - 1) * columns + x,
                y * columns + x.saturating_sub(1),
                y * columns + (x + 1).min(columns - 1),
            ]
        };
        let differences: Vec<[f32; 4]> =
            (0..image.len()).map(|at| around(at).map(|other| image[other] - image[at])).collect();
        let c: Vec<f32> = image.iter().zip(&differences).map(|(&here, &around)| coefficient(here, around, q0)).collect();
        for (at, value) in image.iter_mut().enumerate() {
            let ([_, south, _, east], [n, s, w, e]) = (around(at), differences[at]);
            let divergence = c[east].mul_add(e, c[at].mul_add(w, c[south].mul_add(s, c[at] * n)));
            *value = (0.25 * LAMBDA).mul_add(divergence, *value);
        }
        data.f32_mut("coefficient").copy_from_slice(&c);
    }
    data.f32_mut("image").copy_from_slice(&image);
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_edge_stops_what_noise_does_not() {
        let flat = super::coefficient(1.0, [0.01, -0.01, 0.01, -0.01], 0.05);
        let edge = super::coefficient(1.0, [2.0, 0.0, 0.0, 0.0], 0.05);
        assert!(flat > 0.99 && edge < 0.2, "{flat} {edge}");
    }
}
