//! The native operations on FP32 numbers: operation codes mapped to the functions of
//! [`float`](super::float).

use heddle_contract::lane::op::*;

use super::float::{Compare, Mode, Round, single};

/// The mode of an operation with these mode bits: rounding to the nearest, as all but some
/// conversions have it.
#[inline(always)]
const fn mode(modes: u8) -> Mode {
    Mode { round: Round::NearestEven, flush: modes & FLUSH != 0, saturate: modes & SATURATE != 0 }
}

/// Returns the result of a native FP32 operation that writes a register.
/// Not inlined, because integer operations are far more frequent.
#[inline(never)]
pub fn word(op: u8, modes: u8, a: u32, b: u32, c: u32) -> u32 {
    let mode = mode(modes);
    let towards_zero = Mode { round: Round::Zero, ..mode };
    match op {
        ADD_F => single::add(mode, a, b),
        SUB_F => single::sub(mode, a, b),
        MUL_F => single::mul(mode, a, b),
        FMA_F => single::fma(mode, a, b, c),
        MIN_F => single::min(mode, false, a, b),
        MAX_F => single::max(mode, false, a, b),
        ABS_F => single::abs(mode, a),
        NEG_F => single::neg(mode, a),
        F_OF_S => single::from_signed(mode, a),
        F_OF_U => single::from_unsigned(mode, a),
        S_OF_F_NEAREST => single::to_signed(mode, a),
        U_OF_F_NEAREST => single::to_unsigned(mode, a),
        S_OF_F_ZERO => single::to_signed(towards_zero, a),
        U_OF_F_ZERO => single::to_unsigned(towards_zero, a),
        _ => 0,
    }
}

/// Returns the predicate of an FP32 `setp` for the operands `a` and `b`.
#[inline(never)]
pub fn predicate(op: u8, modes: u8, a: u32, b: u32) -> bool {
    comparison(op).is_some_and(|compare| single::compare(compare, modes & FLUSH != 0, a, b))
}

/// Returns the comparison of an FP32 `setp`; `None` for any other operation.
pub const fn comparison(op: u8) -> Option<Compare> {
    Some(match op {
        SETP_EQ_F => Compare::Eq,
        SETP_NE_F => Compare::Ne,
        SETP_LT_F => Compare::Lt,
        SETP_LE_F => Compare::Le,
        SETP_GT_F => Compare::Gt,
        SETP_GE_F => Compare::Ge,
        SETP_EQU_F => Compare::Equ,
        SETP_NEU_F => Compare::Neu,
        SETP_LTU_F => Compare::Ltu,
        SETP_LEU_F => Compare::Leu,
        SETP_GTU_F => Compare::Gtu,
        SETP_GEU_F => Compare::Geu,
        SETP_NUM_F => Compare::Num,
        SETP_NAN_F => Compare::Nan,
        _ => return None,
    })
}
