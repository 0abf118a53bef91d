//! Floating point: the one definition of the lane's FP32, on bits, and the integer-only arithmetic under it, for every format that PTX has.
//!
//! [`Format`] is the meaning: five roundings, integers only, to the last bit. The functions of [`single`] mean the same for FP32 with the host's
//! IEEE arithmetic where that rounds alike, without branches where possible, so that a loop over a warp's threads vectorises.
//!
//! Where PTX leaves a choice:
//! - The NaN of a result is [`Format::nan`], whatever the operands were (0x7fffffff in FP32, as PTX says). `abs`, `neg` and copies of signs work on the
//!   sign alone and keep a NaN's payload.
//! - `.ftz` flushes subnormal operands to zero, with their sign, and then the result, as it would have been delivered: one that rounds up to the least
//!   normal number stays.
//! - `.sat` clamps to [+0, 1]; -0 and NaN become +0.

mod convert;
mod format;
mod operate;
pub mod single;

pub use format::{BF16, F16, F32, F64, Format, Value};

/// Rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub enum Round {
    #[default]
    NearestEven,
    Zero,
    Down,
    Up,
    /// `rna`: ties away from zero.
    NearestAway,
}

/// How a floating-point operation rounds and what it does at the ends of the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mode {
    /// Towards which number an inexact result goes.
    pub round: Round,
    /// Subnormal operands and results are zero, with their sign (`.ftz`).
    pub flush: bool,
    /// The result is clamped to [0, 1], NaN to 0 (`.sat`).
    pub saturate: bool,
}

/// A comparison. The unordered ones, `u` in PTX, hold when an operand is NaN.
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
    /// Both are numbers.
    Num,
    /// Either is NaN.
    Nan,
}

impl Compare {
    /// Whether it holds for operands of this order; none says that one of them is no number.
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
