//! Floating-point operations that IEEE 754 defines to the last bit, in every format
//! (`heddle_golden::lane::float`).

use heddle_golden::lane::float::{BF16, F16, F32, F64, Format};

use crate::program::{Float, Mode, Type};

/// Returns the floating-point format of a type; `None` for integers and packed types.
pub fn format(ty: Type) -> Option<Format> {
    Some(match ty {
        Type::F16 => F16,
        Type::Bf16 => BF16,
        Type::F32 => F32,
        Type::F64 => F64,
        _ => return None,
    })
}

/// Returns the type of each half of a packed type; `None` for other types.
pub fn halves(ty: Type) -> Option<Type> {
    match ty {
        Type::F16x2 => Some(Type::F16),
        Type::Bf16x2 => Some(Type::Bf16),
        _ => None,
    }
}

/// Returns the result of a floating-point operation ([`super::evaluate`]); 0 for an integer type.
/// Each half of a packed type is computed separately.
pub fn evaluate(op: Float, ty: Type, mode: Mode, [a, b, c]: [u64; 3]) -> u64 {
    if let Some(half) = halves(ty) {
        let [low, high] = [0, 16].map(|at| evaluate(op, half, mode, [a, b, c].map(|x| x >> at & 0xffff)));
        return high << 16 | low;
    }
    let Some(format) = format(ty) else { return 0 };
    match op {
        Float::Add => format.add(mode, a, b),
        Float::Sub => format.sub(mode, a, b),
        Float::Mul => format.mul(mode, a, b),
        Float::Fma => format.fma(mode, a, b, c),
        Float::MulAdd => {
            let product = format.mul(Mode { round: crate::program::Round::Zero, flush: true, saturate: false }, a, b);
            format.add(Mode { flush: true, ..mode }, product, c)
        }
        Float::Div => format.div(mode, a, b),
        Float::Sqrt => format.sqrt(mode, a),
        Float::Rcp => format.rcp(mode, a),
        Float::Min { nan } => format.min(mode, nan, a, b),
        Float::Max { nan } => format.max(mode, nan, a, b),
        Float::Abs => format.abs(mode, a),
        Float::Neg => format.neg(mode, a),
        // PTX takes the sign of the first and the magnitude of the second
        Float::Copysign => format.copysign(b, a),
    }
}
