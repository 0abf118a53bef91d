//! AES: the cipher of FIPS 197 with keys of 128 bits, byte by byte.

use crate::{Buffers, Host, Sizes};

pub(crate) const HOST: Host = Host { make, reference, ..Host::NONE };

const KEY: [u8; 16] = *b"Heddle parts it.";
const ROUNDS: usize = 10;

type Schedule = [[u8; 16]; ROUNDS + 1];

/// Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
fn times(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |product: u8, bit| {
        let doubled = product << 1 ^ if product & 0x80 != 0 { 0x1b } else { 0 };
        doubled ^ if b >> bit & 1 == 1 { a } else { 0 }
    })
}

/// The substitution: the inverse (a to the power of 254), then the affine map.
fn substitution() -> [u8; 256] {
    std::array::from_fn(|a| {
        let inverse = (0..254).fold(1, |power, _| times(power, a as u8));
        (0..5).fold(0x63, |sum, by| sum ^ inverse.rotate_left(by))
    })
}

/// The round keys of a key.
fn schedule(key: &[u8; 16], substitution: &[u8; 256]) -> Schedule {
    let mut words: Vec<[u8; 4]> = key.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]).collect();
    let mut round_constant = 1;
    for i in 4..4 * (ROUNDS + 1) {
        let mut word = words[i - 1];
        if i % 4 == 0 {
            word.rotate_left(1);
            word = word.map(|byte| substitution[byte as usize]);
            word[0] ^= round_constant;
            round_constant = times(round_constant, 2);
        }
        words.push(std::array::from_fn(|k| word[k] ^ words[i - 4][k]));
    }
    std::array::from_fn(|round| std::array::from_fn(|byte| words[4 * round + byte / 4][byte % 4]))
}

fn encrypt(block: &mut [u8], keys: &Schedule, substitution: &[u8; 256]) {
    block.iter_mut().zip(keys[0]).for_each(|(byte, key)| *byte ^= key);
    for (round, key) in keys.iter().enumerate().skip(1) {
        // row r of four columns moves r columns to the left
        let shifted: [u8; 16] = std::array::from_fn(|i| substitution[block[(i + 4 * (i % 4)) % 16] as usize]);
        for i in 0..16 {
            let mixed = |row: usize| shifted[i / 4 * 4 + (i + row) % 4];
            let byte = match round {
                ROUNDS => mixed(0),
                _ => times(mixed(0), 2) ^ times(mixed(1), 3) ^ mixed(2) ^ mixed(3),
            };
            block[i] = byte ^ key[i];
        }
    }
}

/// The round keys, and tables that join substitution and mixing of columns: table r is the
/// contribution of a byte of row r to its column.
pub(crate) fn make(_: &Sizes, data: &mut Buffers) {
    let substitution = substitution();
    let keys = schedule(&KEY, &substitution);
    for (word, bytes) in data.u32_mut("key").iter_mut().zip(keys.as_flattened().chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for (row, table) in ["t0", "t1", "t2", "t3"].into_iter().enumerate() {
        for (entry, s) in data.u32_mut(table).iter_mut().zip(substitution) {
            *entry = u32::from_le_bytes([times(s, 2), s, s, times(s, 3)]).rotate_left(8 * row as u32);
        }
    }
}

fn reference(_: &Sizes, data: &mut Buffers) {
    let substitution = substitution();
    let keys = schedule(&KEY, &substitution);
    let mut text = data.u8("plain").to_vec();
    text.chunks_exact_mut(16).for_each(|block| encrypt(block, &keys, &substitution));
    data.u8_mut("cipher").copy_from_slice(&text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_fips_197() {
        let substitution = substitution();
        assert_eq!((substitution[0], substitution[0x53]), (0x63, 0xed));
        // appendix B
        let key = 0x2b7e1516_28aed2a6_abf71588_09cf4f3c_u128.to_be_bytes();
        let mut block = 0x3243f6a8_885a308d_313198a2_e0370734_u128.to_be_bytes();
        encrypt(&mut block, &schedule(&key, &substitution), &substitution);
        assert_eq!(u128::from_be_bytes(block), 0x3925841d_02dc09fb_dc118597_196a0b32);
        // appendix C.1
        let key = std::array::from_fn(|i| i as u8);
        let mut block: [u8; 16] = std::array::from_fn(|i| 0x11 * i as u8);
        encrypt(&mut block, &schedule(&key, &substitution), &substitution);
        assert_eq!(u128::from_be_bytes(block), 0x69c4e0d8_6a7b0430_d8cdb780_70b4c55a);
    }
}
