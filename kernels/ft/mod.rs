//! FT: Fourier transforms by recursive halving, in double precision.

use crate::{Buffers, Host, Sizes};
use std::f64::consts::TAU;

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

type Complex = (f64, f64);

fn fourier(points: &[Complex]) -> Vec<Complex> {
    if points.len() == 1 {
        return points.to_vec();
    }
    let half = |from: usize| fourier(&points.iter().copied().skip(from).step_by(2).collect::<Vec<_>>());
    let (even, odd) = (half(0), half(1));
    let turned = |k: usize, (re, im): Complex| {
        let (sin, cos) = (-TAU * k as f64 / points.len() as f64).sin_cos();
        (re * cos - im * sin, re * sin + im * cos)
    };
    let turned: Vec<Complex> = odd.iter().enumerate().map(|(k, &c)| turned(k, c)).collect();
    let sums = even.iter().zip(&turned).map(|(a, b)| (a.0 + b.0, a.1 + b.1));
    let differences = even.iter().zip(&turned).map(|(a, b)| (a.0 - b.0, a.1 - b.1));
    sums.chain(differences).collect()
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let signal = data.f32("signal").to_vec();
    for (points, spectrum) in signal.chunks_exact(1024).zip(data.f32_mut("spectrum").chunks_exact_mut(1024)) {
        let points: Vec<Complex> = points.chunks_exact(2).map(|c| (c[0].into(), c[1].into())).collect();
        for (to, (re, im)) in spectrum.chunks_exact_mut(2).zip(fourier(&points)) {
            to.copy_from_slice(&[re as f32, im as f32]);
        }
    }
    data.f32_mut("back").copy_from_slice(&signal);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_is_one_line() {
        let wave = |i: usize| (TAU * 3.0 * i as f64 / 16.0).sin_cos();
        let spectrum = fourier(&(0..16).map(|i| (wave(i).1, wave(i).0)).collect::<Vec<_>>());
        for (k, (re, im)) in spectrum.into_iter().enumerate() {
            assert!((re - if k == 3 { 16.0 } else { 0.0 }).abs() < 1e-9 && im.abs() < 1e-9, "{k}");
        }
    }
}
