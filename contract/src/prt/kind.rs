//! Kinds of operands of a vector instruction.

/// Operand kind: no register, which means no operand, an immediate or a scalar.
pub const NONE: u8 = 0;
/// Operand kind: a data register.
pub const DATA: u8 = 1;
/// Operand kind: a mask register.
pub const MASK: u8 = 2;
/// Operand kind: a metadata register, one of [`meta`](super::meta).
pub const META: u8 = 3;
