//! RAYS-WARP: lists of rays, sorted by place as in a renderer, each tested against the spheres of
//! its list.

use heddle_golden::Chance;

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// The length of a ray without a hit.
const FAR: f32 = 1000.0;

fn make(size: &Sizes, data: &mut Buffers) {
    let (mut chance, most) = (Chance(9), size["most"] as u32);
    let (mut ray, mut sphere) = (0, 0);
    for list in 0..size.count("lists") {
        let length = 1 + chance.below(most).min(chance.below(most));
        data.s32_mut("lengths")[list] = length as i32;
        data.s32_mut("rays")[list] = ray;
        for _ in 0..chance.below(size["spheres"] as u32) {
            let mut fraction = || chance.below(1 << 16) as f32 / 65536.0;
            let values = [4.0 * fraction() - 2.0, 4.0 * fraction() - 2.0, 4.0 + 4.0 * fraction(), 0.1 + fraction()];
            data.f32_mut("sphere")[4 * sphere..][..4].copy_from_slice(&values);
            sphere += 1;
        }
        data.s32_mut("spheres")[list + 1] = sphere as i32;
        ray += length as i32;
    }
}

/// The distance along a ray at which it meets a sphere; `None` if it does not.
fn hit(dx: f32, dy: f32, sphere: &[f32]) -> Option<f32> {
    let [cx, cy, cz, r2] = [0, 1, 2, 3].map(|n| sphere[n]);
    let a = dx * dx + dy * dy + 1.0;
    let h = dx * cx + dy * cy + cz;
    let c = cx * cx + cy * cy + cz * cz - r2;
    let discriminant = h * h - a * c;
    (discriminant >= 0.0).then(|| (h - discriminant.sqrt()) / a)
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let (mut depth, mut nearest) = (data.f32("depth").to_vec(), Vec::new());
    let starts = data.s32("rays").iter().zip(data.s32("spheres").windows(2));
    for (&length, (&first, ends)) in data.s32("lengths").iter().zip(starts) {
        let spheres = &data.f32("sphere")[4 * ends[0] as usize..4 * ends[1] as usize];
        let list = first as usize..(first + length) as usize;
        for at in list.clone() {
            let (dx, dy) = (data.f32("ray")[2 * at], data.f32("ray")[2 * at + 1]);
            depth[at] = spheres.chunks_exact(4).find_map(|sphere| hit(dx, dy, sphere)).unwrap_or(FAR);
        }
        nearest.push(depth[list].iter().copied().fold(FAR, f32::min));
    }
    data.f32_mut("depth").copy_from_slice(&depth);
    data.f32_mut("nearest").copy_from_slice(&nearest);
}
