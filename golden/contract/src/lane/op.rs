//! Operations: 8 bits, of which the upper two tell the class.
//!
//! | bits 7:6 | class | rest |
//! |---|---|---|
//! | 00 | native | one of the constants below |
//! | 01 | memory | bit 5: shared memory; bits 4:0 pass through to the memory side |
//! | 1x | external | bits 6:0 pass through to the shared unit |
//!
//! All native operations are on 32-bit words, as PTX defines them: shift amounts of 32 and more shift everything out,
//! `abs` and `neg` of the least number give the least number.

/// First memory operation.
pub const MEMORY: u8 = 0x40;
/// In a memory operation: shared memory.
pub const SHARED: u8 = 0x20;
/// First external operation.
pub const EXTERNAL: u8 = 0x80;

macro_rules! native {
    ($($(#[$doc:meta])* $name:ident = $mnemonic:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Code { $($name),* }
        $( $(#[$doc])* pub const $name: u8 = Code::$name as u8; )*
        /// The native operations' PTX names; the index is the operation.
        pub const NATIVE: &[&str] = &[$($mnemonic),*];
    };
}

native! {
    /// a
    MOV = "mov.b32",
    /// a + b
    ADD = "add.s32",
    /// a - b
    SUB = "sub.s32",
    /// low word of a * b
    MUL_LO = "mul.lo.s32",
    /// high word of the signed product
    MUL_HI_S = "mul.hi.s32",
    /// high word of the unsigned product
    MUL_HI_U = "mul.hi.u32",
    /// low word of a * b, plus c
    MAD = "mad.lo.s32",
    /// a & b
    AND = "and.b32",
    /// a | b
    OR = "or.b32",
    /// a ^ b
    XOR = "xor.b32",
    /// !a
    NOT = "not.b32",
    /// a << b
    SHL = "shl.b32",
    /// a >> b, sign filled in
    SHR_S = "shr.s32",
    /// a >> b, zero filled in
    SHR_U = "shr.u32",
    /// signed minimum
    MIN_S = "min.s32",
    /// unsigned minimum
    MIN_U = "min.u32",
    /// signed maximum
    MAX_S = "max.s32",
    /// unsigned maximum
    MAX_U = "max.u32",
    /// |a|
    ABS = "abs.s32",
    /// -a
    NEG = "neg.s32",
    /// a where the predicate word has a one, else b
    SELP = "selp.b32",
    /// a == b
    SETP_EQ = "setp.eq.s32",
    /// a != b
    SETP_NE = "setp.ne.s32",
    /// signed a < b
    SETP_LT_S = "setp.lt.s32",
    /// signed a <= b
    SETP_LE_S = "setp.le.s32",
    /// signed a > b
    SETP_GT_S = "setp.gt.s32",
    /// signed a >= b
    SETP_GE_S = "setp.ge.s32",
    /// unsigned a < b
    SETP_LT_U = "setp.lt.u32",
    /// unsigned a <= b
    SETP_LE_U = "setp.le.u32",
    /// unsigned a > b
    SETP_GT_U = "setp.gt.u32",
    /// unsigned a >= b
    SETP_GE_U = "setp.ge.u32",
}

/// The three classes of 3.1 and 3.4: computed inside, sent to memory, sent to a unit shared between lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Computed by the lane.
    Native,
    /// An address leaves, and a response may come.
    Memory,
    /// Operands leave, and a result may come.
    External,
}

/// The class of an operation.
#[inline]
pub const fn class(op: u8) -> Class {
    match op >> 6 {
        0 => Class::Native,
        1 => Class::Memory,
        _ => Class::External,
    }
}

/// Whether the operation is a native one that answers with a predicate word.
#[inline]
pub const fn is_setp(op: u8) -> bool {
    SETP_EQ <= op && op <= SETP_GE_U
}
