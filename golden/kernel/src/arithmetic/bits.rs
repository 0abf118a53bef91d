//! Shifts, bit fields, searches and permutations of bits.

use super::{mask, width};
use crate::program::Type;

/// `shf`: returns a word of `high:low`, shifted. Amounts above 32 count as 32, or modulo 32 if
/// `wrap`.
#[inline(always)]
pub fn funnel(left: bool, wrap: bool, low: u32, high: u32, amount: u32) -> u32 {
    let pair = u64::from(high) << 32 | u64::from(low);
    let amount = if wrap { amount & 31 } else { amount.min(32) };
    if left { (pair << amount >> 32) as u32 } else { (pair >> amount) as u32 }
}

/// A position or a length of a bit field: PTX takes the low 8 bits of either, but NVIDIA's
/// assembler those of 32-bit fields only. For 64 bits it emits shifts by the whole amount.
#[inline(always)]
fn field_amount(width: u32, amount: u32) -> u32 {
    if width == 64 { amount } else { amount & 0xff }
}

/// `bfe`: returns `length` bits from `position`; bits beyond the value's end are its sign, or zero.
#[inline(always)]
pub fn extract(ty: Type, a: u64, position: u32, length: u32) -> u64 {
    let width = width(ty);
    let (position, length) = (field_amount(width, position), field_amount(width, length));
    if length == 0 {
        return 0;
    }
    if !ty.is_signed() {
        return (a & mask(width)).checked_shr(position).unwrap_or(0) & mask(length);
    }
    // the field's own sign, or the value's where the field reaches beyond it
    let a = ((a << (64 - width)) as i64) >> (64 - width);
    let field = a >> position.min(63);
    let above = 64 - length.min(64);
    (field << above >> above) as u64
}

/// `bfi`: returns `b` with the low `length` bits of `a` inserted at `position`.
#[inline(always)]
pub fn insert(width: u32, a: u64, b: u64, position: u32, length: u32) -> u64 {
    let (position, length) = (field_amount(width, position), field_amount(width, length));
    let field = mask(length).checked_shl(position).unwrap_or(0) & mask(width);
    let moved = a.checked_shl(position).unwrap_or(0);
    b & !field | moved & field
}

/// `bfind`: returns the position of the highest bit that differs from the sign; all ones where
/// there is none. With `shift`: how far to shift that bit to the top.
pub fn find(ty: Type, shift: bool, a: u64) -> u32 {
    let width = width(ty);
    let a = if ty.is_signed() && a >> (width - 1) & 1 == 1 { !a } else { a } & mask(width);
    match a.checked_ilog2() {
        None => u32::MAX,
        Some(at) if shift => width - 1 - at,
        Some(at) => at,
    }
}

/// `fns`: returns the position of the n-th set bit from `base` on; all ones where there is none.
/// Upwards for a positive `n`, downwards for a negative one; `base` itself counts, and for 0 it
/// must be set. NVIDIA's assembler negates a negative `n`, and its code returns 0 where there is no
/// such number.
pub fn find_nth(word: u32, base: u32, n: i32) -> u32 {
    let set = |&at: &u32| word >> at & 1 == 1;
    let nth = n.unsigned_abs().saturating_sub(1) as usize;
    let found = match n {
        i32::MIN => Some(0),
        _ if base > 31 => None,
        0 => Some(base).filter(set),
        1.. => (base..32).filter(set).nth(nth),
        _ => (0..=base).rev().filter(set).nth(nth),
    };
    found.unwrap_or(u32::MAX)
}

/// `bmsk`: returns a mask of `length` ones from `position`; amounts above 31 reach beyond the word,
/// or count modulo 32 if `wrap`.
pub fn mask_of(wrap: bool, position: u32, length: u32) -> u32 {
    let limited = |n: u32| if wrap { n & 31 } else { n.min(32) };
    (mask(limited(length)) << limited(position)) as u32
}

/// `szext`: returns the low `length` bits, sign- or zero-extended; 32 bits or more give the word
/// itself, or count modulo 32 if `wrap`.
pub fn extend_from(ty: Type, wrap: bool, a: u32, length: u32) -> u32 {
    let length = if wrap { length & 31 } else { length.min(32) };
    extract(ty, a.into(), 0, length) as u32
}

/// `lop3`: returns the bitwise function of three operands that the 8-bit truth table `table` gives.
#[inline(always)]
pub fn logic3(table: u8, a: u64, b: u64, c: u64) -> u64 {
    let minterm = |n: u8| {
        let of = |x: u64, bit: u8| if n >> bit & 1 == 1 { x } else { !x };
        if table >> n & 1 == 1 { of(a, 2) & of(b, 1) & of(c, 0) } else { 0 }
    };
    (0..8).fold(0, |word, n| word | minterm(n))
}

/// `prmt`: returns a word made of four of the eight bytes of `b:a`, chosen by `c`. Mode 0 takes a
/// nibble of `c` for each byte, whose upper bit selects copies of the byte's sign; 1 to 6 (f4e,
/// b4e, rc8, ecl, ecr, rc16) take two bits of `c` for all bytes.
#[inline(always)]
pub fn permute(mode: u8, a: u32, b: u32, c: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    let from = c & 3;
    let mut word = 0;
    for n in 0..4 {
        let select = match mode {
            0 => c >> (4 * n) & 15,
            1 => from + n,
            2 => from.wrapping_sub(n) & 7,
            3 => from,
            4 => from.max(n),
            5 => from.min(n),
            _ => (from & 1) * 2 + (n & 1),
        };
        let byte = (bytes >> (8 * (select & 7))) as u8;
        let byte = if select & 8 == 0 { byte } else { (byte as i8 >> 7) as u8 };
        word |= u32::from(byte) << (8 * n);
    }
    word
}
