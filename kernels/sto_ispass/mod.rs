//! STO-ISPASS: MD5 of the chunks of a stream, of which the first word is kept.

use crate::{Buffers, Host, Sizes, sto};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

fn reference(size: &Sizes, data: &mut Buffers) {
    let (blocks, chunk) = (size.count("blocks"), size.count("chunk"));
    let first: Vec<u32> = data.u8("stream").chunks_exact(chunk).map(|chunk| sto::md5(chunk)[0]).collect();
    for (i, launch) in data.u32_mut("hashes").chunks_exact_mut(blocks * 64).enumerate() {
        let chunks = blocks.min(1 << (2 * i)) * (2 << i);
        launch[..chunks].copy_from_slice(&first[..chunks]);
    }
}
