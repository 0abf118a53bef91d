//! LUD: LU decomposition.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Elements of a block's side.
const BLOCK: usize = 16;

fn make(size: &Sizes, data: &mut Buffers) {
    let n = size.count("n");
    data.f32_mut("m").iter_mut().zip(crate::gau::matrix(n)).for_each(|(held, x)| *held = x);
}

/// Decomposes a matrix element by element (Crout's order). Products of a block column are summed
/// before they are subtracted, unless the element lies in it: the rounding errors depend on this
/// order.
fn decompose(n: usize, m: &mut [f32]) {
    for r in 0..n {
        for c in 0..n {
            let least = r.min(c);
            let own = least / BLOCK * BLOCK;
            let mut value = m[r * n + c];
            for block in (0..own).step_by(BLOCK) {
                value -= (block..block + BLOCK).fold(0.0f32, |sum, k| m[r * n + k].mul_add(m[k * n + c], sum));
            }
            value = (own..least).fold(value, |value, k| (-m[r * n + k]).mul_add(m[k * n + c], value));
            m[r * n + c] = if r > c { value / m[c * n + c] } else { value };
        }
    }
}

fn reference(size: &Sizes, data: &mut Buffers) {
    decompose(size.count("n"), data.f32_mut("m"));
}

#[test]
fn the_product_is_the_matrix() {
    let n = 48;
    let matrix: Vec<f32> = crate::gau::matrix(n).collect();
    let mut m = matrix.clone();
    decompose(n, &mut m);
    for r in 0..n {
        for c in 0..n {
            let l = |k: usize| if k == r { 1.0 } else { m[r * n + k] };
            let product: f32 = (0..=r.min(c)).map(|k| l(k) * m[k * n + c]).sum();
            assert!((product - matrix[r * n + c]).abs() < 1e-4, "{r}, {c}: {product}");
        }
    }
}
