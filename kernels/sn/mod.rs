//! SN: sorting networks for keys with values.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Makes unsorted keys, all different: the network is not stable, so equal keys would leave the
/// values' order open.
fn make(_: &Sizes, data: &mut Buffers) {
    for (key, i) in data.u32_mut("key").iter_mut().zip(0u32..) {
        let mixed = (i ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b1);
        *key = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b);
    }
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let mut pairs: Vec<(u32, u32)> = data.u32("key").iter().copied().zip(data.u32("value").iter().copied()).collect();
    pairs.sort_unstable();
    data.u32_mut("key").iter_mut().zip(&pairs).for_each(|(key, pair)| *key = pair.0);
    data.u32_mut("value").iter_mut().zip(&pairs).for_each(|(value, pair)| *value = pair.1);
}
