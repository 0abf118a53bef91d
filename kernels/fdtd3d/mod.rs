//! FDTD3D: finite differences in three dimensions. Points within 4 of the volume's border stay
//! unchanged.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const RADIUS: usize = 4;

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let [x, y, z] = ["x", "y", "z"].map(|name| sizes.count(name));
    let (stride_y, stride_z) = (x + 2 * RADIUS, (x + 2 * RADIUS) * (y + 2 * RADIUS));
    let stencil = data.f32("stencil").to_vec();
    for step in 0..sizes.count("steps") {
        let (from, to) = if step % 2 == 0 { ("a", "b") } else { ("b", "a") };
        let (from, to) = (data.f32(from).to_vec(), data.f32_mut(to));
        let inside = (0..z).flat_map(|k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])));
        for [i, j, k] in inside {
            let at = (k + RADIUS) * stride_z + (j + RADIUS) * stride_y + i + RADIUS;
            to[at] = (1..=RADIUS).fold(stencil[0] * from[at], |value, d| {
                // ahead, behind, above, below, before, behind
                let [dy, dz] = [stride_y, stride_z].map(|stride| d * stride);
                let around = [at + dz, at - dz, at - dy, at + dy, at - d, at + d].map(|other| from[other]);
                stencil[d].mul_add(around.into_iter().reduce(|sum, x| sum + x).expect("six"), value)
            });
        }
    }
}
