//! FP32 operations on 32-bit words, by the host's arithmetic where it rounds as the mode does. A
//! caller that names the mode as a constant gets straight code: host arithmetic for rounding to the
//! nearest, integers for the rest, and nothing for what the mode leaves out.

use super::{Compare, F32, Mode, Round};

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7f80_0000;
const ONE: u32 = 0x3f80_0000;
/// The NaN that FP32 operations deliver.
pub const NAN: u32 = 0x7fff_ffff;

/// Returns an operand after the mode's flush of subnormal numbers.
#[inline(always)]
pub fn operand(mode: Mode, a: u32) -> u32 {
    if mode.flush { flush(a) } else { a }
}
/// Returns a word with a subnormal number replaced by zero of the same sign.
#[inline(always)]
pub fn flush(a: u32) -> u32 {
    a & if a & INFINITY == 0 { SIGN } else { u32::MAX }
}
/// Returns the word of a result after the mode's flush and saturation.
#[inline(always)]
pub fn deliver(mode: Mode, a: f32) -> u32 {
    // the host's NaN has a payload of its own
    let mut bits = if a.is_nan() { NAN } else { a.to_bits() };
    if mode.flush {
        bits = flush(bits);
    }
    if mode.saturate {
        // bits of positive numbers stand in their order; a NaN, and what has a sign, is 0
        bits = if a > 0.0 { bits.min(ONE) } else { 0 };
    }
    bits
}

#[inline(always)]
fn number(mode: Mode, a: u32) -> f32 {
    f32::from_bits(operand(mode, a))
}

/// Computes `$fast` where the host rounds as the mode does, else `$exact`.
macro_rules! by_round {
    ($mode:expr, $fast:expr, $exact:expr) => {
        if matches!($mode.round, Round::NearestEven) { deliver($mode, $fast) } else { $exact as u32 }
    };
}

/// Returns `a + b` in FP32.
#[inline(always)]
pub fn add(mode: Mode, a: u32, b: u32) -> u32 {
    by_round!(mode, number(mode, a) + number(mode, b), F32.add(mode, a.into(), b.into()))
}
/// Returns `a - b` in FP32.
#[inline(always)]
pub fn sub(mode: Mode, a: u32, b: u32) -> u32 {
    by_round!(mode, number(mode, a) - number(mode, b), F32.sub(mode, a.into(), b.into()))
}
/// Returns `a * b` in FP32.
#[inline(always)]
pub fn mul(mode: Mode, a: u32, b: u32) -> u32 {
    by_round!(mode, number(mode, a) * number(mode, b), F32.mul(mode, a.into(), b.into()))
}
/// Returns `a * b + c` in FP32, rounded once.
#[inline(always)]
pub fn fma(mode: Mode, a: u32, b: u32, c: u32) -> u32 {
    by_round!(
        mode,
        fused(number(mode, a), number(mode, b), number(mode, c)),
        F32.fma(mode, a.into(), b.into(), c.into())
    )
}
/// Returns `a * b + c`, rounded to the nearest by the host's `mul_add`: a call, where the host has
/// no such instruction.
#[inline(always)]
pub fn fma_by_host(mode: Mode, a: u32, b: u32, c: u32) -> u32 {
    deliver(mode, number(mode, a).mul_add(number(mode, b), number(mode, c)))
}
/// Returns `a / b` in FP32.
#[inline(always)]
pub fn div(mode: Mode, a: u32, b: u32) -> u32 {
    by_round!(mode, number(mode, a) / number(mode, b), F32.div(mode, a.into(), b.into()))
}
/// Returns `1 / a` in FP32.
#[inline(always)]
pub fn rcp(mode: Mode, a: u32) -> u32 {
    div(mode, ONE, a)
}
/// Returns the square root of `a` in FP32.
#[inline(always)]
pub fn sqrt(mode: Mode, a: u32) -> u32 {
    by_round!(mode, number(mode, a).sqrt(), F32.sqrt(mode, a.into()))
}

/// A fused multiply-add in doubles, which hold the product exactly: their sum, rounded to odd,
/// rounds to a single as the exact sum does (it has more than two bits to spare). No call, and no
/// branch.
#[inline(always)]
fn fused(a: f32, b: f32, c: f32) -> f32 {
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + c;
    // what the sum lost (Knuth's two-sum)
    let part = sum - product;
    let lost = (product - (sum - part)) + (c - part);
    // a neighbour's bits are one more away from zero, one less towards it; infinities and NaNs have
    // lost NaN, which is neither above nor below
    let bits = sum.to_bits();
    let away = u64::from((lost > 0.0) == (sum > 0.0));
    let inexact = u64::from((lost > 0.0) | (lost < 0.0));
    let odd = bits.wrapping_add((inexact & !bits & 1).wrapping_mul((away << 1).wrapping_sub(1)));
    f64::from_bits(odd) as f32
}

