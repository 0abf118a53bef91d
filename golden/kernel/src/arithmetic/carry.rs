//! Additions, subtractions and products that read and write the carry flag.

use super::{Outcome, extend, integer, mask, width};
use crate::program::{Part, Type};

/// Returns `a + b + carry`; the flag is the carry out.
pub fn add(ty: Type, a: u64, b: u64, carry: bool) -> Outcome {
    let ones = mask(width(ty));
    let sum = u128::from(a & ones) + u128::from(b & ones) + u128::from(carry);
    Outcome { value: extend(ty, sum as u64), second: sum > ones.into() }
}

/// Returns `a + !b + carry`: with the carry, `a - b`, without it one less. The flag is the carry
/// out of that sum, as in NVIDIA's hardware: set where nothing is borrowed. PTX calls it a borrow,
/// but additions read the same flag.
pub fn sub(ty: Type, a: u64, b: u64, carry: bool) -> Outcome {
    add(ty, a, !b, carry)
}

/// Returns a part of `a * b`, plus `c`, plus the carry; the flag is the carry out of that sum.
pub fn mad(part: Part, ty: Type, [a, b, c]: [u64; 3], carry: bool) -> Outcome {
    add(ty, integer::product(part, ty, a, b), c, carry)
}
