//! LPS: Laplace's equation in three dimensions, by relaxation.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

/// Replaces each inner point by the mean of its six neighbours.
fn step([nx, ny, nz]: [usize; 3], now: &[f32]) -> Vec<f32> {
    let mut next = now.to_vec();
    for z in 1..nz - 1 {
        for y in 1..ny - 1 {
            for x in 1..nx - 1 {
                let at = x + nx * (y + ny * z);
                let around = [at - 1, at + 1, at - nx, at + nx, at - nx * ny, at + nx * ny];
                next[at] = around.into_iter().map(|i| now[i]).reduce(|a, b| a + b).expect("six neighbours") * (1.0 / 6.0);
            }
        }
    }
    next
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let shape = [size.count("nx"), size.count("ny"), size.count("nz")];
    let last = (0..size["steps"]).fold(data.f32("a").to_vec(), |now, _| step(shape, &now));
    data.f32_mut("b").copy_from_slice(&last);
}

#[test]
fn one_inner_point() {
    let mut now = [0.0; 27];
    for (i, at) in [4, 10, 12, 14, 16, 22].into_iter().enumerate() {
        now[at] = 6.0 * (i + 1) as f32;
    }
    let next = step([3, 3, 3], &now);
    assert_eq!(next[13], 21.0);
    assert_eq!(next[4], now[4]);
}
