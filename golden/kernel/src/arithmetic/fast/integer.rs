use heddle_contract::lane::op;
use heddle_golden::lane::alu;

use super::Visitor;
use crate::arithmetic::{bits, integer::native};
use crate::program::{Integer, Part, Type};

pub(super) fn visit<V: Visitor>(op: Integer, ty: Type, v: V) -> Option<V::Out> {
    match ty.bits() {
        16 => half(op, ty.is_signed(), v),
        32 if native(op, ty).is_some() => word(op, ty, v),
        32 => rare_word(op, ty.is_signed(), v),
        64 => pair(op, ty.is_signed(), v),
        _ => None,
    }
}

/// Visits a 32-bit operation that the lane has: its own definition, with the operation as a
/// constant.
fn word<V: Visitor>(op: Integer, ty: Type, v: V) -> Option<V::Out> {
    macro_rules! lane {
        (one: $($one:ident)*, two: $($two:ident)*, three: $($three:ident)*) => {
            match native(op, ty)? {
                $(op::$one => Some(v.visit(|a: u32, (), ()| alu::word(op::$one, a, 0, 0, false))),)*
                $(op::$two => Some(v.visit(|a: u32, b: u32, ()| alu::word(op::$two, a, b, 0, false))),)*
                $(op::$three => Some(v.visit(|a: u32, b: u32, c: u32| alu::word(op::$three, a, b, c, false))),)*
                _ => None,
            }
        };
    }
    lane!(
        one: NOT ABS NEG,
        two: ADD SUB MUL_LO MUL_HI_S MUL_HI_U AND OR XOR SHL SHR_S SHR_U MIN_S MIN_U MAX_S MAX_U,
        three: MAD
    )
}

/// Visits a 32-bit operation that the lane does not have.
fn rare_word<V: Visitor>(op: Integer, signed: bool, v: V) -> Option<V::Out> {
    let wide = |a: u32| i64::from(a as i32) as u64;
    Some(match (op, signed) {
        (Integer::Mul(Part::Wide), true) => v.visit(move |a: u32, b: u32, ()| wide(a).wrapping_mul(wide(b))),
        (Integer::Mul(Part::Wide), false) => v.visit(|a: u32, b: u32, ()| u64::from(a) * u64::from(b)),
        (Integer::Mad(Part::Wide), true) => {
            v.visit(move |a: u32, b: u32, c: u64| wide(a).wrapping_mul(wide(b)).wrapping_add(c))
        }
        (Integer::Mad(Part::Wide), false) => {
            v.visit(|a: u32, b: u32, c: u64| (u64::from(a) * u64::from(b)).wrapping_add(c))
        }
        (Integer::Mad(Part::High), true) => {
            v.visit(|a: u32, b: u32, c: u32| alu::word(op::MUL_HI_S, a, b, 0, false).wrapping_add(c))
        }
        (Integer::Mad(Part::High), false) => {
            v.visit(|a: u32, b: u32, c: u32| alu::word(op::MUL_HI_U, a, b, 0, false).wrapping_add(c))
        }
        (Integer::Mul24(Part::Low), true) => v.visit(|a: u32, b: u32, ()| signed24(a).wrapping_mul(signed24(b))),
        (Integer::Mul24(Part::Low), false) => v.visit(|a: u32, b: u32, ()| (a & ONES24).wrapping_mul(b & ONES24)),
        (Integer::Mad24(Part::Low), true) => {
            v.visit(|a: u32, b: u32, c: u32| signed24(a).wrapping_mul(signed24(b)).wrapping_add(c))
        }
        (Integer::Mad24(Part::Low), false) => {
            v.visit(|a: u32, b: u32, c: u32| (a & ONES24).wrapping_mul(b & ONES24).wrapping_add(c))
        }
        (Integer::Sad, true) => v.visit(|a: u32, b: u32, c: u32| c.wrapping_add((a as i32).abs_diff(b as i32))),
        (Integer::Sad, false) => v.visit(|a: u32, b: u32, c: u32| c.wrapping_add(a.abs_diff(b))),
        (Integer::Div, true) => v.visit(|a: u32, b: u32, ()| divide(a as i32, b as i32)),
        (Integer::Div, false) => v.visit(|a: u32, b: u32, ()| a.checked_div(b).unwrap_or(u32::MAX)),
        (Integer::Rem, true) => v.visit(|a: u32, b: u32, ()| remainder(a as i32, b as i32)),
        (Integer::Rem, false) => v.visit(|a: u32, b: u32, ()| a.checked_rem(b).unwrap_or(u32::MAX)),
        (Integer::Cnot, _) => v.visit(|a: u32, (), ()| u32::from(a == 0)),
        (Integer::Popc, _) => v.visit(|a: u32, (), ()| a.count_ones()),
        (Integer::Clz, _) => v.visit(|a: u32, (), ()| a.leading_zeros()),
        (Integer::Brev, _) => v.visit(|a: u32, (), ()| a.reverse_bits()),
        (Integer::Bfe, true) => v.visit(|a: u32, b: u32, c: u32| bits::extract(Type::S32, a.into(), b, c) as u32),
        (Integer::Bfe, false) => v.visit(|a: u32, b: u32, c: u32| bits::extract(Type::U32, a.into(), b, c) as u32),
        (Integer::Prmt(0), _) => v.visit(|a: u32, b: u32, c: u32| bits::permute(0, a, b, c)),
        (Integer::Funnel { left: true, wrap: true }, _) => v.visit(|a, b, c| bits::funnel(true, true, a, b, c)),
        (Integer::Funnel { left: true, wrap: false }, _) => v.visit(|a, b, c| bits::funnel(true, false, a, b, c)),
        (Integer::Funnel { left: false, wrap: true }, _) => v.visit(|a, b, c| bits::funnel(false, true, a, b, c)),
        (Integer::Funnel { left: false, wrap: false }, _) => v.visit(|a, b, c| bits::funnel(false, false, a, b, c)),
        _ => return None,
    })
}

