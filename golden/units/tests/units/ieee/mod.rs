//! A reference for FP32: LLVM's `APFloat`, and the rules that PTX adds to IEEE 754.

use heddle_contract::lane::op::*;
use rustc_apfloat::ieee::Single;
use rustc_apfloat::{Float, Round};

/// Words at which it turns.
pub const CORNERS: &[u32] = &[
    0x8000_0000,
    1,
    0x807f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f80_0001,
    0x3f00_0000,
    0x4f00_0000,
    0x4f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0001,
    0x7f80_0001,
];

fn operands<const N: usize>(mode: u8, words: [u32; N]) -> [Single; N] {
    words.map(|word| {
        let a = Single::from_bits(word.into());
        if mode & FLUSH != 0 && a.is_denormal() { Single::ZERO.copy_sign(a) } else { a }
    })
}

/// What an operation writes.
pub fn word(op: u8, mode: u8, a: u32, b: u32, c: u32) -> u32 {
    const NEAREST: Round = Round::NearestTiesToEven;
    let [x, y, z] = operands(mode, [a, b, c]);
    let integer = |signed: bool, round: Round| {
        let exact = &mut false;
        // out of range is clamped, NaN is zero
        if signed { x.to_i128_r(32, round, exact).value as u32 } else { x.to_u128_r(32, round, exact).value as u32 }
    };
    let result = match op {
        ADD_F => x.add_r(y, NEAREST).value,
        SUB_F => x.sub_r(y, NEAREST).value,
        MUL_F => x.mul_r(y, NEAREST).value,
        FMA_F => x.mul_add_r(y, z, NEAREST).value,
        MIN_F | MAX_F if x == y => {
            if x.is_negative() == (op == MIN_F) {
                x
            } else {
                y
            }
        }
        MIN_F => x.min(y),
        MAX_F => x.max(y),
        ABS_F => return x.abs().to_bits() as u32,
        NEG_F => return (-x).to_bits() as u32,
        F_OF_S => Single::from_i128_r((a as i32).into(), NEAREST).value,
        F_OF_U => Single::from_u128_r(a.into(), NEAREST).value,
        S_OF_F_NEAREST => return integer(true, NEAREST),
        U_OF_F_NEAREST => return integer(false, NEAREST),
        S_OF_F_ZERO => return integer(true, Round::TowardZero),
        _ => return integer(false, Round::TowardZero),
    };
    let [result] = operands(mode, [result.to_bits() as u32]);
    let one = Single::from_bits(0x3f80_0000);
    if mode & SATURATE != 0 {
        return if result > one {
            one.to_bits() as u32
        } else if result > Single::ZERO {
            result.to_bits() as u32
        } else {
            0
        };
    }
    if result.is_nan() { NAN } else { result.to_bits() as u32 }
}

/// Whether a comparison holds.
pub fn holds(op: u8, mode: u8, a: u32, b: u32) -> bool {
    let [x, y] = operands(mode, [a, b]);
    let order = x.partial_cmp(&y);
    match op {
        SETP_NUM_F => order.is_some(),
        SETP_NAN_F => order.is_none(),
        _ => order.map_or(op >= SETP_EQU_F, |order| match (op - SETP_EQ_F) % 6 {
            0 => order.is_eq(),
            1 => order.is_ne(),
            2 => order.is_lt(),
            3 => order.is_le(),
            4 => order.is_gt(),
            _ => order.is_ge(),
        }),
    }
}
