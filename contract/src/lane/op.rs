//! Operations of the lane: 8 bits, of which the upper two select the class.
//!
//! | bits 7:6 | class | rest |
//! |---|---|---|
//! | 00 | native | one of the constants below: bit 5 selects integers (0) or FP32 (1) |
//! | 01 | memory | bit 5: shared memory; bits 4:0 pass through to the memory side |
//! | 1x | external | bits 6:0 pass through to the shared unit |
//!
//! All native operations are on 32-bit words, as PTX defines them: shift amounts of 32 and more
//! shift everything out, `abs` and `neg` of the least number give the least number.
//!
//! FP32 is IEEE 754 binary32, rounded to the nearest, ties to even, with subnormal numbers; where
//! PTX says more than that, or chooses:
//! - the NaN of a result is [`NAN`], whatever the operands were; `abs` and `neg` work on the sign
//!   alone and keep a NaN's payload;
//! - `fma` rounds once;
//! - `min` and `max` give the other operand where one is NaN, and put -0 before +0;
//! - a comparison holds for NaN if its name ends in `u`, or is `nan`; zeros are equal;
//! - to an integer, a number is rounded (`rni`: to the nearest, ties to even; `rzi`: towards zero),
//!   then clamped; NaN is 0.
//!
//! [`FLUSH`] and [`SATURATE`] are modes, those of PTX; [`modes`] says which an operation has:
//! - `.ftz` makes subnormal operands zero, with their sign, and then the result, as it would have
//!   been delivered: one that rounds up to the least normal number stays;
//! - `.sat` clamps the result to [+0, 1]; -0 and NaN become +0.

/// The lowest operation code of the memory class.
pub const MEMORY: u8 = 0x40;
/// The bit of a memory operation's code that selects shared memory.
pub const SHARED: u8 = 0x20;
/// The lowest operation code of the external class.
pub const EXTERNAL: u8 = 0x80;

