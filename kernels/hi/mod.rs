//! HI: histograms of bytes.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(_: &Sizes, data: &mut Buffers) {
    let mut bins = [0u32; 256];
    data.u8("data").iter().for_each(|&byte| bins[byte as usize] += 1);
    data.u32_mut("histogram256").copy_from_slice(&bins);
    // the smaller one counts the upper six bits
    let coarse: Vec<u32> = bins.chunks_exact(4).map(|four| four.iter().sum()).collect();
    data.u32_mut("histogram64").copy_from_slice(&coarse);
}