const ONES24: u32 = 0xff_ffff;

#[inline(always)]
fn signed24(a: u32) -> u32 {
    ((a << 8) as i32 >> 8) as u32
}
#[inline(always)]
fn divide(a: i32, b: i32) -> u32 {
    if b == 0 { u32::MAX } else { a.wrapping_div(b) as u32 }
}
#[inline(always)]
fn remainder(a: i32, b: i32) -> u32 {
    if b == 0 { u32::MAX } else { a.wrapping_rem(b) as u32 }
}

fn pair<V: Visitor>(op: Integer, signed: bool, v: V) -> Option<V::Out> {
    Some(match (op, signed) {
        (Integer::Add, _) => v.visit(|a: u64, b: u64, ()| a.wrapping_add(b)),
        (Integer::Sub, _) => v.visit(|a: u64, b: u64, ()| a.wrapping_sub(b)),
        (Integer::Mul(Part::Low), _) => v.visit(|a: u64, b: u64, ()| a.wrapping_mul(b)),
        (Integer::Mul(Part::High), false) => {
            v.visit(|a: u64, b: u64, ()| ((u128::from(a) * u128::from(b)) >> 64) as u64)
        }
        (Integer::Mul(Part::High), true) => {
            v.visit(|a: u64, b: u64, ()| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64)
        }
        (Integer::Mad(Part::Low), _) => v.visit(|a: u64, b: u64, c: u64| a.wrapping_mul(b).wrapping_add(c)),
        (Integer::And, _) => v.visit(|a: u64, b: u64, ()| a & b),
        (Integer::Or, _) => v.visit(|a: u64, b: u64, ()| a | b),
        (Integer::Xor, _) => v.visit(|a: u64, b: u64, ()| a ^ b),
        (Integer::Not, _) => v.visit(|a: u64, (), ()| !a),
        (Integer::Neg, _) => v.visit(|a: u64, (), ()| a.wrapping_neg()),
        (Integer::Abs, true) => v.visit(|a: u64, (), ()| (a as i64).unsigned_abs()),
        (Integer::Shl, _) => v.visit(|a: u64, b: u32, ()| a.checked_shl(b).unwrap_or(0)),
        (Integer::Shr, true) => v.visit(|a: u64, b: u32, ()| (a as i64 >> b.min(63)) as u64),
        (Integer::Shr, false) => v.visit(|a: u64, b: u32, ()| a.checked_shr(b).unwrap_or(0)),
        (Integer::Min, true) => v.visit(|a: u64, b: u64, ()| (a as i64).min(b as i64) as u64),
        (Integer::Min, false) => v.visit(|a: u64, b: u64, ()| a.min(b)),
        (Integer::Max, true) => v.visit(|a: u64, b: u64, ()| (a as i64).max(b as i64) as u64),
        (Integer::Max, false) => v.visit(|a: u64, b: u64, ()| a.max(b)),
        (Integer::Div, false) => v.visit(|a: u64, b: u64, ()| a.checked_div(b).unwrap_or(u64::MAX)),
        (Integer::Rem, false) => v.visit(|a: u64, b: u64, ()| a.checked_rem(b).unwrap_or(u64::MAX)),
        (Integer::Popc, _) => v.visit(|a: u64, (), ()| a.count_ones()),
        (Integer::Clz, _) => v.visit(|a: u64, (), ()| a.leading_zeros()),
        _ => return None,
    })
}

