//! `cvt` between all pairs of types: integers against wide integers, numbers against LLVM's
//! `APFloat`, and the rules that PTX adds.

use heddle_kernel::arithmetic::evaluate;
use heddle_kernel::program::{Mode, Op, Round, Type};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round as Theirs};

use crate::support::random::Random;

const INTEGERS: [Type; 8] = [Type::U8, Type::S8, Type::U16, Type::S16, Type::U32, Type::S32, Type::U64, Type::S64];
const FLOATS: [Type; 4] = [Type::F16, Type::Bf16, Type::F32, Type::F64];
const ROUNDS: [(Round, Theirs); 5] = [
    (Round::NearestEven, Theirs::NearestTiesToEven),
    (Round::Zero, Theirs::TowardZero),
    (Round::Down, Theirs::TowardNegative),
    (Round::Up, Theirs::TowardPositive),
    (Round::NearestAway, Theirs::NearestTiesToAway),
];

impl Random {
    /// Any number, a small one, or one near a power of two.
    fn integer(&mut self) -> u64 {
        let (kind, bits) = (self.next() >> 62, self.next());
        match kind {
            0 => bits % 300,
            1 => (1u64 << (bits % 64)).wrapping_add(bits >> 62).wrapping_sub(1),
            2 => (1u64 << (bits % 64)).wrapping_neg().wrapping_add(bits >> 62),
            _ => bits,
        }
    }
    /// Any number, or one about an integer type's ends, or a half, or an end of a format's range.
    fn number(&mut self, ty: Type) -> u64 {
        let (kind, bits) = (self.next() >> 61, self.next());
        let about = |x: f64| bits_of(ty, x).wrapping_add(bits >> 62).wrapping_sub(1) & mask(ty);
        match kind {
            0 => about((bits % 70) as f64 / 2.0 - 10.0),
            1 => about(2f64.powi((bits % 66) as i32)),
            2 => about(-2f64.powi((bits % 66) as i32)),
            3 => about(
                [f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 5e-324, 2f64.powi(-126), 2f64.powi(-14), 1.0]
                    [bits as usize % 8],
            ),
            _ => bits & mask(ty),
        }
    }
}

fn mask(ty: Type) -> u64 {
    u64::MAX >> (64 - ty.bits())
}
fn is_signed(ty: Type) -> bool {
    matches!(ty, Type::S8 | Type::S16 | Type::S32 | Type::S64)
}
/// The number that an integer's bits mean.
fn integer(ty: Type, a: u64) -> i128 {
    let a = i128::from(a & mask(ty));
    if is_signed(ty) && a >> (ty.bits() - 1) == 1 { a - (1 << ty.bits()) } else { a }
}
fn ends(ty: Type) -> (i128, i128) {
    if is_signed(ty) { (-(1 << (ty.bits() - 1)), (1 << (ty.bits() - 1)) - 1) } else { (0, (1 << ty.bits()) - 1) }
}

/// A number of any format as a double, which holds it exactly.
fn double(ty: Type, a: u64) -> Double {
    let mut loses = false;
    match ty {
        Type::F16 => Half::from_bits(a.into()).convert(&mut loses).value,
        Type::Bf16 => BFloat::from_bits(a.into()).convert(&mut loses).value,
        Type::F32 => Single::from_bits(a.into()).convert(&mut loses).value,
        _ => Double::from_bits(a.into()),
    }
}
/// A double's bits in a format, rounded.
fn narrow(ty: Type, a: Double, by: Theirs) -> u64 {
    let mut loses = false;
    let bits = match ty {
        _ if a.is_nan() => match ty {
            Type::F32 => 0x7fff_ffff,
            Type::F64 => 0xfff8_0000_0000_0000,
            _ => 0x7fff,
        },
        Type::F16 => FloatConvert::<Half>::convert_r(a, by, &mut loses).value.to_bits(),
        Type::Bf16 => FloatConvert::<BFloat>::convert_r(a, by, &mut loses).value.to_bits(),
        Type::F32 => FloatConvert::<Single>::convert_r(a, by, &mut loses).value.to_bits(),
        _ => a.to_bits(),
    };
    bits as u64
}
fn bits_of(ty: Type, x: f64) -> u64 {
    narrow(ty, Double::from_bits(x.to_bits().into()), Theirs::NearestTiesToEven)
}
fn flushed(ty: Type, flush: bool, a: u64) -> u64 {
    if ty == Type::F32 && flush && a & 0x7f80_0000 == 0 { a & 0x8000_0000 } else { a }
}

fn convert(to: Type, from: Type, mode: Mode, integer: bool, reads: &[u64]) -> u64 {
    evaluate(&Op::Convert { to, from, mode, integer }, reads).unwrap().value
}

fn pairs(to: &'static [Type], from: &'static [Type]) -> impl Iterator<Item = (Type, Type)> {
    to.iter().flat_map(move |&to| from.iter().map(move |&from| (to, from)))
}

