//! KMEANS: the nearest centre of every point. At first all points belong to centre 0.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn distance(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).fold(0.0f32, |sum, (a, b)| (a - b).mul_add(a - b, sum))
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let features = sizes.count("features");
    let centres: Vec<&[f32]> = data.f32("centres").chunks_exact(features).take(sizes.count("clusters")).collect();
    let nearest = |point: &[f32]| {
        let distances = centres.iter().map(|centre| distance(point, centre));
        distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a centre").0 as i32
    };
    let membership: Vec<i32> = data.f32("points").chunks_exact(features).map(nearest).collect();
    data.s32_mut("changed")[0] = membership.iter().filter(|&&centre| centre != 0).count() as i32;
    data.s32_mut("membership").copy_from_slice(&membership);
}
