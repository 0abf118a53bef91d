//! Constants as bits of the type of an instruction or a variable.

use crate::error::Fault;
use crate::program::{Span, Type};
use crate::syntax::tree::Value;

/// Returns the bits of a constant in a type, sign-extended where the type is signed.
/// Floating-point constants are doubles that become narrower where needed.
pub fn bits(value: Value, ty: Type, at: Span) -> Result<u64, Fault> {
    let wrong = |found: &str| Err(Fault::unexpected(at, found, format!("an operand of type `.{}`", ty.name())));
    let bits = match (value, ty) {
        (Value::Integer(bits, _), Type::Pred) => (bits != 0) as u64,
        (Value::Integer(..), Type::F32 | Type::F64) => return wrong("an integer"),
        (Value::Integer(bits, _), _) => bits,
        (Value::Single(bits), Type::F32 | Type::B32) => bits as u64,
        (Value::Single(bits), Type::F64) => (f32::from_bits(bits) as f64).to_bits(),
        (Value::Double(bits), Type::F64 | Type::B64) => bits,
        (Value::Double(bits), Type::F32) => (f64::from_bits(bits) as f32).to_bits() as u64,
        _ => return wrong("a floating-point constant"),
    };
    Ok(extended(bits, ty))
}

/// Returns the lowest bits of a value, extended to 64 bits as the type requires.
pub fn extended(bits: u64, ty: Type) -> u64 {
    match 64u32.saturating_sub(ty.bits()) {
        above if ty.is_signed() => ((bits << above) as i64 >> above) as u64,
        above => bits << above >> above,
    }
}