#[test]
fn integers_to_integers() {
    let mut random = Random(1);
    for (to, from) in pairs(&INTEGERS, &INTEGERS) {
        for saturate in [false, true] {
            for _ in 0..5000 {
                let a = random.integer();
                let (least, greatest) = ends(to);
                let n = integer(from, a);
                let n = if saturate { n.clamp(least, greatest) } else { integer(to, n as u64) };
                let ours = convert(to, from, Mode { saturate, ..Mode::default() }, false, &[a]);
                assert_eq!(ours, n as u64, "{to:?} of {from:?} {a:#x} {saturate}");
            }
        }
    }
}

#[test]
fn integers_to_numbers() {
    let mut random = Random(2);
    for (to, from) in pairs(&FLOATS, &INTEGERS) {
        for (round, by) in ROUNDS {
            for _ in 0..3000 {
                let a = random.integer();
                let n = integer(from, a);
                let expected = match to {
                    Type::F16 => Half::from_i128_r(n, by).value.to_bits(),
                    Type::Bf16 => BFloat::from_i128_r(n, by).value.to_bits(),
                    Type::F32 => Single::from_i128_r(n, by).value.to_bits(),
                    _ => Double::from_i128_r(n, by).value.to_bits(),
                };
                let ours = convert(to, from, Mode { round, ..Mode::default() }, false, &[a]);
                assert_eq!(u128::from(ours), expected, "{to:?} of {from:?} {a:#x} {round:?}");
            }
        }
    }
}

#[test]
fn numbers_to_integers() {
    let mut random = Random(3);
    for (to, from) in pairs(&INTEGERS, &FLOATS) {
        for (round, by) in ROUNDS {
            for n in 0..4000 {
                let (a, flush) = (random.number(from), n % 2 == 1);
                let x = double(from, flushed(from, flush, a));
                let expected = if x.is_nan() {
                    // PTX: zero, unless the source is f64 or the destination has 64 bits
                    if from == Type::F64 || to.bits() == 64 { integer(to, 1 << (to.bits() - 1)) } else { 0 }
                } else {
                    let mut exact = false;
                    let (least, greatest) = ends(to);
                    x.to_i128_r(100, by, &mut exact).value.clamp(least, greatest)
                };
                let ours = convert(to, from, Mode { round, flush, saturate: false }, true, &[a]);
                assert_eq!(ours, expected as u64, "{to:?} of {from:?} {a:#x} {round:?} {flush}");
            }
        }
    }
}

/// Every half-precision number to everything; samples of the others.
#[test]
fn numbers_to_numbers() {
    let mut random = Random(4);
    for (to, from) in pairs(&FLOATS, &FLOATS) {
        let count = if from.bits() == 16 { 0x1_0000 } else { 20_000 };
        for n in 0..count {
            let a = if from.bits() == 16 { n } else { random.number(from) };
            for (round, by) in ROUNDS {
                let flags = random.next();
                let (flush, saturate, integral) = (flags & 1 == 1, flags & 2 == 2, flags & 4 == 4);
                let x = double(from, flushed(from, flush, a));
                let x = if integral { x.round_to_integral(by).value } else { x };
                let mut expected = flushed(to, flush, narrow(to, x, by));
                if saturate {
                    let one = bits_of(to, 1.0);
                    let positive = !x.is_nan() && expected >> (to.bits() - 1) == 0;
                    expected = if positive { expected.min(one) } else { 0 };
                }
                let ours = convert(to, from, Mode { round, flush, saturate }, integral, &[a]);
                assert_eq!(ours, expected, "{to:?} of {from:?} {a:#x} {round:?} {flush} {saturate} {integral}");
            }
        }
    }
}

#[test]
fn two_into_one() {
    let one = u64::from(1f32.to_bits());
    let two = u64::from((-2f32).to_bits());
    assert_eq!(convert(Type::F16x2, Type::F32, Mode::default(), false, &[one, two]), 0x3c00_c000);
    assert_eq!(convert(Type::Bf16x2, Type::F32, Mode::default(), false, &[one, two]), 0x3f80_c000);
}

#[test]
fn what_is_no_number() {
    let (single, double) = (u64::from(f32::NAN.to_bits()), f64::NAN.to_bits());
    let of = |to, from, a| convert(to, from, Mode { round: Round::Zero, ..Mode::default() }, true, &[a]);
    assert_eq!(of(Type::S32, Type::F32, single), 0);
    assert_eq!(of(Type::U16, Type::F16, 0x7e00), 0);
    assert_eq!(of(Type::S64, Type::F32, single), 1 << 63);
    assert_eq!(of(Type::U64, Type::F32, single), 1 << 63);
    assert_eq!(of(Type::S32, Type::F64, double) as u32, 1 << 31);
    assert_eq!(of(Type::U8, Type::F64, double), 0x80);
    // the ends
    assert_eq!(of(Type::S32, Type::F32, 3e9f32.to_bits().into()), 0x7fff_ffff);
    assert_eq!(of(Type::U32, Type::F32, (-1f32).to_bits().into()), 0);
    assert_eq!(of(Type::S8, Type::F32, (-1000f32).to_bits().into()), (-128i64) as u64);
}
