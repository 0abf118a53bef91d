//! Integer operations, in every width that PTX defines.
//!
//! Where PTX says "undefined" or nothing, results are as by the code that NVIDIA's assembler makes:
//! a quotient and a remainder by zero are all ones, and the least number divided by -1 is itself,
//! with remainder 0.

use heddle_contract::lane::op;
use heddle_golden::lane::alu;

use super::{Outcome, bits, carry, dot, extend, mask, number, range, video, width};
use crate::program::{Integer, Part, Type};

/// Returns the result of an integer operation ([`super::evaluate`]).
pub fn evaluate(op: Integer, ty: Type, reads: [u64; 4]) -> Outcome {
    let [a, b, c, d] = reads;
    match op {
        Integer::AddCarry { carry, .. } => return carry::add(ty, a, b, carry && c & 1 == 1),
        Integer::SubCarry { carry, .. } => return carry::sub(ty, a, b, !carry || c & 1 == 1),
        Integer::MadCarry { part, carry, .. } => return carry::mad(part, ty, [a, b, c], carry && d & 1 == 1),
        _ => {}
    }
    if let Some(code) = native(op, ty) {
        return extend(ty, alu::word(code, a as u32, b as u32, c as u32, false).into()).into();
    }
    extend(result(op, ty), general(op, ty, reads)).into()
}

/// Returns the lane's opcode for an operation on 32-bit words (`heddle_contract::lane::op`); `None`
/// if the lane has none.
pub fn native(operation: Integer, ty: Type) -> Option<u8> {
    if ty.bits() != 32 {
        return None;
    }
    let by_sign = |signed, unsigned| if ty.is_signed() { signed } else { unsigned };
    Some(match operation {
        Integer::Add => op::ADD,
        Integer::Sub => op::SUB,
        Integer::Mul(Part::Low) => op::MUL_LO,
        Integer::Mul(Part::High) => by_sign(op::MUL_HI_S, op::MUL_HI_U),
        Integer::Mad(Part::Low) => op::MAD,
        Integer::And => op::AND,
        Integer::Or => op::OR,
        Integer::Xor => op::XOR,
        Integer::Not => op::NOT,
        Integer::Shl => op::SHL,
        Integer::Shr => by_sign(op::SHR_S, op::SHR_U),
        Integer::Min => by_sign(op::MIN_S, op::MIN_U),
        Integer::Max => by_sign(op::MAX_S, op::MAX_U),
        Integer::Abs => op::ABS,
        Integer::Neg => op::NEG,
        _ => return None,
    })
}

/// Returns the type of an integer operation's result.
pub fn result(op: Integer, ty: Type) -> Type {
    match op {
        Integer::Mul(Part::Wide) | Integer::Mad(Part::Wide) => twice(ty),
        Integer::Popc | Integer::Clz | Integer::Bfind { .. } => Type::U32,
        _ => ty,
    }
}

fn twice(ty: Type) -> Type {
    match (ty.bits(), ty.is_signed()) {
        (8, false) => Type::U16,
        (8, true) => Type::S16,
        (16, false) => Type::U32,
        (16, true) => Type::S32,
        (_, false) => Type::U64,
        (_, true) => Type::S64,
    }
}

/// Returns the bitwise result of a logic operation, on predicates or on bits of any width; other
/// operations copy `a`.
pub fn logic(op: Integer, a: u64, b: u64) -> u64 {
    match op {
        Integer::And => a & b,
        Integer::Or => a | b,
        Integer::Xor => a ^ b,
        Integer::Not => !a,
        // a copy
        _ => a,
    }
}

