//! VA: vector addition.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(_: &Sizes, data: &mut Buffers) {
    let sum: Vec<f32> = data.f32("a").iter().zip(data.f32("b")).map(|(a, b)| a + b).collect();
    data.f32_mut("sum").copy_from_slice(&sum);
}
