use heddle_contract::lane::op;
use heddle_golden::lane::{alu, float::single};

use super::Visitor;
use crate::arithmetic::double;
use crate::program::{Compare, Type};

pub(super) fn visit<V: Visitor>(compare: Compare, ty: Type, flush: bool, v: V) -> Option<V::Out> {
    match (ty, flush) {
        (Type::F32, false) => single_in::<false, V>(compare, v),
        (Type::F32, true) => single_in::<true, V>(compare, v),
        (Type::F64, false) => double_in(compare, v),
        _ if ty.is_float() => None,
        _ => integer(compare, ty, v),
    }
}

/// Expands to an arm for each comparison, with the comparison as a constant.
macro_rules! each {
    ($compare:expr, |$name:ident| $visit:expr) => {
        each!(@ $compare, |$name| $visit, Eq Ne Lt Le Gt Ge Equ Neu Ltu Leu Gtu Geu Num Nan)
    };
    (@ $compare:expr, |$name:ident| $visit:expr, $($known:ident)*) => {
        match $compare {
            $(Compare::$known => {
                const $name: Compare = Compare::$known;
                $visit
            })*
        }
    };
}

fn single_in<const FLUSH: bool, V: Visitor>(compare: Compare, v: V) -> Option<V::Out> {
    Some(each!(compare, |NAME| v.visit(|a, b, ()| single::compare(NAME, FLUSH, a, b))))
}

fn double_in<V: Visitor>(compare: Compare, v: V) -> Option<V::Out> {
    Some(each!(compare, |NAME| v.visit(|a: u64, b: u64, ()| double::compare(NAME, a, b))))
}

/// Visits an integer comparison; the unordered comparisons of integers equal the ordered ones.
fn integer<V: Visitor>(compare: Compare, ty: Type, v: V) -> Option<V::Out> {
    macro_rules! by_type {
        ($signed:ident, $unsigned:ident, $operator:tt) => {
            match (ty.bits(), ty.is_signed()) {
                (32, true) => v.visit(|a, b, ()| alu::predicate(op::$signed, a, b)),
                (32, false) => v.visit(|a, b, ()| alu::predicate(op::$unsigned, a, b)),
                (16, true) => v.visit(|a: u32, b: u32, ()| (a as i16) $operator (b as i16)),
                (16, false) => v.visit(|a: u32, b: u32, ()| (a as u16) $operator (b as u16)),
                (64, true) => v.visit(|a: u64, b: u64, ()| (a as i64) $operator (b as i64)),
                (64, false) => v.visit(|a: u64, b: u64, ()| a $operator b),
                _ => return None,
            }
        };
    }
    Some(match compare {
        Compare::Eq | Compare::Equ => by_type!(SETP_EQ, SETP_EQ, ==),
        Compare::Ne | Compare::Neu => by_type!(SETP_NE, SETP_NE, !=),
        Compare::Lt | Compare::Ltu => by_type!(SETP_LT_S, SETP_LT_U, <),
        Compare::Le | Compare::Leu => by_type!(SETP_LE_S, SETP_LE_U, <=),
        Compare::Gt | Compare::Gtu => by_type!(SETP_GT_S, SETP_GT_U, >),
        Compare::Ge | Compare::Geu => by_type!(SETP_GE_S, SETP_GE_U, >=),
        Compare::Num | Compare::Nan => return None,
    })
}
