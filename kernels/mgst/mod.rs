//! MGST: merge sort.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(_: &Sizes, data: &mut Buffers) {
    let mut pairs: Vec<(u32, u32)> = data.u32("key").iter().copied().zip(data.u32("value").iter().copied()).collect();
    // stable: of equal keys the earlier value stays first, and the kernels must agree
    pairs.sort_by_key(|pair| pair.0);
    let (keys, values): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
    data.u32_mut("a_key").copy_from_slice(&keys);
    data.u32_mut("a_value").copy_from_slice(&values);
}
