//! GAU: Gaussian elimination.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Makes a matrix whose elements fall off from the diagonal as in Rodinia's matrices, so that no
/// pivoting is needed.
pub(crate) fn matrix(n: usize) -> impl Iterator<Item = f32> {
    (0..n * n).map(move |i| (10.0 * (-0.01 * (i / n).abs_diff(i % n) as f64).exp()) as f32)
}

fn make(size: &Sizes, data: &mut Buffers) {
    data.f32_mut("a").iter_mut().zip(matrix(size.count("n"))).for_each(|(held, x)| *held = x);
}

/// Reduces one row after the other by all rows above it.
fn eliminate(n: usize, a: &mut [f32], b: &mut [f32], m: &mut [f32]) {
    for row in 1..n {
        let (above, rest) = a.split_at_mut(row * n);
        for t in 0..row {
            let pivot = &above[t * n..(t + 1) * n];
            let factor = rest[t] / pivot[t];
            m[row * n + t] = factor;
            for column in t..n {
                rest[column] = (-factor).mul_add(pivot[column], rest[column]);
            }
            b[row] = (-factor).mul_add(b[t], b[row]);
        }
    }
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let n = size.count("n");
    let (mut a, mut b, mut m) = (data.f32("a").to_vec(), data.f32("b").to_vec(), data.f32("m").to_vec());
    eliminate(n, &mut a, &mut b, &mut m);
    data.f32_mut("a").copy_from_slice(&a);
    data.f32_mut("b").copy_from_slice(&b);
    data.f32_mut("m").copy_from_slice(&m);
}

#[test]
fn three_equations() {
    // x + 2 y + z = 8, 2 x + y + z = 7, x + y + 4 z = 15 have the solution 1, 2, 3
    let mut a = [1., 2., 1., 2., 1., 1., 1., 1., 4.];
    let mut b = [8., 7., 15.];
    let mut m = [0.; 9];
    eliminate(3, &mut a, &mut b, &mut m);
    assert_eq!((m[3], m[6], a[3], a[6]), (2., 1., 0., 0.));
    assert!(a[7].abs() < 1e-6);
    let z = b[2] / a[8];
    let y = (b[1] - a[5] * z) / a[4];
    assert!((z - 3.0).abs() < 1e-6 && (y - 2.0).abs() < 1e-6);
}
