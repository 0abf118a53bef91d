//! The native integer operations on 32-bit words: the one definition of the lane's integer
//! arithmetic.

use heddle_contract::lane::op::*;

/// Returns the result of a native integer operation that writes a register.
/// `select` is the thread's bit of the predicate word.
#[inline(always)]
pub fn word(op: u8, a: u32, b: u32, c: u32, select: bool) -> u32 {
    let (sa, sb) = (a as i32, b as i32);
    match op {
        MOV => a,
        ADD => a.wrapping_add(b),
        SUB => a.wrapping_sub(b),
        MUL_LO => a.wrapping_mul(b),
        MUL_HI_S => ((i64::from(sa) * i64::from(sb)) >> 32) as u32,
        MUL_HI_U => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        MAD => a.wrapping_mul(b).wrapping_add(c),
        AND => a & b,
        OR => a | b,
        XOR => a ^ b,
        NOT => !a,
        SHL => a.checked_shl(b).unwrap_or(0),
        SHR_S => (sa >> b.min(31)) as u32,
        SHR_U => a.checked_shr(b).unwrap_or(0),
        MIN_S => sa.min(sb) as u32,
        MIN_U => a.min(b),
        MAX_S => sa.max(sb) as u32,
        MAX_U => a.max(b),
        ABS => sa.unsigned_abs(),
        NEG => a.wrapping_neg(),
        SELP => {
            if select {
                a
            } else {
                b
            }
        }
        _ => 0,
    }
}

/// Returns the predicate of an integer `setp` for the operands `a` and `b`.
#[inline(always)]
pub fn predicate(op: u8, a: u32, b: u32) -> bool {
    let (sa, sb) = (a as i32, b as i32);
    match op {
        SETP_EQ => a == b,
        SETP_NE => a != b,
        SETP_LT_S => sa < sb,
        SETP_LE_S => sa <= sb,
        SETP_GT_S => sa > sb,
        SETP_GE_S => sa >= sb,
        SETP_LT_U => a < b,
        SETP_LE_U => a <= b,
        SETP_GT_U => a > b,
        SETP_GE_U => a >= b,
        _ => false,
    }
}
