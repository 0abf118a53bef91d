//! FD: finite-difference time-domain method in two dimensions.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (nx, ny) = (sizes.count("nx"), sizes.count("ny"));
    let [mut ex, mut ey, mut hz] = ["ex", "ey", "hz"].map(|name| data.f32(name).to_vec());
    for step in 0..sizes.count("steps") {
        ey[..ny].fill(step as f32);
        for k in ny..nx * ny {
            ey[k] = (hz[k] - hz[k - ny]).mul_add(-0.5, ey[k]);
        }
        for (ex, hz) in ex.chunks_exact_mut(ny + 1).zip(hz.chunks_exact(ny)) {
            for j in 1..ny {
                ex[j] = (hz[j] - hz[j - 1]).mul_add(-0.5, ex[j]);
            }
        }
        for (k, hz) in hz.iter_mut().enumerate() {
            let right = k / ny * (ny + 1) + k % ny;
            *hz = (ex[right + 1] - ex[right] + ey[k + ny] - ey[k]).mul_add(-0.7, *hz);
        }
    }
    for (name, field) in [("ex", ex), ("ey", ey), ("hz", hz)] {
        data.f32_mut(name).copy_from_slice(&field);
    }
}
