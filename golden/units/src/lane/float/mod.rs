//! Floating point: the one definition of the lane's FP32, on bits, and the integer-only arithmetic
//! under it, for every format that PTX has.
//!
//! [`Format`] is the reference: five roundings, by integers only, exact to the last bit. The
//! functions of [`single`] give the same for FP32 with the host's IEEE arithmetic where that rounds
//! alike, without branches where possible, so that a loop over a warp's threads vectorises.
//!
//! Where PTX leaves a choice:
//! - The NaN of a result is [`Format::nan`], whatever the operands were (0x7fffffff in FP32, as PTX
//!   says). `abs`, `neg` and copies of signs work on the sign alone and keep a NaN's payload.
//! - `.ftz` flushes subnormal operands to zero, with their sign, and then the result, as it would
//!   have been delivered: one that rounds up to the least normal number stays.
//! - `.sat` clamps to [+0, 1]; -0 and NaN become +0.

mod convert;
mod format;
mod operate;
pub mod single;

pub use format::{BF16, F16, F32, F64, Format, Value};

/// The rounding of an inexact result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum Round {
    #[default]
    NearestEven,
    Zero,
    Down,
    Up,
    /// `rna`: to the nearest, ties away from zero.
    NearestAway,
}

/// The mode of a floating-point operation: its rounding, its flush to zero and its saturation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mode {
    /// The rounding of an inexact result.
    pub round: Round,
    /// Whether subnormal operands and results become zero, with their sign (`.ftz`).
    pub flush: bool,
    /// Whether the result is clamped to [0, 1], with NaN becoming 0 (`.sat`).
    pub saturate: bool,
}

/// The comparison of a `setp`. The unordered ones, whose names end in `u`, hold when an operand is
/// NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    /// Neither operand is NaN.
    Num,
    /// At least one operand is NaN.
    Nan,
}

impl Compare {
    /// Whether the comparison holds for operands in this order; `None` means that at least one is
    /// NaN.
    #[inline(always)]
    pub fn holds(self, order: Option<std::cmp::Ordering>) -> bool {
        use Compare::*;
        match (self, order) {
            (Eq | Equ, Some(o)) => o.is_eq(),
            (Ne | Neu, Some(o)) => o.is_ne(),
            (Lt | Ltu, Some(o)) => o.is_lt(),
            (Le | Leu, Some(o)) => o.is_le(),
            (Gt | Gtu, Some(o)) => o.is_gt(),
            (Ge | Geu, Some(o)) => o.is_ge(),
            (Num, number) => number.is_some(),
            (Nan, number) => number.is_none(),
            (Equ | Neu | Ltu | Leu | Gtu | Geu, None) => true,
            (Eq | Ne | Lt | Le | Gt | Ge, None) => false,
        }
    }
}
