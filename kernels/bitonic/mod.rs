//! BITONIC: bitonic sort, in which each CTA sorts its own keys.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(sizes: &Sizes, data: &mut Buffers) {
    data.s32_mut("values").chunks_exact_mut(sizes.count("threads")).for_each(|keys| keys.sort_unstable());
}
