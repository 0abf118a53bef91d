//! LAVAMD: the forces between particles in neighbouring boxes.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const ALPHA: f32 = 0.5;

fn make(sizes: &Sizes, data: &mut Buffers) {
    let [nx, ny, nz] = ["x", "y", "z"].map(|name| sizes.count(name));
    let near = |i: usize, n: usize| i.saturating_sub(1)..n.min(i + 2);
    for home in 0..nx * ny * nz {
        let (x, y, z) = (home % nx, home / nx % ny, home / nx / ny);
        let all = near(z, nz).flat_map(|k| near(y, ny).flat_map(move |j| near(x, nx).map(move |i| (k * ny + j) * nx + i)));
        let all: Vec<i32> = all.map(|other| other as i32).collect();
        data.s32_mut("counts")[home] = all.len() as i32;
        data.s32_mut("neighbours")[27 * home..][..all.len()].copy_from_slice(&all);
    }
    for (i, position) in data.f32_mut("positions").chunks_exact_mut(4).enumerate() {
        // in tenths, as the original has them
        let [x, y, z] = [7, 11, 13].map(|k| ((i * i * k + i * (k + 4) + k) % 101 % 10 + 1) as f32 / 10.0);
        position.copy_from_slice(&[x, y, z, (x * x + y * y + z * z) / 2.0]);
    }
}

/// The force and the potential of a particle, with the contribution of another particle added.
fn met(force: [f32; 4], a: &[f32], b: &[f32], charge: f32) -> [f32; 4] {
    let r2 = a[3] + b[3] - a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]));
    let v = f64::from(-(2.0 * ALPHA * ALPHA) * r2).exp() as f32;
    let along = |k: usize| charge.mul_add(2.0 * v * (a[k] - b[k]), force[k]);
    [along(0), along(1), along(2), charge.mul_add(v, force[3])]
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let mut forces = data.f32("forces").to_vec();
    let positions = data.f32("positions");
    for (i, (force, a)) in forces.chunks_exact_mut(4).zip(positions.chunks_exact(4)).enumerate() {
        let home = i / 100;
        let mut sum = [0.0; 4];
        for &other in &data.s32("neighbours")[27 * home..][..data.s32("counts")[home] as usize] {
            let others = positions[400 * other as usize..].chunks_exact(4);
            for (b, &charge) in others.zip(&data.f32("charges")[100 * other as usize..][..100]) {
                sum = met(sum, a, b, charge);
            }
        }
        force.copy_from_slice(&sum);
    }
    data.f32_mut("forces").copy_from_slice(&forces);
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_particle_pushes_another_away_from_itself() {
        let force = super::met([0.0; 4], &[1.0, 0.0, 0.0, 0.5], &[0.0; 4], 1.0);
        let v = (-0.25f32).exp();
        assert!((force[0] - 2.0 * v).abs() < 1e-6 && (force[3] - v).abs() < 1e-6 && force[1] == 0.0);
    }
}
