//! Functions whose result PTX bounds but does not fix, with the same bits on every host.
//!
//! They use additions, multiplications and divisions of doubles, in this order, and one rounding at
//! the end; no library. No branches, so that a loop over lanes vectorises.
//!
//! Errors are the largest over all operands (`cargo test --release --workspace --test kernel --
//! --ignored --nocapture arithmetic_approximate::`).
//!
//! | function | PTX's bound | method | largest error |
//! |---|---|---|---|
//! | `rcp`, `sqrt` | 1 ulp, 2^-23 relative | rounded correctly | 2^-24.00 |
//! | `div`, `div.full` | 2 ulp | rounded correctly; `div` by more than 2^126 is by infinity, as PTX says | 0.5 ulp |
//! | `rsqrt` | 2^-22.9 relative | the reciprocal of the root, each rounded | 2^-23.42 |
//! | `ex2` | 2^-22.5 relative | Taylor's polynomial about the nearest integer | 2^-24.00 |
//! | `lg2` | 2^-22 absolute in (0.5, 2), relative elsewhere | the series of artanh about the nearest power of two | 2^-25.00; 2^-24.00 |
//! | `sin`, `cos` | 2^-20.5 absolute in [-pi, pi] | Taylor's polynomial about the nearest half turn | 2^-24.97 |
//! | `tanh` | 2^-11 relative | by `ex2` | 2^-23.99 |
//! | `ex2`, `tanh` of `f16`, `bf16` | 2^-9.9, 2^-10.987 absolute; 2^-7, 2^-8 | as of `f32`, rounded again | 2^-11.00, 2^-12.00; 2^-8.01, 2^-8.08 |
//! | `rcp.ftz.f64`, `rsqrt.ftz.f64` | none ("gross") | from the upper word to the upper word | |
//!
//! Beyond 2^51 half turns an angle is taken as a whole number of them; PTX promises nothing beyond
//! [-pi, pi].

use std::f64::consts::{FRAC_1_PI, LN_2, LOG2_E, PI};

use heddle_golden::lane::float::{F32, F64, single};

use super::float::{format, halves};
use crate::program::{Mode, Type, Unary};

/// Returns the result of an approximate function ([`super::evaluate`]); 0 for a type that has none.
pub fn evaluate(op: Unary, ty: Type, mode: Mode, [a, b]: [u64; 2]) -> u64 {
    if let Some(half) = halves(ty) {
        let [low, high] = [0, 16].map(|at| evaluate(op, half, mode, [a, b].map(|x| x >> at & 0xffff)));
        return high << 16 | low;
    }
    match (ty, format(ty)) {
        (Type::F32, _) => function(op, mode, a as u32, b as u32).into(),
        (Type::F64, _) => double(op, mode, a, b),
        (_, Some(format)) => {
            let wide = |x| F32.convert(Mode::default(), format, format.operand(mode, x)) as u32;
            let wide = function(op, Mode::default(), wide(a), wide(b));
            format.convert(Mode { flush: mode.flush, ..Mode::default() }, F32, wide.into())
        }
        _ => 0,
    }
}

/// Returns the result of an approximate function in single precision; only divisions read `b`.
#[inline(always)]
pub fn function(op: Unary, mode: Mode, a: u32, b: u32) -> u32 {
    let mode = Mode { round: Default::default(), ..mode };
    let x = f32::from_bits(single::operand(mode, a));
    let y = match op {
        Unary::Rcp => 1.0 / x,
        Unary::Rsqrt => 1.0 / x.sqrt(),
        Unary::Sqrt => x.sqrt(),
        // to add -0 leaves a zero its sign
        Unary::Sin => sine(x, -0.0),
        Unary::Cos => sine(x, 0.5),
        Unary::Ex2 => power(x.into()) as f32,
        Unary::Lg2 => logarithm(x),
        Unary::Tanh => tangent(x),
        Unary::Div => quotient(x, f32::from_bits(single::operand(mode, b))),
        Unary::DivFull => x / f32::from_bits(single::operand(mode, b)),
    };
    single::deliver(mode, y)
}

/// The number whose addition and subtraction rounds a double below 2^51 to an integer, which is
/// then in the sum's low bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// Returns the value of a polynomial at `x`; the lowest coefficient comes first.
#[inline(always)]
fn polynomial<const N: usize>(coefficients: [f64; N], x: f64) -> f64 {
    let mut sum = coefficients[N - 1];
    for n in (0..N - 1).rev() {
        sum = sum * x + coefficients[n];
    }
    sum
}

const fn factorial(n: usize) -> f64 {
    if n == 0 { 1.0 } else { n as f64 * factorial(n - 1) }
}

