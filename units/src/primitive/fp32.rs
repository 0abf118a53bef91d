use crate::primitive::Fp32;
use heddle_contract::lane::op;
use heddle_contract::primitive::fp32::{Config, In, Out};

use super::primitive;
use heddle_testbench::bench::{Cover, Drive, Shrink, propose};
use heddle_testbench::entropy::Entropy;
use heddle_testbench::number::{self, Class, class};
use heddle_testbench::points;

points! { COVER:
    SUM_CANCELS = "operands of a sum cancel, and something is left",
    SUM_IS_ZERO = "a sum of numbers that are not zero is zero",
    FUSED = "fma gives another result than a product and a sum",
    OVERFLOW = "a sum or product of numbers is infinite",
    SUBNORMAL = "a sum or product is subnormal",
    TO_LEAST_NORMAL = "a subnormal factor, and a normal product",
    NAN_MADE = "NaN from operands that are none",
    NAN_PASSED = "NaN from NaN",
    FLUSHED_OPERAND = "a subnormal operand is flushed",
    FLUSHED_RESULT = "a subnormal result of normal operands is flushed",
    SATURATED = "a result above one is clamped",
    SATURATED_NAN = "NaN is clamped",
    EXTREME_OF_NAN = "minimum or maximum of a number and NaN",
    EXTREME_OF_ZEROS = "minimum or maximum of zeros of different signs",
    NAN_KEPT = "abs or neg keeps a NaN's payload",
    UNORDERED = "a comparison with NaN",
    ZEROS_EQUAL = "a comparison of zeros of different signs",
    INTEGER_ROUNDED = "an integer of more bits than a number has",
    INTEGER_CLAMPED = "a number beyond the integers",
    INTEGER_OF_NAN = "NaN to an integer",
    RESET_BUSY = "reset while operations are on their way",
}

impl Drive for Fp32 {
    type Stimulus = ();

    #[inline]
    fn next(_: &Config, (): &mut (), (): &(), _: &Self::State, e: &mut Entropy, i: &mut In) {
        let dice = e.word();
        *i = In { reset: dice & 0x3fff == 0, ..In::default() };
        i.valid = !i.reset && dice >> 16 & 7 != 0;
        if i.valid {
            i.op = op::FLOAT + e.below(op::SINGLE.len() as u32) as u8;
            i.mode = (dice >> 24) as u8 & op::modes(i.op);
            [i.a, i.b, i.c] = number::operands(e);
            if matches!(i.op, op::F_OF_S | op::F_OF_U) {
                i.a = if dice >> 28 & 7 == 0 {
                    number::tied_integer(e)
                } else {
                    (dice >> 32) as u32 >> (dice >> 20 & 15)
                };
            }
        }
    }
}

impl Shrink for Fp32 {
    fn shrink_candidates(_: &Config, i: &In) -> Vec<In> {
        let mut candidates = Vec::new();
        let mut propose = |change: &dyn Fn(&mut In)| propose(&mut candidates, i, change);
        propose(&|c| *c = In::default());
        propose(&|c| c.reset = false);
        propose(&|c| c.mode = 0);
        propose(&|c| c.mode &= op::FLUSH);
        for word in [0, 1, 0x3f80_0000] {
            propose(&|c| c.a = c.a.min(word));
            propose(&|c| c.b = c.b.min(word));
            propose(&|c| c.c = c.c.min(word));
        }
        // half of the bits that are set, then the lowest
        let fewer = |word: u32| word & (word << 16 >> 16 ^ u32::MAX);
        propose(&|c| c.a = fewer(c.a));
        propose(&|c| c.b = fewer(c.b));
        propose(&|c| c.c = fewer(c.c));
        propose(&|c| c.a &= c.a.wrapping_sub(1));
        propose(&|c| c.b &= c.b.wrapping_sub(1));
        propose(&|c| c.c &= c.c.wrapping_sub(1));
        candidates
    }
}

