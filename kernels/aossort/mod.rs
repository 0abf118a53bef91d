//! AOSSORT: sort of structures by their keys, in parts of 512.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

/// Makes records of key, number, value and their sum: the keys of a part are all different, so that
/// there is one order.
fn make(_: &Sizes, data: &mut Buffers) {
    for (i, record) in (0u32..).zip(data.u32_mut("records").chunks_exact_mut(4)) {
        let key = ((i % 512 * 389 + i / 512 * 77) % 512) << 12 | (i.wrapping_mul(2_654_435_761) >> 20);
        let value = i.wrapping_mul(40_503);
        record.copy_from_slice(&[key, i, value, key.wrapping_add(i).wrapping_add(value)]);
    }
}

fn reference(_: &Sizes, data: &mut Buffers) {
    for part in data.u32_mut("records").chunks_exact_mut(512 * 4) {
        let mut records: Vec<[u32; 4]> = part.chunks_exact(4).map(|r| [r[0], r[1], r[2], r[3]]).collect();
        records.sort_by_key(|record| record[0]);
        part.copy_from_slice(records.as_flattened());
    }
}
