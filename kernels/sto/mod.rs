//! STO: MD5 (RFC 1321) of windows of a stream.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { reference, ..Host::NONE };

const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// Returns the MD5 of a message, in words.
pub(crate) fn md5(message: &[u8]) -> [u32; 4] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_le_bytes());
    let mut state = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in padded.chunks_exact(64) {
        let word = |k: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| block[4 * k + byte]));
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..64 {
            let (mixed, k) = match i / 16 {
                0 => (b & c | !b & d, i),
                1 => (d & b | !d & c, 5 * i + 1),
                2 => (b ^ c ^ d, 3 * i + 5),
                _ => (c ^ (b | !d), 7 * i),
            };
            let constant = ((i + 1) as f64).sin().abs() * 2f64.powi(32);
            let sum = a.wrapping_add(mixed).wrapping_add(word(k % 16)).wrapping_add(constant as u32);
            let next = b.wrapping_add(sum.rotate_left(ROTATIONS[i / 16][i % 4]));
            (a, b, c, d) = (d, next, b, c);
        }
        state.iter_mut().zip([a, b, c, d]).for_each(|(h, x)| *h = h.wrapping_add(x));
    }
    state
}

fn reference(sizes: &Sizes, data: &mut Buffers) {
    let (blocks, window) = (sizes.count("blocks"), sizes.count("window"));
    for name in ["sliding", "direct"] {
        let mut digests = vec![0u32; data.u32(name).len()];
        for (i, launch) in digests.chunks_exact_mut(blocks * 256).enumerate() {
            let windows = blocks.min(1 << (2 * i)) * (2 << i) - 1;
            let offset = if name == "direct" { window } else { 2 * i + 1 };
            for (w, digest) in launch.chunks_exact_mut(4).take(windows).enumerate() {
                digest.copy_from_slice(&md5(&data.u8("stream")[w * offset..][..window]));
            }
        }
        data.u32_mut(name).copy_from_slice(&digests);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_rfc_1321() {
        let hex = |message: &str| -> String {
            md5(message.as_bytes()).iter().flat_map(|word| word.to_le_bytes()).map(|b| format!("{b:02x}")).collect()
        };
        assert_eq!(hex(""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(&"1234567890".repeat(8)), "57edf4a22be3c955ac49da2e2107b67a");
    }
}
