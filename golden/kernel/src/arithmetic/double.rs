//! FP64 arithmetic of the host, rounding to nearest: one instruction for each operation of
//! `heddle_golden::lane::float`.

use heddle_golden::lane::float::{Compare, F64};

/// Returns the bits of a result, with every NaN replaced by the canonical one: the host's NaN has a
/// payload of its own.
#[inline(always)]
pub fn deliver(a: f64) -> u64 {
    if a.is_nan() { F64.nan } else { a.to_bits() }
}

/// Applies a function of three doubles to operands given as bits.
#[inline(always)]
pub fn on([a, b, c]: [u64; 3], f: impl Fn(f64, f64, f64) -> f64) -> u64 {
    deliver(f(f64::from_bits(a), f64::from_bits(b), f64::from_bits(c)))
}

/// Returns the lesser (if `less`) or greater operand; -0 is less than +0; if one operand is NaN,
/// the other one.
#[inline(always)]
pub fn extreme(less: bool, a: u64, b: u64) -> u64 {
    let ordinal = |x: u64| (x ^ ((x as i64 >> 63) as u64 >> 1)) as i64;
    let nan = |x: u64| f64::from_bits(x).is_nan();
    let chosen = if (ordinal(a) < ordinal(b)) == less { a } else { b };
    let chosen = if nan(a) { b } else { chosen };
    deliver(f64::from_bits(if nan(b) { a } else { chosen }))
}

/// Whether a comparison of two doubles, given as bits, holds.
#[inline(always)]
pub fn compare(compare: Compare, a: u64, b: u64) -> bool {
    compare.holds(f64::from_bits(a).partial_cmp(&f64::from_bits(b)))
}

/// Converts a number to a 64-bit integer: truncated, clamped; for NaN the upper bit alone.
#[inline(always)]
pub fn to_long(signed: bool, a: f64) -> u64 {
    let integer = if signed { a as i64 as u64 } else { a as u64 };
    if a.is_nan() { 1 << 63 } else { integer }
}
/// Converts a number to a 32-bit integer: truncated, clamped; for NaN the upper bit alone.
#[inline(always)]
pub fn to_word(signed: bool, a: f64) -> u32 {
    let integer = if signed { a as i32 as u32 } else { a as u32 };
    if a.is_nan() { 1 << 31 } else { integer }
}
