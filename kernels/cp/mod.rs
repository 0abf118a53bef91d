//! CP: the coulombic potential on a grid.

use heddle_golden::Chance;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// The distance between two points of the grid.
const SPACING: f32 = 0.1;

fn make(size: &Sizes, data: &mut Buffers) {
    let mut chance = Chance(21);
    let mut below = |high: f64| (high * f64::from(chance.below(1 << 24)) / f64::from(1 << 24)) as f32;
    let (width, height) = (size["width"] as f64 * f64::from(SPACING), size["height"] as f64 * f64::from(SPACING));
    for atom in data.f32_mut("atoms").chunks_exact_mut(4).take(size.count("atoms")) {
        // the plane lies below all atoms: no distance is zero
        let dz = 0.5 + below(10.0);
        atom.copy_from_slice(&[below(width), below(height), dz * dz, below(1.0)]);
    }
}

fn reference(size: &Sizes, data: &mut Buffers) {
    let atoms: Vec<[f64; 4]> = data
        .f32("atoms")
        .chunks_exact(4)
        .take(size.count("atoms"))
        .map(|atom| std::array::from_fn(|i| f64::from(atom[i])))
        .collect();
    let width = size.count("width");
    for (i, energy) in data.f32_mut("energy").iter_mut().enumerate() {
        let (x, y) = ((i % width) as f64 * f64::from(SPACING), (i / width) as f64 * f64::from(SPACING));
        let sum: f64 = atoms.iter().map(|&[ax, ay, dz2, charge]| charge / ((x - ax).hypot(y - ay).powi(2) + dz2).sqrt()).sum();
        *energy = (f64::from(*energy) + sum) as f32;
    }
}