impl Cover for Fp32 {
    const COVER: &'static [&'static str] = COVER;

    fn unreachable(_: &Config) -> Vec<&'static str> {
        Vec::new()
    }

    fn cover(_: &Config, (): &(), _: &Self::State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let mut at = |point: Point, reached: bool| {
            if reached {
                hit(point as usize);
            }
        };
        at(Point::RESET_BUSY, i.reset && o.done);
        if i.valid {
            cover(i, &mut at);
        }
    }
}

primitive! { Fp32 }

fn cover(i: &In, at: &mut dyn FnMut(Point, bool)) {
    let flush = i.mode & op::FLUSH != 0;
    let saturate = i.mode & op::SATURATE != 0;
    let used: &[u32] = match i.op {
        op::FMA_F => &[i.a, i.b, i.c],
        op::ABS_F | op::NEG_F | op::F_OF_S..=op::U_OF_F_ZERO => &[i.a],
        _ => &[i.a, i.b],
    };
    let any = |what: Class| used.iter().any(|&word| class(word) == what);
    let [a, b, c] = [i.a, i.b, i.c].map(f32::from_bits);
    let normal = !any(Class::Nan) && !any(Class::Infinite) && !any(Class::Subnormal);
    if i.op <= op::FMA_F {
        let exact = match i.op {
            op::ADD_F => a + b,
            op::SUB_F => a - b,
            op::MUL_F => a * b,
            _ => a.mul_add(b, c),
        };
        let finite = !any(Class::Nan) && !any(Class::Infinite);
        let sum = i.op <= op::SUB_F;
        let least = used.iter().map(|word| word >> 23 & 0xff).max().unwrap_or(0);
        let lost = exact.to_bits() >> 23 & 0xff;
        at(Point::SUM_CANCELS, sum && finite && exact != 0.0 && lost + 4 < least);
        at(Point::SUM_IS_ZERO, sum && finite && exact == 0.0 && a != 0.0);
        at(Point::FUSED, i.op == op::FMA_F && finite && exact.is_finite() && exact != a * b + c);
        at(Point::OVERFLOW, finite && exact.is_infinite());
        at(Point::SUBNORMAL, exact.is_subnormal() && !flush);
        at(Point::TO_LEAST_NORMAL, i.op == op::MUL_F && a.is_subnormal() && exact.is_normal() && !flush);
        at(Point::NAN_MADE, exact.is_nan() && !any(Class::Nan));
        at(Point::NAN_PASSED, any(Class::Nan));
        at(Point::FLUSHED_RESULT, flush && normal && exact.is_subnormal());
        at(Point::SATURATED, saturate && exact > 1.0);
        at(Point::SATURATED_NAN, saturate && exact.is_nan());
    }
    at(Point::FLUSHED_OPERAND, flush && any(Class::Subnormal));
    let extreme = matches!(i.op, op::MIN_F | op::MAX_F);
    let zeros = class(i.a) == Class::Zero && class(i.b) == Class::Zero && i.a != i.b;
    at(Point::EXTREME_OF_NAN, extreme && any(Class::Nan) && !(a.is_nan() && b.is_nan()));
    at(Point::EXTREME_OF_ZEROS, extreme && zeros);
    at(Point::NAN_KEPT, matches!(i.op, op::ABS_F | op::NEG_F) && a.is_nan());
    at(Point::UNORDERED, op::is_setp(i.op) && any(Class::Nan));
    at(Point::ZEROS_EQUAL, op::is_setp(i.op) && zeros);
    at(Point::INTEGER_ROUNDED, i.op == op::F_OF_U && i.a >> 24 != 0 && i.a & 0xff != 0);
    if matches!(i.op, op::S_OF_F_NEAREST..=op::U_OF_F_ZERO) {
        at(Point::INTEGER_CLAMPED, a.abs() >= 4_294_967_296.0);
        at(Point::INTEGER_OF_NAN, a.is_nan());
    }
}
