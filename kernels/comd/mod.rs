//! COMD: Lennard-Jones forces within a cutoff, atom by atom, cell by cell.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const CAPACITY: usize = 16;
const WIDTH: f32 = 2.5;

fn make(sizes: &Sizes, data: &mut Buffers) {
    let n = sizes.count("cells");
    for cell in 0..n * n * n {
        let corner = [cell % n, cell / n % n, cell / n / n];
        let neighbours = (0..27).map(|k| {
            let [x, y, z] = [0, 1, 2].map(|axis| (corner[axis] + n + k / [1, 3, 9][axis] % 3 - 1) % n);
            ((z * n + y) * n + x) as i32
        });
        data.s32_mut("neighbours")[27 * cell..].iter_mut().zip(neighbours).for_each(|(to, other)| *to = other);
        for slot in 0..data.s32("counts")[cell] as usize {
            // slots are places of a lattice of 3 x 3 x 2 in the cell, shaken a little
            let shake = |axis: usize| ((cell * 31 + slot * 17 + axis * 7) * (cell + 3 * slot + 5) % 101) as f32 / 250.0;
            let place = [slot % 3, slot / 3 % 3, slot / 9];
            for axis in 0..3 {
                let inside = (place[axis] as f32 + 0.3 + shake(axis)) * [0.83, 0.83, 1.25][axis];
                data.f32_mut("positions")[4 * (cell * CAPACITY + slot) + axis] = corner[axis] as f32 * WIDTH + inside;
            }
        }
    }
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let size = (sizes["cells"] * 5 / 2) as f32;
    let atom = |at: usize| &data.f32("positions")[4 * at..][..3];
    let atoms = |cell: usize| (0..data.s32("counts")[cell] as usize).map(move |slot| cell * CAPACITY + slot);
    let mut forces = data.f32("forces").to_vec();
    for cell in 0..data.s32("counts").len() {
        let others = || data.s32("neighbours")[27 * cell..][..27].iter().flat_map(|&other| atoms(other as usize));
        for here in atoms(cell) {
            let force = &mut forces[4 * here..][..4];
            for there in others().filter(|&there| there != here) {
                let d: [f32; 3] = std::array::from_fn(|axis| {
                    let d = atom(here)[axis] - atom(there)[axis];
                    (-size).mul_add((d * (1.0 / size)).round_ties_even(), d)
                });
                let r2 = d[2].mul_add(d[2], d[1].mul_add(d[1], d[0] * d[0]));
                if r2 <= WIDTH * WIDTH {
                    let i2 = 1.0 / r2;
                    let i6 = i2 * i2 * i2;
                    force[3] = i6.mul_add(i6 - 1.0, force[3]);
                    let strength = i6 * i2 * 48.0f32.mul_add(i6, -24.0);
                    (0..3).for_each(|axis| force[axis] = strength.mul_add(d[axis], force[axis]));
                }
            }
            force[3] *= 2.0;
        }
    }
    data.f32_mut("forces").copy_from_slice(&forces);
}
