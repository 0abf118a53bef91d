//! 3DFD: finite differences in three dimensions.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const RADIUS: usize = 4;

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let [nx, ny, nz] =
        ["tiles_x", "tiles_y", "planes"].map(|n| sizes.count(n) * if n == "planes" { 1 } else { 16 } + 2 * RADIUS);
    let (coefficients, from) = (data.f32("coefficients"), data.f32("in"));
    let mut to = data.f32("out").to_vec();
    for z in RADIUS..nz - RADIUS {
        for y in RADIUS..ny - RADIUS {
            for x in RADIUS..nx - RADIUS {
                let at = (z * ny + y) * nx + x;
                // in the kernel's order: before and behind, above and below, left and right
                to[at] = (1..=RADIUS).fold(coefficients[0] * from[at], |value, r| {
                    let (plane, row) = (r * nx * ny, r * nx);
                    let pair = from[at + plane] + from[at - plane];
                    coefficients[r].mul_add(pair + from[at - row] + from[at + row] + from[at - r] + from[at + r], value)
                });
            }
        }
    }
    data.f32_mut("out").copy_from_slice(&to);
}
