//! `dp4a` and `dp2a`: dot products of bytes and of half words, added to a word.

fn byte(signed: bool, a: u32, n: u32) -> u32 {
    let byte = (a >> (8 * n)) as u8;
    if signed { byte as i8 as u32 } else { byte.into() }
}

fn half(signed: bool, a: u32, n: u32) -> u32 {
    let half = (a >> (16 * n)) as u16;
    if signed { half as i16 as u32 } else { half.into() }
}

/// `dp4a`: returns the dot product of the four bytes of `a` and of `b`, plus `c`; each operand may
/// be signed.
pub fn bytes(a_signed: bool, b_signed: bool, a: u32, b: u32, c: u32) -> u32 {
    (0..4).fold(c, |sum, n| sum.wrapping_add(byte(a_signed, a, n).wrapping_mul(byte(b_signed, b, n))))
}

/// `dp2a`: returns the dot product of the two half words of `a` and the two lower or upper bytes of
/// `b`, plus `c`.
pub fn halves(a_signed: bool, b_signed: bool, high: bool, a: u32, b: u32, c: u32) -> u32 {
    let first = if high { 2 } else { 0 };
    (0..2).fold(c, |sum, n| sum.wrapping_add(half(a_signed, a, n).wrapping_mul(byte(b_signed, b, first + n))))
}
