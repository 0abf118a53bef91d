//! S2K: a symmetric update of rank 2k of a matrix.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const ALPHA: f32 = 1.5;
const BETA: f32 = 0.75;

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (n, m) = (sizes.count("n"), sizes.count("m"));
    let [a, b] = ["a", "b"].map(|name| data.f32(name).to_vec());
    for (at, c) in data.f32_mut("c").iter_mut().enumerate() {
        let (i, j) = (at / n, at % n);
        *c *= BETA;
        for k in 0..m {
            *c = (ALPHA * a[i * m + k]).mul_add(b[j * m + k], *c);
            *c = (ALPHA * b[i * m + k]).mul_add(a[j * m + k], *c);
        }
    }
}
