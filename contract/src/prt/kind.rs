//! Kinds of operands.

/// No register: nothing, an immediate or a scalar.
pub const NONE: u8 = 0;
/// A data register.
pub const DATA: u8 = 1;
/// A mask register.
pub const MASK: u8 = 2;
/// A metadata register: one of [`meta`](super::meta).
pub const META: u8 = 3;
