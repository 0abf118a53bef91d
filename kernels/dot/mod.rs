//! DOT: the dot product of two vectors, on the host in double precision.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(_: &Sizes, data: &mut Buffers) {
    let sum: f64 = data.f32("a").iter().zip(data.f32("b")).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
    data.f32_mut("sum")[0] = sum as f32;
}
