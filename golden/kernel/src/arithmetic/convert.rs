//! `cvt`: conversions between integers, between floating-point formats, and between integers and
//! floating point.
//!
//! - Out of range, a number becomes the integer type's nearest end. NaN becomes 0; but where the
//!   source is `f64` or the integer has 64 bits, the integer's upper bit alone (PTX, `cvt`).
//! - `.ftz` affects single precision only: an operand or a result of another format keeps its
//!   subnormals.

use heddle_golden::lane::float::{F32, Format};

use super::float::{format, halves};
use super::{extend, number, range, width};
use crate::program::{Mode, Type};

/// Returns the result of a conversion ([`super::evaluate`]). A packed type is made of two reads,
/// the upper half first.
pub fn evaluate(to: Type, from: Type, mode: Mode, integer: bool, [a, b]: [u64; 2]) -> u64 {
    if let Some(half) = halves(to) {
        if halves(from).is_some() {
            return extend(to, a);
        }
        return scalar(half, from, mode, integer, a) << 16 | scalar(half, from, mode, integer, b);
    }
    scalar(to, from, mode, integer, a)
}

fn scalar(to: Type, from: Type, mode: Mode, integer: bool, a: u64) -> u64 {
    let limited = |format: Format| Mode { flush: mode.flush && format == F32, ..mode };
    match (format(to), format(from)) {
        (None, None) => {
            let a = number(from, a);
            let (least, greatest) = range(to);
            extend(to, if mode.saturate { a.clamp(least, greatest) } else { a } as u64)
        }
        (Some(to), None) => to.from_integer(mode, number(from, a)),
        (None, Some(format)) => {
            let (least, greatest) = range(to);
            let nan = if from == Type::F64 || width(to) == 64 { 1 << (width(to) - 1) } else { 0 };
            extend(to, format.to_integer(limited(format), a, least, greatest).map_or(nan, |n| n as u64))
        }
        (Some(to), Some(from)) => {
            let exact = Mode { round: mode.round, flush: limited(from).flush, saturate: false };
            let operand = if integer { from.integral(exact, a) } else { from.operand(exact, a) };
            to.deliver(limited(to), to.pack(mode.round, from.unpack(operand)))
        }
    }
}
