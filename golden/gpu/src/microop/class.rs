//! Classes of arithmetic that a conventional core can give latencies of their own.

use heddle_kernel::program::{Float, Integer, Op, Unary};

/// Class of the computation of an instruction, by which a core sets its latency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Sums and differences, and all that is in no other class.
    Add,
    /// Logic, shifts, moves, comparisons, selections, conversions.
    Logic,
    /// Minima and maxima.
    MinMax,
    /// Products.
    Multiply,
    /// Products with a sum.
    MultiplyAdd,
    /// Quotients of FP32 numbers.
    Divide,
    /// Reciprocals and roots of FP32 numbers.
    Root,
    /// Quotients and remainders of integers.
    DivideInteger,
}

impl Class {
    /// Returns the class of an instruction.
    pub fn of(op: &Op) -> Class {
        match op {
            Op::Integer(integer, _) => Class::of_integer(integer),
            Op::Float(float, ..) => match float {
                Float::Add | Float::Sub => Class::Add,
                Float::Mul => Class::Multiply,
                Float::Fma | Float::MulAdd => Class::MultiplyAdd,
                Float::Div => Class::Divide,
                Float::Sqrt | Float::Rcp => Class::Root,
                Float::Min { .. } | Float::Max { .. } => Class::MinMax,
                Float::Abs | Float::Neg | Float::Copysign => Class::Logic,
            },
            Op::Approximate(Unary::Div | Unary::DivFull, ..) => Class::Divide,
            Op::Move(_)
            | Op::Pack(_)
            | Op::Unpack(_)
            | Op::Test(..)
            | Op::SetPredicate { .. }
            | Op::Set { .. }
            | Op::Select(_)
            | Op::SelectSign { .. }
            | Op::Convert { .. } => Class::Logic,
            _ => Class::Add,
        }
    }

    fn of_integer(integer: &Integer) -> Class {
        match integer {
            Integer::Add
            | Integer::AddSaturated
            | Integer::Sub
            | Integer::SubSaturated
            | Integer::AddCarry { .. }
            | Integer::SubCarry { .. }
            | Integer::Sad => Class::Add,
            Integer::Mul(_) | Integer::Mul24(_) => Class::Multiply,
            Integer::Mad(_)
            | Integer::MadCarry { .. }
            | Integer::MadHighSaturated
            | Integer::Mad24(_)
            | Integer::Mad24HighSaturated
            | Integer::Dp4a { .. }
            | Integer::Dp2a { .. } => Class::MultiplyAdd,
            Integer::Div | Integer::Rem => Class::DivideInteger,
            Integer::Min | Integer::Max => Class::MinMax,
            _ => Class::Logic,
        }
    }
}