/// Declares a list of operations with their names; the codes count from `$start`.
macro_rules! native {
    ($codes:ident, $(#[$outer:meta])* $list:ident from $start:literal: $($(#[$doc:meta])* $name:ident = $mnemonic:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum $codes { $($name),* }
        $( $(#[$doc])* pub const $name: u8 = $start + $codes::$name as u8; )*
        $(#[$outer])*
        pub const $list: &[&str] = &[$($mnemonic),*];
    };
}

native! {
    IntegerCode,
    /// The PTX names of the integer operations; the index is the operation.
    INTEGER from 0:
    /// Integer operation `mov.b32`: a.
    MOV = "mov.b32",
    /// Integer operation `add.s32`: a + b.
    ADD = "add.s32",
    /// Integer operation `sub.s32`: a - b.
    SUB = "sub.s32",
    /// Integer operation `mul.lo.s32`: low word of a * b.
    MUL_LO = "mul.lo.s32",
    /// Integer operation `mul.hi.s32`: high word of the signed product a * b.
    MUL_HI_S = "mul.hi.s32",
    /// Integer operation `mul.hi.u32`: high word of the unsigned product a * b.
    MUL_HI_U = "mul.hi.u32",
    /// Integer operation `mad.lo.s32`: low word of a * b, plus c.
    MAD = "mad.lo.s32",
    /// Integer operation `and.b32`: a & b.
    AND = "and.b32",
    /// Integer operation `or.b32`: a | b.
    OR = "or.b32",
    /// Integer operation `xor.b32`: a ^ b.
    XOR = "xor.b32",
    /// Integer operation `not.b32`: !a.
    NOT = "not.b32",
    /// Integer operation `shl.b32`: a << b.
    SHL = "shl.b32",
    /// Integer operation `shr.s32`: a >> b, filled with the sign.
    SHR_S = "shr.s32",
    /// Integer operation `shr.u32`: a >> b, filled with zeros.
    SHR_U = "shr.u32",
    /// Integer operation `min.s32`: the signed minimum of a and b.
    MIN_S = "min.s32",
    /// Integer operation `min.u32`: the unsigned minimum of a and b.
    MIN_U = "min.u32",
    /// Integer operation `max.s32`: the signed maximum of a and b.
    MAX_S = "max.s32",
    /// Integer operation `max.u32`: the unsigned maximum of a and b.
    MAX_U = "max.u32",
    /// Integer operation `abs.s32`: |a|.
    ABS = "abs.s32",
    /// Integer operation `neg.s32`: -a.
    NEG = "neg.s32",
    /// Integer operation `selp.b32`: a where the predicate word has a one, else b.
    SELP = "selp.b32",
    /// Integer operation `setp.eq.s32`: whether a == b.
    SETP_EQ = "setp.eq.s32",
    /// Integer operation `setp.ne.s32`: whether a != b.
    SETP_NE = "setp.ne.s32",
    /// Integer operation `setp.lt.s32`: whether signed a < b.
    SETP_LT_S = "setp.lt.s32",
    /// Integer operation `setp.le.s32`: whether signed a <= b.
    SETP_LE_S = "setp.le.s32",
    /// Integer operation `setp.gt.s32`: whether signed a > b.
    SETP_GT_S = "setp.gt.s32",
    /// Integer operation `setp.ge.s32`: whether signed a >= b.
    SETP_GE_S = "setp.ge.s32",
    /// Integer operation `setp.lt.u32`: whether unsigned a < b.
    SETP_LT_U = "setp.lt.u32",
    /// Integer operation `setp.le.u32`: whether unsigned a <= b.
    SETP_LE_U = "setp.le.u32",
    /// Integer operation `setp.gt.u32`: whether unsigned a > b.
    SETP_GT_U = "setp.gt.u32",
    /// Integer operation `setp.ge.u32`: whether unsigned a >= b.
    SETP_GE_U = "setp.ge.u32",
}

/// The lowest operation code of the FP32 operations.
pub const FLOAT: u8 = 0x20;

native! {
    FloatCode,
    /// The PTX names of the FP32 operations; the index is the operation less [`FLOAT`].
    SINGLE from 0x20:
    /// FP32 operation `add.f32`: a + b.
    ADD_F = "add.f32",
    /// FP32 operation `sub.f32`: a - b.
    SUB_F = "sub.f32",
    /// FP32 operation `mul.f32`: a * b.
    MUL_F = "mul.f32",
    /// FP32 operation `fma.rn.f32`: a * b + c.
    FMA_F = "fma.rn.f32",
    /// FP32 operation `min.f32`: the lesser of a and b.
    MIN_F = "min.f32",
    /// FP32 operation `max.f32`: the greater of a and b.
    MAX_F = "max.f32",
    /// FP32 operation `abs.f32`: |a|.
    ABS_F = "abs.f32",
    /// FP32 operation `neg.f32`: -a.
    NEG_F = "neg.f32",
    /// FP32 operation `cvt.rn.f32.s32`: the signed word a as an FP32 number.
    F_OF_S = "cvt.rn.f32.s32",
    /// FP32 operation `cvt.rn.f32.u32`: the unsigned word a as an FP32 number.
    F_OF_U = "cvt.rn.f32.u32",
    /// FP32 operation `cvt.rni.s32.f32`: the FP32 number a as a signed word, to the nearest.
    S_OF_F_NEAREST = "cvt.rni.s32.f32",
    /// FP32 operation `cvt.rni.u32.f32`: the FP32 number a as an unsigned word, to the nearest.
    U_OF_F_NEAREST = "cvt.rni.u32.f32",
    /// FP32 operation `cvt.rzi.s32.f32`: the FP32 number a as a signed word, towards zero.
    S_OF_F_ZERO = "cvt.rzi.s32.f32",
    /// FP32 operation `cvt.rzi.u32.f32`: the FP32 number a as an unsigned word, towards zero.
    U_OF_F_ZERO = "cvt.rzi.u32.f32",
    /// FP32 operation `setp.eq.f32`: whether a == b.
    SETP_EQ_F = "setp.eq.f32",
    /// FP32 operation `setp.ne.f32`: whether a < b or a > b.
    SETP_NE_F = "setp.ne.f32",
    /// FP32 operation `setp.lt.f32`: whether a < b.
    SETP_LT_F = "setp.lt.f32",
    /// FP32 operation `setp.le.f32`: whether a <= b.
    SETP_LE_F = "setp.le.f32",
    /// FP32 operation `setp.gt.f32`: whether a > b.
    SETP_GT_F = "setp.gt.f32",
    /// FP32 operation `setp.ge.f32`: whether a >= b.
    SETP_GE_F = "setp.ge.f32",
    /// FP32 operation `setp.equ.f32`: whether a == b, or a or b is NaN.
    SETP_EQU_F = "setp.equ.f32",
    /// FP32 operation `setp.neu.f32`: whether a != b, or a or b is NaN.
    SETP_NEU_F = "setp.neu.f32",
    /// FP32 operation `setp.ltu.f32`: whether a < b, or a or b is NaN.
    SETP_LTU_F = "setp.ltu.f32",
    /// FP32 operation `setp.leu.f32`: whether a <= b, or a or b is NaN.
    SETP_LEU_F = "setp.leu.f32",
    /// FP32 operation `setp.gtu.f32`: whether a > b, or a or b is NaN.
    SETP_GTU_F = "setp.gtu.f32",
    /// FP32 operation `setp.geu.f32`: whether a >= b, or a or b is NaN.
    SETP_GEU_F = "setp.geu.f32",
    /// FP32 operation `setp.num.f32`: whether neither a nor b is NaN.
    SETP_NUM_F = "setp.num.f32",
    /// FP32 operation `setp.nan.f32`: whether a or b is NaN.
    SETP_NAN_F = "setp.nan.f32",
}

/// The NaN that FP32 operations deliver.
pub const NAN: u32 = 0x7fff_ffff;

/// Mode bit of an FP32 operation: `.ftz`, which flushes subnormal numbers to zero.
pub const FLUSH: u8 = 1;
/// Mode bit of an FP32 operation: `.sat`, which clamps the result to [+0, 1].
pub const SATURATE: u8 = 2;

/// Returns the mode bits that an operation may have.
#[inline]
pub const fn modes(op: u8) -> u8 {
    match op {
        ADD_F..=FMA_F | F_OF_S | F_OF_U => FLUSH | SATURATE,
        MIN_F..=SETP_NAN_F => FLUSH,
        _ => 0,
    }
}

/// Returns the PTX name of a native operation, or `None` if the code is not a native operation.
pub const fn name(op: u8) -> Option<&'static str> {
    let (list, at) = if op < FLOAT { (INTEGER, op) } else { (SINGLE, op - FLOAT) };
    if (at as usize) < list.len() { Some(list[at as usize]) } else { None }
}

/// Returns every native operation, the integer operations first.
pub fn native() -> impl Iterator<Item = u8> + Clone {
    (0..INTEGER.len() as u8).chain((0..SINGLE.len() as u8).map(|at| FLOAT + at))
}

/// The class of an operation (3.1, 3.4): computed in the lane, sent to memory, or sent to a unit
/// shared between lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The lane computes the result.
    Native,
    /// The lane sends an address, and a response may come.
    Memory,
    /// The lane sends the operands to an external unit, and a result may come.
    External,
}

/// Returns the class of an operation.
#[inline]
pub const fn class(op: u8) -> Class {
    match op >> 6 {
        0 => Class::Native,
        1 => Class::Memory,
        _ => Class::External,
    }
}

/// Whether an operation is a native one on FP32 numbers.
#[inline]
pub const fn is_float(op: u8) -> bool {
    op & (MEMORY | EXTERNAL | FLOAT) == FLOAT
}

/// Whether an operation is a native `setp`, whose result is a predicate word.
#[inline]
pub const fn is_setp(op: u8) -> bool {
    (SETP_EQ <= op && op <= SETP_GE_U) || (SETP_EQ_F <= op && op <= SETP_NAN_F)
}
