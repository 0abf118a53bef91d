//! Additions, subtractions and products that read and write the carry flag.

use super::{Outcome, extend, integer, mask, width};
use crate::program::{Part, Type};

/// Returns `a + b + carry`; the flag is the carry out.
pub fn add(ty: Type, a: u64, b: u64, carry: bool) -> Outcome {
    let ones = mask(width(ty));
    let sum = u128::from(a & ones) + u128::from(b & ones) + u128::from(carry);
    Outcome { value: extend(ty, sum as u64), second: sum > ones.into() }
}

/// Returns `a - (b + borrow)`; the flag is the borrow out.
pub fn sub(ty: Type, a: u64, b: u64, borrow: bool) -> Outcome {
    let ones = mask(width(ty));
    let difference = i128::from(a & ones) - i128::from(b & ones) - i128::from(borrow);
    Outcome { value: extend(ty, difference as u64), second: difference < 0 }
}

/// Returns a part of `a * b`, plus `c`, plus the carry; the flag is the carry out of that sum.
pub fn mad(part: Part, ty: Type, [a, b, c]: [u64; 3], carry: bool) -> Outcome {
    add(ty, integer::product(part, ty, a, b), c, carry)
}
