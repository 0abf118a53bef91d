//! Tests of the approximate functions: their errors against double precision of the host, and their
//! results for zeros, infinities and NaNs.
//!
//! `cargo test --release --workspace --test kernel -- --ignored --nocapture
//! arithmetic_approximate::` looks at all operands and prints the worst errors (minutes).

use heddle_kernel::arithmetic::{approximate, evaluate};
use heddle_kernel::program::{Mode, Op, Type, Unary};

const PLAIN: Mode = Mode { round: heddle_kernel::program::Round::NearestEven, flush: false, saturate: false };
const FLUSH: Mode = Mode { flush: true, ..PLAIN };

/// How an error is counted.
#[derive(Clone, Copy)]
enum By {
    Relative,
    Absolute,
}

/// A function, the truth, where PTX bounds it, and how far.
struct Bound {
    op: Unary,
    truth: fn(f64) -> f64,
    from: f32,
    to: f32,
    by: By,
    /// The error allowed is two to this power.
    power: f64,
}

fn bounds() -> Vec<Bound> {
    use By::*;
    let bound = |op, truth, from, to, by, power| Bound { op, truth, from, to, by, power };
    let least = f32::from_bits(1);
    vec![
        bound(Unary::Rcp, |x| 1.0 / x, least, f32::MAX, Relative, -23.0),
        bound(Unary::Sqrt, f64::sqrt, least, f32::MAX, Relative, -23.0),
        bound(Unary::Rsqrt, |x| 1.0 / x.sqrt(), least, f32::MAX, Relative, -22.9),
        bound(Unary::Sin, f64::sin, -std::f32::consts::PI, std::f32::consts::PI, Absolute, -20.5),
        bound(Unary::Cos, f64::cos, -std::f32::consts::PI, std::f32::consts::PI, Absolute, -20.5),
        bound(Unary::Ex2, f64::exp2, -126.0, 128.0, Relative, -22.5),
        bound(Unary::Lg2, f64::log2, 0.5, 2.0, Absolute, -22.0),
        bound(Unary::Lg2, f64::log2, least, 0.5, Relative, -22.0),
        bound(Unary::Lg2, f64::log2, 2.0, f32::MAX, Relative, -22.0),
        bound(Unary::Tanh, f64::tanh, f32::MIN, f32::MAX, Relative, -11.0),
    ]
}

/// The worst error among the operands of a bound, and where; of every `step`-th operand.
fn worst(bound: &Bound, step: usize) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    let mut look = |bits: u32| {
        let x = f32::from_bits(bits);
        if !(x >= bound.from && x <= bound.to) {
            return;
        }
        let y = f32::from_bits(approximate::function(bound.op, PLAIN, bits, 0));
        let truth = (bound.truth)(x.into());
        // where the truth is beyond single precision, or below its normal numbers, an error has
        // other measures
        let normal = truth.abs() >= f64::from(f32::MIN_POSITIVE) || matches!(bound.by, By::Absolute);
        if !normal || truth.abs() > f32::MAX.into() {
            return;
        }
        let error = (f64::from(y) - truth).abs() / if matches!(bound.by, By::Relative) { truth.abs() } else { 1.0 };
        // a NaN is the worst of all
        if error > worst.0 || error.is_nan() {
            worst = (error, x);
        }
    };
    (0..=u32::MAX).step_by(step).for_each(&mut look);
    for end in [bound.from, bound.to] {
        (0..64).for_each(|n| [end.to_bits() + n, end.to_bits().wrapping_sub(n)].into_iter().for_each(&mut look));
    }
    worst
}

fn judge(step: usize) {
    for bound in bounds() {
        let (error, at) = worst(&bound, step);
        println!(
            "{:?} in {:e}..={:e}: 2^{:.2} at {at:e}; PTX: 2^{}",
            bound.op,
            bound.from,
            bound.to,
            error.log2(),
            bound.power
        );
        assert!(error <= bound.power.exp2(), "{:?} of {at:e} is wrong by 2^{:.2}", bound.op, error.log2());
    }
}

#[test]
fn errors_are_within_what_ptx_allows() {
    judge(4093);
}

