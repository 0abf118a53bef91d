//! SCLUST: the savings of opening a centre in stream clustering, one candidate after the other.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (n, centres) = (sizes.count("points"), sizes.count("centres"));
    let (mut lower, mut switches) = (data.f32("lower").to_vec(), data.s32("switches").to_vec());
    for candidate in (0..sizes.count("candidates")).map(|k| 7 * k + 1) {
        let mut distances = vec![0.0f32; n];
        for plane in data.f32("planes").chunks_exact(n) {
            for (distance, x) in distances.iter_mut().zip(plane) {
                *distance = (x - plane[candidate]).mul_add(x - plane[candidate], *distance);
            }
        }
        for (point, distance) in distances.into_iter().enumerate() {
            let (here, now) = (distance * data.f32("weight")[point], data.f32("cost")[point]);
            let row = &mut lower[point * (centres + 1)..][..centres + 1];
            if here < now {
                switches[point] = 1;
                row[centres] += here - now;
            } else {
                row[data.s32("account")[data.s32("centre")[point] as usize] as usize] += now - here;
            }
        }
    }
    data.f32_mut("lower").copy_from_slice(&lower);
    data.s32_mut("switches").copy_from_slice(&switches);
}