/// Returns the lesser operand; -0 is less than +0. If one operand is NaN: the other one, or NaN if
/// `nan`.
#[inline(always)]
pub fn min(mode: Mode, nan: bool, a: u32, b: u32) -> u32 {
    extreme(mode, nan, a, b, |a, b| a < b)
}
/// Returns the greater operand; +0 is greater than -0. If one operand is NaN: the other one, or NaN
/// if `nan`.
#[inline(always)]
pub fn max(mode: Mode, nan: bool, a: u32, b: u32) -> u32 {
    extreme(mode, nan, a, b, |a, b| a > b)
}
#[inline(always)]
fn extreme(mode: Mode, nan: bool, a: u32, b: u32, first: impl Fn(i32, i32) -> bool) -> u32 {
    let (a, b) = (operand(mode, a), operand(mode, b));
    // numbers in their order, -0 before +0
    let ordinal = |x: u32| (x ^ ((x as i32 >> 31) as u32 >> 1)) as i32;
    let (a_nan, b_nan) = (is_nan(a), is_nan(b));
    let chosen = if first(ordinal(a), ordinal(b)) { a } else { b };
    let chosen = if a_nan { b } else { chosen };
    let chosen = if b_nan { a } else { chosen };
    let none = if nan { a_nan | b_nan } else { a_nan & b_nan };
    deliver(mode, f32::from_bits(if none { NAN } else { chosen }))
}

/// Whether an FP32 word is a NaN.
#[inline(always)]
pub fn is_nan(a: u32) -> bool {
    a & !SIGN > INFINITY
}
/// Returns `a` without its sign.
#[inline(always)]
pub fn abs(mode: Mode, a: u32) -> u32 {
    bits(mode, a & !SIGN)
}
/// Returns `a` with the opposite sign.
#[inline(always)]
pub fn neg(mode: Mode, a: u32) -> u32 {
    bits(mode, a ^ SIGN)
}
/// Returns the magnitude of `a` with the sign of `b`.
#[inline(always)]
pub fn copysign(a: u32, b: u32) -> u32 {
    a & !SIGN | b & SIGN
}
/// As [`deliver`], but a NaN keeps its payload.
#[inline(always)]
fn bits(mode: Mode, a: u32) -> u32 {
    if mode.saturate { deliver(mode, f32::from_bits(a)) } else { operand(mode, a) }
}

/// Whether a comparison holds for the FP32 operands `a` and `b`; `flush` sets subnormal operands to
/// zero.
#[inline(always)]
pub fn compare(compare: Compare, flush: bool, a: u32, b: u32) -> bool {
    let mode = Mode { round: Round::NearestEven, flush, saturate: false };
    let (a, b) = (number(mode, a), number(mode, b));
    let unordered = a.is_nan() | b.is_nan();
    use Compare::*;
    match compare {
        Eq => a == b,
        Lt => a < b,
        Le => a <= b,
        Gt => a > b,
        Ge => a >= b,
        Ne => (a < b) | (a > b),
        Equ => (a == b) | unordered,
        Ltu => (a < b) | unordered,
        Leu => (a <= b) | unordered,
        Gtu => (a > b) | unordered,
        Geu => (a >= b) | unordered,
        Neu => a != b,
        Num => !unordered,
        Nan => unordered,
    }
}

/// Converts a signed 32-bit integer to FP32.
#[inline(always)]
pub fn from_signed(mode: Mode, a: u32) -> u32 {
    by_round!(mode, a as i32 as f32, F32.from_integer(mode, (a as i32).into()))
}
/// Converts an unsigned 32-bit integer to FP32.
#[inline(always)]
pub fn from_unsigned(mode: Mode, a: u32) -> u32 {
    by_round!(mode, a as f32, F32.from_integer(mode, a.into()))
}
/// Converts an FP32 number to a signed 32-bit integer: rounded, clamped, NaN as 0.
#[inline(always)]
pub fn to_signed(mode: Mode, a: u32) -> u32 {
    integral_number(mode.round, number(mode, a)) as i32 as u32
}
/// Converts an FP32 number to an unsigned 32-bit integer: rounded, clamped, NaN as 0.
#[inline(always)]
pub fn to_unsigned(mode: Mode, a: u32) -> u32 {
    integral_number(mode.round, number(mode, a)) as u32
}
/// Rounds an FP32 number to an integral one; a zero result keeps the sign.
#[inline(always)]
pub fn integral(mode: Mode, a: u32) -> u32 {
    deliver(mode, integral_number(mode.round, number(mode, a)))
}

/// The integral number next to this one. Adding 2^23 leaves no place for a fraction, which gives
/// the nearest, the even one of two; from there it is one step at most.
#[inline(always)]
fn integral_number(round: Round, a: f32) -> f32 {
    const LEAST: f32 = 8_388_608.0;
    let magnitude = a.abs();
    let nearest = (magnitude + LEAST) - LEAST;
    // of the magnitude: how far the nearest lies from what the mode asks for
    let step = |wrong: bool| if wrong { 1.0 } else { 0.0 };
    let down = nearest - step(nearest > magnitude);
    let up = nearest + step(nearest < magnitude);
    let negative = a.is_sign_negative();
    let integral = match round {
        Round::NearestEven => nearest,
        Round::NearestAway => down + step(magnitude - down >= 0.5),
        Round::Zero => down,
        Round::Down => {
            if negative {
                up
            } else {
                down
            }
        }
        Round::Up => {
            if negative {
                down
            } else {
                up
            }
        }
    };
    // written so that NaN stays
    if magnitude < LEAST { integral.copysign(a) } else { a }
}
