//! The results of all computing instructions, as pure functions on bits.
//!
//! Two ways to the same results:
//!
//! - [`evaluate`] takes any computing [`Op`] and the bits of its reads, one thread at a time. It is
//!   the definition: integers alone, no table of fast cases, and so an oracle for the other way.
//! - [`fast()`] passes the frequent operations to a [`Visitor`] as a function of a lane's words, a
//!   type of its own for each operation and mode: the visitor builds its loop over a warp's lanes
//!   from the function, which the compiler can inline. Dispatch happens once, when an instruction
//!   is decoded:
//!
//!   ```text
//!   impl Visitor for Decode { type Out = fn(&mut Warp, &Instruction);
//!       fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(self, f: impl Fn(A, B, C) -> D + ...) -> Self::Out { ... } }
//!   let run = arithmetic::fast(&op, Decode).unwrap_or(lane_by_lane::<evaluate>);
//!   ```
//!
//! The integer operations on words that the lane has, and FP32, are the lane's own
//! (`heddle_golden::lane::{alu, float}`).
//!
//! # Bits
//!
//! A read's bits above its type are ignored. A value's bits are in its type, above them copies of
//! the sign for a signed integer and zeros for everything else, so that a wider register takes the
//! low bits it has room for. Predicates are 0 or 1.
//!
//! # Where PTX leaves a choice
//!
//! A quotient by zero is all ones, as in nvcc's code; see [`integer`], [`convert`],
//! [`approximate`], and `heddle_golden::lane::float` for NaNs.

pub mod approximate;
mod bits;
mod carry;
pub mod compare;
pub mod convert;
mod dot;
mod double;
pub mod fast;
pub mod float;
pub mod integer;
mod video;

use crate::program::{Op, Type};

pub use fast::{Lane, Shape, Visitor, fast};

/// The results of a computing instruction: its value and, where there is one, a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The first result written.
    pub value: u64,
    /// The second result: the carry flag, or `q` of a `setp`. False where there is none.
    pub second: bool,
}

impl From<u64> for Outcome {
    fn from(value: u64) -> Outcome {
        Outcome { value, second: false }
    }
}

/// Returns the result of a computing instruction for one thread; `reads` are the bits of its
/// operands in order. `None` for instructions that do not compute: memory, control, votes, and
/// those with more results than one and a flag (`Pack`, `Unpack`). A missing read is 0.
pub fn evaluate(op: &Op, reads: &[u64]) -> Option<Outcome> {
    let read = |n: usize| reads.get(n).copied().unwrap_or(0);
    let [a, b, c, d] = [0, 1, 2, 3].map(read);
    let value = match *op {
        Op::Move(ty) => a & mask(width(ty)),
        Op::Integer(op, ty) => return Some(integer::evaluate(op, ty, [a, b, c, d])),
        Op::Float(op, ty, mode) => float::evaluate(op, ty, mode, [a, b, c]),
        Op::Approximate(op, ty, mode) => approximate::evaluate(op, ty, mode, [a, b]),
        Op::Test(property, ty) => compare::test(property, ty, a).into(),
        Op::SetPredicate { compare, ty, flush, group } => {
            return Some(compare::set_predicate(compare, ty, flush, group, [a, b, c]));
        }
        Op::Set { compare, to, ty, flush, group } => compare::set(compare, to, ty, flush, group, [a, b, c]),
        Op::Select(ty) => extend(ty, if c & 1 == 1 { a } else { b }),
        Op::SelectSign { ty, by, flush } => extend(ty, if compare::not_negative(by, flush, c) { a } else { b }),
        Op::Convert { to, from, mode, integer } => convert::evaluate(to, from, mode, integer, [a, b]),
        Op::Predicate(op) => integer::logic(op, a, b) & 1,
        _ => return None,
    };
    Some(value.into())
}

/// Returns ones in the low `bits`, 64 at most.
const fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Extends a value to 64 bits as [`evaluate`] does: copies of the sign above a signed integer,
/// zeros above everything else.
#[inline(always)]
pub const fn extend(ty: Type, a: u64) -> u64 {
    let above = 64 - width(ty);
    if ty.is_signed() { ((a << above) as i64 >> above) as u64 } else { a << above >> above }
}

/// Returns the bits of a value; 64 for 128-bit types, which no operation computes with.
const fn width(ty: Type) -> u32 {
    if ty.bits() > 64 { 64 } else { ty.bits() }
}

/// Returns the value of an integer's bits.
fn number(ty: Type, a: u64) -> i128 {
    let a = extend(ty, a);
    if ty.is_signed() { (a as i64).into() } else { a.into() }
}

/// Returns the least and the greatest number of an integer type.
fn range(ty: Type) -> (i128, i128) {
    let bits = width(ty);
    if ty.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}
