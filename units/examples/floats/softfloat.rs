//! Berkeley SoftFloat 3: a result and its flags. A NaN is RISC-V's.

use softfloat_sys::{
    f32_add, f32_div, f32_mul, f32_mulAdd, f32_sub, float32_t, softfloat_exceptionFlags_read_helper,
    softfloat_exceptionFlags_write_helper, softfloat_roundingMode_write_helper,
};

/// The NaN that every operation delivers.
const NAN: u32 = 0x7fc0_0000;
const SIGN: u32 = 0x8000_0000;

/// An operation; in RISC-V's rounding modes, which are SoftFloat's, too.
#[derive(Debug, Clone, Copy)]
pub enum Operation {
    /// a * b + c.
    MulAdd,
    /// a * b - c.
    MulSub,
    /// c - a * b.
    NegMulAdd,
    /// -(a * b) - c.
    NegMulSub,
    /// a + b.
    Add,
    /// a - b.
    Sub,
    /// a * b.
    Mul,
    /// a / b.
    Div,
}

/// Returns a result, and the flags: invalid, division by zero, overflow, underflow, inexact.
pub fn computed(operation: Operation, mode: u8, [a, b, c]: [u32; 3]) -> (u32, u8) {
    let of = |v: u32| float32_t { v };
    let (product, addend) = match operation {
        Operation::MulSub => (a, c ^ SIGN),
        Operation::NegMulAdd => (a ^ SIGN, c),
        Operation::NegMulSub => (a ^ SIGN, c ^ SIGN),
        _ => (a, c),
    };
    // SAFETY: mode and flags are variables of this thread, which are set before each operation
    let (result, flags) = unsafe {
        softfloat_roundingMode_write_helper(mode);
        softfloat_exceptionFlags_write_helper(0);
        let result = match operation {
            Operation::Add => f32_add(of(a), of(b)),
            Operation::Sub => f32_sub(of(a), of(b)),
            Operation::Mul => f32_mul(of(a), of(b)),
            Operation::Div => f32_div(of(a), of(b)),
            _ => f32_mulAdd(of(product), of(b), of(addend)),
        };
        (result.v, softfloat_exceptionFlags_read_helper())
    };
    (if result & !SIGN > 0x7f80_0000 { NAN } else { result }, flags)
}