#[test]
#[ignore = "minutes: all operands"]
fn errors_of_all_operands() {
    judge(1);
}

fn of(op: Unary, mode: Mode, a: f32) -> f32 {
    f32::from_bits(evaluate(&Op::Approximate(op, Type::F32, mode), &[a.to_bits().into()]).unwrap().value as u32)
}

/// PTX's tables.
#[test]
fn ends_of_the_range() {
    let (inf, sub) = (f32::INFINITY, f32::from_bits(1));
    let same = |op, mode, a: f32, expected: f32| {
        let y = of(op, mode, a);
        let bits = if expected.is_nan() { 0x7fff_ffff } else { expected.to_bits() };
        assert_eq!(y.to_bits(), bits, "{op:?} {mode:?} of {a:e} gives {y:e}");
    };
    let nan = f32::NAN;
    for mode in [PLAIN, FLUSH] {
        use Unary::*;
        for op in [Rcp, Sqrt, Rsqrt, Sin, Cos, Ex2, Lg2, Tanh] {
            same(op, mode, nan, nan);
            same(op, mode, -nan, nan);
        }
        for (a, rcp, sqrt, rsqrt) in
            [(-inf, -0.0, nan, nan), (-0.0, -inf, -0.0, -inf), (0.0, inf, 0.0, inf), (inf, 0.0, inf, 0.0)]
        {
            same(Rcp, mode, a, rcp);
            same(Sqrt, mode, a, sqrt);
            same(Rsqrt, mode, a, rsqrt);
        }
        for (a, sin, cos) in [(-inf, nan, nan), (-0.0, -0.0, 1.0), (0.0, 0.0, 1.0), (inf, nan, nan)] {
            same(Sin, mode, a, sin);
            same(Cos, mode, a, cos);
        }
        for (a, ex2, lg2) in [
            (-inf, 0.0, nan),
            (-0.0, 1.0, -inf),
            (0.0, 1.0, -inf),
            (inf, inf, inf),
            (-1.0, 0.5, nan),
            (sub, 1.0, if mode.flush { -inf } else { -149.0 }),
            (-sub, 1.0, if mode.flush { -inf } else { nan }),
        ] {
            same(Ex2, mode, a, ex2);
            same(Lg2, mode, a, lg2);
        }
        for (a, tanh) in [
            (-inf, -1.0),
            (-0.0, -0.0),
            (0.0, 0.0),
            (inf, 1.0),
            (1e30, 1.0),
            (-12.0, -1.0),
            (sub, if mode.flush { 0.0 } else { sub }),
        ] {
            same(Tanh, mode, a, tanh);
        }
        // whole numbers give whole numbers
        for n in -126..128 {
            same(Ex2, mode, n as f32, (n as f64).exp2() as f32);
            same(Lg2, mode, (n as f64).exp2() as f32, n as f32);
        }
        same(Ex2, mode, -127.0, if mode.flush { 0.0 } else { (-127f64).exp2() as f32 });
        same(Ex2, mode, 128.0, inf);
        same(Ex2, mode, -151.0, 0.0);
        same(Ex2, mode, 3e38, inf);
        same(Ex2, mode, -3e38, 0.0);
        // far out a sine is still one
        for a in [1e6, 1e15, 1e20, f32::MAX] {
            assert!(of(Sin, mode, a).abs() <= 1.0 && of(Cos, mode, -a).abs() <= 1.0);
        }
    }
}

#[test]
fn quotients() {
    let div = |op, mode, a: f32, b: f32| {
        let reads = [a.to_bits().into(), b.to_bits().into()];
        f32::from_bits(evaluate(&Op::Approximate(op, Type::F32, mode), &reads).unwrap().value as u32)
    };
    let two126 = f32::from_bits(253 << 23);
    for op in [Unary::Div, Unary::DivFull] {
        assert_eq!(div(op, PLAIN, 1.0, 3.0), 1.0 / 3.0);
        assert_eq!(div(op, PLAIN, 1.0, 0.0), f32::INFINITY);
        assert_eq!(div(op, PLAIN, 1.0, two126), 1.0 / two126);
        assert!(div(op, PLAIN, f32::INFINITY, f32::INFINITY).is_nan());
    }
    // the reciprocal of a great divisor is zero to `div.approx`
    assert_eq!(div(Unary::Div, PLAIN, -1e30, 1.5 * two126).to_bits(), 1 << 31);
    assert!(div(Unary::Div, PLAIN, f32::INFINITY, -1.5 * two126).is_nan());
    assert_eq!(div(Unary::DivFull, PLAIN, 1.5 * two126, 1.5 * two126), 1.0);
    assert_eq!(div(Unary::DivFull, FLUSH, 1.0, two126 * 1.5), 0.0);
}

