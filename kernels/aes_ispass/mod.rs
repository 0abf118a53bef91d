//! AES-ISPASS: the cipher of AES, with the round keys in a texture.

use crate::{Buffers, Host, Sizes, aes};

pub(crate) const HOST: Host = Host { make, ..aes::HOST };

fn make(size: &Sizes, data: &mut Buffers) {
    aes::make(size, data);
    // row r of four columns moves r columns to the left
    for (i, place) in data.u8_mut("place").iter_mut().enumerate() {
        *place = ((i / 4 + i % 4) % 4) as u8;
    }
}