/// Visits a 16-bit operation: half words in words, with the sign, or zeros, above them.
fn half<V: Visitor>(op: Integer, signed: bool, v: V) -> Option<V::Out> {
    macro_rules! extended {
        ($($op:pat => |$a:ident $(, $more:ident)*| $result:expr;)*) => {
            match (op, signed) {
                $(($op, true) => {
                    let f = move |$a: u32 $(, $more: u32)*| signed16($result);
                    extended!(@ f $($more)*)
                })*
                $(($op, false) => {
                    let f = move |$a: u32 $(, $more: u32)*| unsigned16($result);
                    extended!(@ f $($more)*)
                })*
                (Integer::Mul(Part::Wide), true) => v.visit(|a: u32, b: u32, ()| signed16(a).wrapping_mul(signed16(b))),
                (Integer::Mul(Part::Wide), false) => v.visit(|a: u32, b: u32, ()| unsigned16(a) * unsigned16(b)),
                (Integer::Shr, true) => v.visit(|a: u32, b: u32, ()| (signed16(a) as i32 >> b.min(16)) as u32),
                (Integer::Shr, false) => v.visit(|a: u32, b: u32, ()| unsigned16(a) >> b.min(16)),
                _ => return None,
            }
        };
        (@ $f:ident) => { v.visit(move |a: u32, (), ()| $f(a)) };
        (@ $f:ident $b:ident) => { v.visit(move |a: u32, b: u32, ()| $f(a, b)) };
        (@ $f:ident $b:ident $c:ident) => { v.visit(move |a: u32, b: u32, c: u32| $f(a, b, c)) };
    }
    Some(extended! {
        Integer::Add => |a, b| a.wrapping_add(b);
        Integer::Sub => |a, b| a.wrapping_sub(b);
        Integer::Mul(Part::Low) => |a, b| a.wrapping_mul(b);
        Integer::Mad(Part::Low) => |a, b, c| a.wrapping_mul(b).wrapping_add(c);
        Integer::And => |a, b| a & b;
        Integer::Or => |a, b| a | b;
        Integer::Xor => |a, b| a ^ b;
        Integer::Not => |a| !a;
        Integer::Neg => |a| a.wrapping_neg();
        Integer::Shl => |a, b| a << b.min(16);
    })
}

#[inline(always)]
fn signed16(a: u32) -> u32 {
    a as i16 as u32
}
#[inline(always)]
fn unsigned16(a: u32) -> u32 {
    a & 0xffff
}
