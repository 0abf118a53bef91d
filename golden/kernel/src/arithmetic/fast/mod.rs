//! The frequent operations as functions of one lane's words; each operation and mode is a type of
//! its own.

mod compare;
mod convert;
mod floating;
mod integer;

use crate::program::{Op, Type};

/// The registers that a lane's operand or result occupies: none, a predicate, a word or a pair of
/// words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// No register.
    Nothing,
    /// A predicate register.
    Predicate,
    /// One 32-bit word; a type of fewer bits is in its low bits, with those above as
    /// [`super::evaluate`] says.
    Word,
    /// Two words, the low one first.
    Pair,
}

/// The Rust type of a lane's operand or result: `()`, `bool`, `u32` or `u64`.
pub trait Lane: Copy + Send + Sync + 'static {
    /// The registers that the type occupies.
    const SHAPE: Shape;
    /// Returns the operand in a register's words; a predicate is the least bit of `low`, and words
    /// beyond the type are ignored.
    fn of(low: u32, high: u32) -> Self;
    /// Returns the register words of a result.
    fn words(self) -> [u32; 2];
}

impl Lane for () {
    const SHAPE: Shape = Shape::Nothing;
    #[inline(always)]
    fn of(_: u32, _: u32) {}
    #[inline(always)]
    fn words(self) -> [u32; 2] {
        [0; 2]
    }
}
impl Lane for bool {
    const SHAPE: Shape = Shape::Predicate;
    #[inline(always)]
    fn of(low: u32, _: u32) -> bool {
        low & 1 == 1
    }
    #[inline(always)]
    fn words(self) -> [u32; 2] {
        [self.into(), 0]
    }
}
impl Lane for u32 {
    const SHAPE: Shape = Shape::Word;
    #[inline(always)]
    fn of(low: u32, _: u32) -> u32 {
        low
    }
    #[inline(always)]
    fn words(self) -> [u32; 2] {
        [self, 0]
    }
}
impl Lane for u64 {
    const SHAPE: Shape = Shape::Pair;
    #[inline(always)]
    fn of(low: u32, high: u32) -> u64 {
        u64::from(high) << 32 | u64::from(low)
    }
    #[inline(always)]
    fn words(self) -> [u32; 2] {
        [self as u32, (self >> 32) as u32]
    }
}

/// A consumer of an operation, given as a function of a lane's operands: `()` for each operand
/// short of three. The function has no state; it is a type.
pub trait Visitor {
    /// The result of a visit.
    type Out;
    /// Whether the visitor's loop is compiled for a machine with fused multiply-add
    /// (`#[target_feature(enable = "fma")]`). `mul_add` is an instruction there, elsewhere a call.
    /// The same bits either way.
    const FUSES: bool = false;
    /// Visits one operation as the function `f`; the compiler makes an instance of this method for
    /// each operation.
    fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(
        self,
        f: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static,
    ) -> Self::Out;
}

/// Passes a frequent operation to a visitor and returns its result; `None` for an operation that is
/// not among them. The value is [`super::evaluate`]'s; a `setp` leaves `p` alone, and one with a
/// group is not among the frequent operations.
pub fn fast<V: Visitor>(op: &Op, visitor: V) -> Option<V::Out> {
    match *op {
        Op::Move(ty) | Op::Select(ty) if ty.bits() > 64 || ty.bits() == 1 => None,
        Op::Move(ty) if ty.bits() == 64 => Some(visitor.visit(|a: u64, (), ()| a)),
        Op::Move(ty) if ty.bits() == 32 => Some(visitor.visit(|a: u32, (), ()| a)),
        Op::Select(ty) if ty.bits() == 64 => Some(visitor.visit(|a: u64, b: u64, p: bool| if p { a } else { b })),
        Op::Select(ty) if ty.bits() == 32 => Some(visitor.visit(|a: u32, b: u32, p: bool| if p { a } else { b })),
        Op::Move(ty) if ty.bits() == 16 => Some(visitor.visit(|a: u32, (), ()| a & 0xffff)),
        Op::Select(Type::S16) => Some(visitor.visit(|a: u32, b: u32, p: bool| if p { a } else { b } as i16 as u32)),
        Op::Select(ty) if ty.bits() == 16 => {
            Some(visitor.visit(|a: u32, b: u32, p: bool| if p { a } else { b } & 0xffff))
        }
        Op::Integer(op, ty) => integer::visit(op, ty, visitor),
        Op::Float(op, Type::F32, mode) => floating::visit_single(op, mode, visitor),
        Op::Float(op, Type::F64, mode) => floating::visit_double(op, mode, visitor),
        Op::Approximate(op, Type::F32, mode) => floating::visit_approximate(op, mode, visitor),
        Op::SetPredicate { compare, ty, flush, group: None } => compare::visit(compare, ty, flush, visitor),
        Op::Convert { to, from, mode, integer } => convert::visit(to, from, mode, integer, visitor),
        _ => None,
    }
}
