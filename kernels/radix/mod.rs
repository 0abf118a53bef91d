//! RADIX: radix sort of keys.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(_: &Sizes, data: &mut Buffers) {
    data.u32_mut("keys").sort_unstable();
}
