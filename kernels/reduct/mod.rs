//! REDUCT: sums of 128 numbers each, and sums of these sums.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(_: &Sizes, data: &mut Buffers) {
    for (of, to) in [("in", "sums"), ("sums", "sums_of_sums")] {
        let sums: Vec<i32> = data.s32(of).chunks(128).map(|part| part.iter().sum()).collect();
        data.s32_mut(to).copy_from_slice(&sums);
    }
}
