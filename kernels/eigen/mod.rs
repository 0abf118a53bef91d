//! EIGEN: eigenvalues of symmetric tridiagonal matrices by bisection, one matrix after the other.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const PRECISION: f32 = 1e-5;

fn make(sizes: &Sizes, data: &mut Buffers) {
    let n = sizes.count("n");
    let matrices = data.f32("diagonals").chunks_exact(n).zip(data.f32("squares").chunks_exact(n));
    let bounds: Vec<f32> = matrices.flat_map(|(diagonal, squares)| gerschgorin(diagonal, squares)).collect();
    data.f32_mut("bounds").copy_from_slice(&bounds);
}

fn gerschgorin(diagonal: &[f32], squares: &[f32]) -> [f32; 2] {
    let side = |i: usize| if i == 0 { 0.0 } else { squares.get(i).map_or(0.0, |square| square.sqrt()) };
    let circles = diagonal.iter().enumerate().map(|(i, centre)| (centre, side(i) + side(i + 1)));
    circles.fold([f32::MAX, f32::MIN], |[low, high], (centre, radius)| [low.min(centre - radius), high.max(centre + radius)])
}

/// The number of eigenvalues below x.
fn below(diagonal: &[f32], squares: &[f32], x: f32) -> usize {
    let mut pivot = f32::INFINITY;
    let negative = |(d, square): (&f32, &f32)| {
        let previous = if pivot == 0.0 { 1e-30 } else { pivot };
        pivot = d - x - square / previous;
        pivot < 0.0
    };
    diagonal.iter().zip(squares).map(negative).filter(|&negative| negative).count()
}

/// Eigenvalue k, as the middle of an interval too small to divide.
fn eigenvalue(k: usize, diagonal: &[f32], squares: &[f32], bounds: &[f32]) -> f32 {
    let [mut low, mut high] = [bounds[0], bounds[1]];
    loop {
        let middle = low + 0.5 * (high - low);
        if high - low <= PRECISION * low.abs().max(high.abs()) || middle == low || middle == high {
            return middle;
        }
        if below(diagonal, squares, middle) > k { high = middle } else { low = middle }
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let n = sizes.count("n");
    let mut values = Vec::with_capacity(data.f32("values").len());
    for (i, bounds) in data.f32("bounds").chunks_exact(2).enumerate() {
        let [diagonal, squares] = ["diagonals", "squares"].map(|name| &data.f32(name)[i * n..][..n]);
        values.extend((0..n).map(|k| eigenvalue(k, diagonal, squares, bounds)));
    }
    data.f32_mut("values").copy_from_slice(&values);
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_chain_has_cosines() {
        let (diagonal, squares) = ([2.0; 5], [1.0; 5]);
        let bounds = super::gerschgorin(&diagonal, &squares);
        for k in 0..5 {
            let expected = 2.0 - 2.0 * ((k + 1) as f32 * std::f32::consts::PI / 6.0).cos();
            assert!((super::eigenvalue(k, &diagonal, &squares, &bounds) - expected).abs() < 1e-4);
        }
    }
}