/// Returns the result's bits; the bits above the result's type are arbitrary.
fn general(op: Integer, ty: Type, [a, b, c, d]: [u64; 4]) -> u64 {
    let width = width(ty);
    let clamped = |n: i128| {
        let (least, greatest) = range(ty);
        n.clamp(least, greatest) as u64
    };
    let (na, nb, nc) = (number(ty, a), number(ty, b), number(ty, c));
    match op {
        Integer::Add => a.wrapping_add(b),
        Integer::AddSaturated => clamped(na + nb),
        Integer::Sub => a.wrapping_sub(b),
        Integer::SubSaturated => clamped(na - nb),
        Integer::Mul(part) => product(part, ty, a, b),
        Integer::Mad(part) => product(part, ty, a, b).wrapping_add(c),
        Integer::MadHighSaturated => clamped((na.wrapping_mul(nb) >> width) + nc),
        Integer::Mul24(part) => product24(part, ty, a, b) as u64,
        Integer::Mad24(part) => (product24(part, ty, a, b) as u64).wrapping_add(c),
        Integer::Mad24HighSaturated => clamped(number(ty, product24(Part::High, ty, a, b) as u64) + nc),
        Integer::Sad => c.wrapping_add((na - nb).unsigned_abs() as u64),
        Integer::Div if nb == 0 => u64::MAX,
        Integer::Rem if nb == 0 => u64::MAX,
        Integer::Div => (na / nb) as u64,
        Integer::Rem => (na % nb) as u64,
        Integer::Abs => na.unsigned_abs() as u64,
        Integer::Neg => a.wrapping_neg(),
        Integer::Min => na.min(nb) as u64,
        Integer::Max => na.max(nb) as u64,
        Integer::And | Integer::Or | Integer::Xor | Integer::Not => logic(op, a, b),
        Integer::Cnot => u64::from(a & mask(width) == 0),
        Integer::Shl => a.checked_shl(b as u32).unwrap_or(0),
        Integer::Shr => (na >> (b as u32).min(width)) as u64,
        Integer::Funnel { left, wrap } => bits::funnel(left, wrap, a as u32, b as u32, c as u32).into(),
        Integer::Bfe => bits::extract(ty, a, b as u32, c as u32),
        Integer::Bfi => bits::insert(width, a, b, c as u32, d as u32),
        Integer::Bfind { shift } => bits::find(ty, shift, a).into(),
        Integer::Fns => bits::find_nth(a as u32, b as u32, c as u32 as i32).into(),
        Integer::Bmsk { wrap } => bits::mask_of(wrap, a as u32, b as u32).into(),
        Integer::Szext { wrap } => bits::extend_from(ty, wrap, a as u32, b as u32).into(),
        Integer::Brev => a.reverse_bits() >> (64 - width),
        Integer::Popc => (a & mask(width)).count_ones().into(),
        Integer::Clz => ((a & mask(width)).leading_zeros() - (64 - width)).into(),
        Integer::Lop3(table) => bits::logic3(table, a, b, c),
        Integer::Prmt(mode) => bits::permute(mode, a as u32, b as u32, c as u32).into(),
        Integer::Dp4a { a: sa, b: sb } => dot::bytes(sa, sb, a as u32, b as u32, c as u32).into(),
        Integer::Dp2a { a: sa, b: sb, high } => dot::halves(sa, sb, high, a as u32, b as u32, c as u32).into(),
        Integer::Video(it) => video::scalar(it, ty, a as u32, b as u32, c as u32).into(),
        Integer::VideoSimd(it) => video::simd(it, ty, a as u32, b as u32, c as u32).into(),
        // they leave a flag too
        Integer::AddCarry { .. } | Integer::SubCarry { .. } | Integer::MadCarry { .. } => 0,
    }
}

/// Returns the chosen part of a product.
pub(super) fn product(part: Part, ty: Type, a: u64, b: u64) -> u64 {
    // signed: the product fits in 128 bits; unsigned: the same bits
    let product = number(ty, a).wrapping_mul(number(ty, b)) as u128;
    match part {
        Part::Low | Part::Wide => product as u64,
        Part::High => (product >> width(ty)) as u64,
    }
}

/// Returns bits 31 to 0, or 47 to 16, of the product of the low 24 bits.
fn product24(part: Part, ty: Type, a: u64, b: u64) -> u32 {
    let number = |x: u64| {
        let high = (x as u32) << 8;
        if ty.is_signed() { i64::from(high as i32 >> 8) } else { i64::from(high >> 8) }
    };
    let product = number(a) * number(b);
    match part {
        Part::High => (product >> 16) as u32,
        _ => product as u32,
    }
}