/// Returns 2^x for results that single precision can hold; NaN stays NaN.
#[inline(always)]
fn power(x: f64) -> f64 {
    const EXPONENTIAL: [f64; 9] = {
        let (mut terms, mut n, mut power) = ([0.0; 9], 0, 1.0);
        while n < 9 {
            terms[n] = power / factorial(n);
            (n, power) = (n + 1, power * LN_2);
        }
        terms
    };
    // beyond, all is zero or infinite; the comparisons let NaN pass
    let x = if x < -160.0 { -160.0 } else { x };
    let x = if x > 160.0 { 160.0 } else { x };
    let sum = x + WHOLE;
    let fraction = x - (sum - WHOLE);
    let scale = f64::from_bits(sum.to_bits().wrapping_add(1023) << 52);
    polynomial(EXPONENTIAL, fraction) * scale
}

/// Returns the logarithm to the base 2: the exponent's, plus that of a number about 1.
#[inline(always)]
fn logarithm(x: f32) -> f32 {
    // 2 / ln 2 * artanh(s) = log2((1 + s) / (1 - s))
    const ARTANH: [f64; 6] = {
        let (mut terms, mut n) = ([0.0; 6], 0);
        while n < 6 {
            terms[n] = 2.0 * LOG2_E / (2 * n + 1) as f64;
            n += 1;
        }
        terms
    };
    const HALF_ROOT: u64 = 0x3fe6_a09e_667f_3bcd;
    const BIAS: u64 = 1024;
    // every single is a normal double; the exponent counts from the root of one half, and its bits
    // become a double by standing below 2^52
    let bits = f64::from(x).to_bits();
    let exponent = bits.wrapping_sub(HALF_ROOT).wrapping_add(BIAS << 52) >> 52;
    let mantissa = f64::from_bits(bits.wrapping_sub(exponent.wrapping_sub(BIAS) << 52));
    let exponent = f64::from_bits(exponent | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + BIAS as f64);
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let y = (exponent + s * polynomial(ARTANH, s * s)) as f32;
    let y = if x < f32::INFINITY { y } else { x };
    let y = if x == 0.0 { f32::NEG_INFINITY } else { y };
    if x < 0.0 { f32::NAN } else { y }
}

/// Returns the sine of an angle plus `more` half turns.
#[inline(always)]
fn sine(x: f32, more: f64) -> f32 {
    const SINE: [f64; 7] = {
        let (mut terms, mut n) = ([0.0; 7], 0);
        while n < 7 {
            terms[n] = if n % 2 == 0 { 1.0 } else { -1.0 } / factorial(2 * n + 1);
            n += 1;
        }
        terms
    };
    let turns = f64::from(x) * FRAC_1_PI + more;
    let sum = turns + WHOLE;
    let fraction = if turns.abs() < 2_251_799_813_685_248.0 { turns - (sum - WHOLE) } else { 0.0 };
    let angle = fraction * PI;
    let sine = angle * polynomial(SINE, angle * angle);
    // an odd number of half turns
    let y = f64::from_bits(sine.to_bits() ^ sum.to_bits() << 63) as f32;
    if x.abs() < f32::INFINITY { y } else { f32::NAN }
}

/// Returns the hyperbolic tangent.
#[inline(always)]
fn tangent(x: f32) -> f32 {
    let wide = f64::from(x);
    let squared = power(wide * (2.0 * LOG2_E));
    // 2^160 and its neighbours are one to a single
    let far = ((squared - 1.0) / (squared + 1.0)) as f32;
    // where the difference would lose what counts
    let near = (wide * (1.0 - wide * wide * (1.0 / 3.0))) as f32;
    if x.abs() < 0.015625 { near } else { far }
}

/// Returns the quotient as `div.approx` does: it multiplies by a reciprocal, which is zero for a
/// divisor above 2^126.
#[inline(always)]
fn quotient(a: f32, b: f32) -> f32 {
    const GREATEST: f32 = f32::from_bits(253 << 23);
    a / if b.abs() > GREATEST { f32::INFINITY.copysign(b) } else { b }
}

/// Returns a function in double precision: with `.ftz`, from the operand's upper word to the
/// result's upper word; else in full.
fn double(op: Unary, mode: Mode, a: u64, b: u64) -> u64 {
    let exact = Mode { flush: mode.flush, ..Mode::default() };
    let upper = if mode.flush { !0 << 32 } else { !0 };
    let x = a & upper;
    let y = match op {
        Unary::Rcp => F64.rcp(exact, x),
        Unary::Rsqrt => F64.rcp(exact, F64.sqrt(exact, x)),
        Unary::Sqrt => F64.sqrt(exact, x),
        Unary::Div | Unary::DivFull => return F64.div(exact, a, b),
        _ => return 0,
    };
    if F64.is_nan(y) { y } else { y & upper }
}
