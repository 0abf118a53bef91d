//! The frequent operations as functions of a lane's words, one type each.

mod compare;
mod convert;
mod floating;
mod integer;

use crate::program::{Op, Type};

/// What a lane's operand or result lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// There is none.
    Nothing,
    /// A predicate.
    Predicate,
    /// A 32-bit word; a type of fewer bits is its low ones, and above them a result has what [`super::evaluate`] says.
    Word,
    /// Two words, the low one first.
    Pair,
}

/// An operand or a result of a lane: `()`, `bool`, `u32` or `u64`.
pub trait Lane: Copy + Send + Sync + 'static {
    /// What it lies in.
    const SHAPE: Shape;
    /// From a register's words; a predicate is the low word's least bit, and words that there are not are not looked at.
    fn of(low: u32, high: u32) -> Self;
    /// Into a register's words.
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

/// Takes an operation as a function of a lane's operands: `()` where it has fewer than three. The function has no state; it is a type.
pub trait Visitor {
    /// What becomes of it.
    type Out;
    /// The visitor's loop is compiled for a machine with fused multiply-add (`#[target_feature(enable = "fma")]`): there `mul_add` is an instruction,
    /// elsewhere a call. The same bits either way.
    const FUSES: bool = false;
    /// One of these is made for each operation.
    fn visit<A: Lane, B: Lane, C: Lane, D: Lane>(
        self,
        f: impl Fn(A, B, C) -> D + Copy + Send + Sync + 'static,
    ) -> Self::Out;
}

/// Hands an operation to a visitor, if it is one of the frequent ones. The value is [`super::evaluate`]'s; a `setp` leaves `p` alone, and one with a
/// group is not among them.
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
