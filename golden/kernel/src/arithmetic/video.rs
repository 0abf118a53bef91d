//! The video instructions (PTX ISA, 9.7.18 and 9.7.19), as PTX defines them: elements are extended
//! to numbers, results are clamped if wanted, and combined with the third operand.

use crate::program::{Field, Scalar, Simd, Then, Type, VideoOp};

/// Returns the number that an element of a word is.
fn element(field: Field, word: u32) -> i64 {
    let above = 32 - u32::from(field.bits);
    let left = word << (above - u32::from(field.bits) * u32::from(field.at));
    if field.signed { i64::from(left as i32 >> above) } else { i64::from(left >> above) }
}

/// Returns a number that is clamped to this many bits.
fn clamped(number: i128, bits: u8, signed: bool) -> i128 {
    let (least, most) = if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
    number.clamp(least, most)
}

/// Returns the result of an operation on two elements; `c` and whether it is signed matter to
/// `vmad` alone.
fn operate(op: VideoOp, a: i64, b: i64, c: u32, c_signed: bool) -> i128 {
    let sum = i128::from(a) + i128::from(b);
    let amount = |wrap: bool| if wrap { b & 31 } else { b.min(32) };
    match op {
        VideoOp::Add => sum,
        VideoOp::Sub => i128::from(a) - i128::from(b),
        VideoOp::AbsoluteDifference => (i128::from(a) - i128::from(b)).abs(),
        VideoOp::Min => a.min(b).into(),
        VideoOp::Max => a.max(b).into(),
        VideoOp::Average => (sum + i128::from(sum >= 0)) >> 1,
        VideoOp::ShiftLeft { wrap } => i128::from(a) << amount(wrap),
        VideoOp::ShiftRight { wrap } => i128::from(a) >> amount(wrap),
        VideoOp::Set(compare) => compare.holds(Some(a.cmp(&b))).into(),
        VideoOp::MultiplyAdd { negate_product, negate_c, plus, shift } => {
            let product = i128::from(a) * i128::from(b);
            let c = if c_signed { i128::from(c as i32) } else { i128::from(c) };
            let (product, c) = (if negate_product { -product } else { product }, if negate_c { -c } else { c });
            (product + c + i128::from(plus)) >> shift
        }
    }
}

/// Returns the result of a scalar video instruction whose destination has a type.
pub fn scalar(it: Scalar, ty: Type, a: u32, b: u32, c: u32) -> u32 {
    let mut signed = ty.is_signed();
    if let VideoOp::MultiplyAdd { negate_product, negate_c, .. } = it.op {
        signed = it.a.signed || it.b.signed || negate_product || negate_c;
    }
    let mut result = operate(it.op, element(it.a, a), element(it.b, b), c, signed);
    if it.saturate {
        let bits = if let Then::Insert(field) = it.then { field.bits } else { 32 };
        result = clamped(result, bits, signed);
    }
    let number = || if ty.is_signed() { i128::from(c as i32) } else { i128::from(c) };
    match it.then {
        Then::Nothing => result as u32,
        Then::Add => (result as u32).wrapping_add(c),
        Then::Min => result.min(number()) as u32,
        Then::Max => result.max(number()) as u32,
        Then::Insert(Field { bits, at, .. }) => {
            let (ones, place) = (u32::MAX >> (32 - bits), u32::from(bits) * u32::from(at));
            c & !(ones << place) | (result as u32 & ones) << place
        }
    }
}

/// Returns the result of a SIMD video instruction whose destination has a type.
pub fn simd(it: Simd, ty: Type, a: u32, b: u32, c: u32) -> u32 {
    let lanes = 32 / it.bits;
    let pick = |operand: usize, lane: usize| {
        let number = it.select[operand][lane];
        let (word, at) = if number < lanes { (a, number) } else { (b, number - lanes) };
        element(Field { bits: it.bits, at, signed: it.signed[operand] }, word)
    };
    let mut all = c;
    for lane in (0..lanes).filter(|lane| it.mask >> lane & 1 == 1) {
        let at = usize::from(lane);
        let mut result = operate(it.op, pick(0, at), pick(1, at), 0, false);
        if it.saturate {
            result = clamped(result, it.bits, ty.is_signed());
        }
        if it.accumulate {
            all = all.wrapping_add(result as u32);
        } else {
            let (ones, place) = (u32::MAX >> (32 - it.bits), it.bits * lane);
            all = all & !(ones << place) | (result as u32 & ones) << place;
        }
    }
    all
}