#[test]
fn half_and_double_precision() {
    let value = |op, ty, mode, a: u64| evaluate(&Op::Approximate(op, ty, mode), &[a]).unwrap().value;
    // 2^0.5 and tanh(1), to the nearest
    assert_eq!(value(Unary::Ex2, Type::F16, PLAIN, 0x3800), 0x3da8);
    assert_eq!(value(Unary::Ex2, Type::F16x2, PLAIN, 0x3c00_3800), 0x4000_3da8);
    assert_eq!(value(Unary::Tanh, Type::F16, PLAIN, 0x3c00), 0x3a18);
    assert_eq!(value(Unary::Ex2, Type::Bf16, FLUSH, 0xc000), 0x3e80);
    assert_eq!(value(Unary::Tanh, Type::Bf16, PLAIN, 0x7f80), 0x3f80);
    assert_eq!(value(Unary::Ex2, Type::F16, PLAIN, 0x7e00), 0x7fff);
    // of the upper word, in the upper word
    let third = value(Unary::Rcp, Type::F64, FLUSH, 3f64.to_bits() | 0xffff_ffff);
    assert_eq!(third & 0xffff_ffff, 0);
    assert!((f64::from_bits(third) * 3.0 - 1.0).abs() < 1e-6);
    let root = value(Unary::Rsqrt, Type::F64, FLUSH, 4f64.to_bits());
    assert_eq!(f64::from_bits(root), 0.5);
    assert_eq!(f64::from_bits(value(Unary::Rsqrt, Type::F64, PLAIN, 2f64.to_bits())), 1.0 / 2f64.sqrt());
    assert_eq!(f64::from_bits(value(Unary::Rcp, Type::F64, FLUSH, 1)), f64::INFINITY);
}

/// Every operand of the formats of 16 bits.
#[test]
fn short_formats_all() {
    let wide = |ty, a: u64| {
        let op = Op::Convert { to: Type::F32, from: ty, mode: PLAIN, integer: false };
        f64::from(f32::from_bits(evaluate(&op, &[a]).unwrap().value as u32))
    };
    let least = |ty| if ty == Type::F16 { 2f64.powi(-14) } else { 2f64.powi(-126) };
    for (op, truth, ty, by, power) in [
        (Unary::Ex2, f64::exp2 as fn(f64) -> f64, Type::F16, By::Relative, -9.9),
        (Unary::Ex2, f64::exp2, Type::Bf16, By::Relative, -7.0),
        (Unary::Tanh, f64::tanh, Type::F16, By::Absolute, -10.987),
        (Unary::Tanh, f64::tanh, Type::Bf16, By::Relative, -8.0),
    ] {
        let mut worst = 0f64;
        for a in 0..0x1_0000 {
            let (x, y) = (wide(ty, a), wide(ty, evaluate(&Op::Approximate(op, ty, PLAIN), &[a]).unwrap().value));
            let truth = truth(x);
            assert_eq!(x.is_nan(), y.is_nan(), "{op:?} {ty:?} {a:#x}");
            let greatest = if ty == Type::F16 { 65504.0 } else { f64::from(f32::MAX) };
            if truth.abs() >= least(ty) && truth.abs() <= greatest && y.is_finite() {
                let error = (y - truth).abs() / if matches!(by, By::Relative) { truth.abs() } else { 1.0 };
                assert!(error <= f64::exp2(power), "{op:?} {ty:?} of {x:e}: {y:e}, not {truth:e}");
                worst = worst.max(error);
            }
        }
        println!("{op:?} {ty:?}: 2^{:.2}; PTX: 2^{power}", worst.log2());
    }
}
