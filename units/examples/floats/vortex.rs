//! What Vortex's unit computes, bit by bit. It departs from IEEE 754 in four ways:
//!
//! - A result below the least normal number is zero, always inexact and an underflow; IEEE 754 has
//!   subnormal numbers, which are inexact where they are rounded.
//! - An overflow is infinity in each mode; IEEE 754 has the largest number where a mode rounds
//!   towards zero.
//! - A product is added to +0, so that -0 becomes +0 unless the unit rounds down.
//! - Bits of a smaller operand that are lost where it is aligned count as if they were added, where
//!   they are to be subtracted, too: some differences are rounded the wrong way.
//!
//! In all else it is SoftFloat's result.

use super::softfloat::{Operation, computed};

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;
const INEXACT: u8 = 1;
const UNDERFLOW: u8 = 2;
const OVERFLOW: u8 = 4;

/// Places below a product of two significands.
const GUARDS: u32 = 3;
/// Bits of a product with these.
const WIDTH: u32 = 48 + GUARDS;

/// A finite operand: its sign, its exponent with bias, its significand of 24 bits.
#[derive(Clone, Copy)]
struct Number {
    negative: bool,
    exponent: i32,
    significand: u64,
}

impl Number {
    fn of(word: u32) -> Self {
        let (exponent, fraction) = ((word >> 23 & 0xff) as i32, u64::from(word & 0x7f_ffff));
        let hidden = u64::from(exponent != 0) << 23;
        Number {
            negative: word & SIGN != 0,
            exponent: if exponent == 0 && fraction != 0 { 1 } else { exponent },
            significand: hidden | fraction,
        }
    }
}

/// Returns a result and its flags, as the unit computes them.
pub fn built(operation: Operation, mode: u8, [a, b, c]: [u32; 3]) -> (u32, u8) {
    let one = 0x3f80_0000;
    let [x, y, z] = match operation {
        Operation::MulAdd => [a, b, c],
        Operation::MulSub => [a, b, c ^ SIGN],
        Operation::NegMulAdd => [a ^ SIGN, b, c],
        Operation::NegMulSub => [a ^ SIGN, b, c ^ SIGN],
        Operation::Add => [a, one, b],
        Operation::Sub => [a, one, b ^ SIGN],
        _ => [a, b, 0],
    };
    if [x, y, z].iter().any(|word| word & INFINITY == INFINITY) {
        return computed(operation, mode, [a, b, c]);
    }
    let [x, y, z] = [x, y, z].map(Number::of);
    let product = Number {
        negative: x.negative != y.negative,
        exponent: if x.significand == 0 || y.significand == 0 { 0 } else { x.exponent + y.exponent - 127 },
        significand: x.significand * y.significand << GUARDS,
    };
    summed(mode, product, Number { significand: z.significand << (23 + GUARDS), ..z })
}

/// Adds two numbers whose significands have [`WIDTH`] bits, and rounds the sum.
fn summed(mode: u8, product: Number, addend: Number) -> (u32, u8) {
    let by = product.exponent - addend.exponent;
    let shifted = |significand: u64, by: i32| {
        let by = by.clamp(0, WIDTH as i32);
        (significand >> by, significand & ((1 << by) - 1) != 0)
    };
    let ((p, lost_p), (z, lost_z)) = (shifted(product.significand, -by), shifted(addend.significand, by));
    let (lost, exponent) = (lost_p || lost_z, product.exponent.max(addend.exponent));
    let differ = product.negative != addend.negative;
    let sum = if differ { p.abs_diff(z) } else { p + z };
    let negative = if differ && p < z { addend.negative } else { product.negative };
    if sum == 0 {
        let negative = if differ && !lost { mode == 2 } else { negative };
        return (u32::from(negative) << 31, u8::from(lost));
    }
    // the leading one, and the bits behind 24 of them
    let leading = 63 - sum.leading_zeros() as i32;
    let aligned = sum << sum.leading_zeros();
    let (kept, half, rest) = (aligned >> 40, aligned >> 39 & 1 == 1, aligned & ((1 << 39) - 1) != 0 || lost);
    let up = match mode {
        0 => half && (rest || kept & 1 == 1),
        1 => false,
        2 => (half || rest) && negative,
        3 => (half || rest) && !negative,
        _ => half,
    };
    let rounded = kept + u64::from(up);
    // 1.0 * 1.0 has its leading one at this place
    let exponent = exponent + leading - (WIDTH as i32 - 2) + i32::from(rounded >> 24 == 1);
    let (sign, inexact) = (u32::from(negative) << 31, u8::from(half || rest));
    match exponent {
        255.. => (sign | INFINITY, OVERFLOW | INEXACT),
        ..=0 => (sign, UNDERFLOW | INEXACT),
        _ => (sign | (exponent as u32) << 23 | (rounded as u32 & 0x7f_ffff), inexact),
    }
}
