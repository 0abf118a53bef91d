use heddle_golden::lane::float::single;

use super::Visitor;
use crate::arithmetic::{approximate, double};
use crate::program::{Float, Mode, Round, Unary};

const fn nearest<const FLUSH: bool, const SATURATE: bool>() -> Mode {
    Mode { round: Round::NearestEven, flush: FLUSH, saturate: SATURATE }
}

/// Whether an operation rounds other than to nearest.
fn directed(op: Float, round: Round) -> bool {
    let exact = matches!(op, Float::Min { .. } | Float::Max { .. } | Float::Abs | Float::Neg | Float::Copysign);
    !exact && round != Round::NearestEven
}

pub(super) fn visit_single<V: Visitor>(op: Float, mode: Mode, v: V) -> Option<V::Out> {
    match (mode.flush, mode.saturate) {
        _ if directed(op, mode.round) => None,
        (false, false) => single_in::<false, false, V>(op, v),
        (false, true) => single_in::<false, true, V>(op, v),
        (true, false) => single_in::<true, false, V>(op, v),
        (true, true) => single_in::<true, true, V>(op, v),
    }
}

fn single_in<const FLUSH: bool, const SATURATE: bool, V: Visitor>(op: Float, v: V) -> Option<V::Out> {
    let m = nearest::<FLUSH, SATURATE>;
    Some(match op {
        Float::Add => v.visit(move |a, b, ()| single::add(m(), a, b)),
        Float::Sub => v.visit(move |a, b, ()| single::sub(m(), a, b)),
        Float::Mul => v.visit(move |a, b, ()| single::mul(m(), a, b)),
        Float::Fma if V::FUSES => v.visit(move |a, b, c| single::fma_by_host(m(), a, b, c)),
        Float::Fma => v.visit(move |a, b, c| single::fma(m(), a, b, c)),
        // rare: sm_1x alone
        Float::MulAdd => return None,
        Float::Div => v.visit(move |a, b, ()| single::div(m(), a, b)),
        Float::Sqrt => v.visit(move |a, (), ()| single::sqrt(m(), a)),
        Float::Rcp => v.visit(move |a, (), ()| single::rcp(m(), a)),
        Float::Min { nan: false } => v.visit(move |a, b, ()| single::min(m(), false, a, b)),
        Float::Min { nan: true } => v.visit(move |a, b, ()| single::min(m(), true, a, b)),
        Float::Max { nan: false } => v.visit(move |a, b, ()| single::max(m(), false, a, b)),
        Float::Max { nan: true } => v.visit(move |a, b, ()| single::max(m(), true, a, b)),
        Float::Abs => v.visit(move |a, (), ()| single::abs(m(), a)),
        Float::Neg => v.visit(move |a, (), ()| single::neg(m(), a)),
        // PTX takes the sign of the first and the magnitude of the second
        Float::Copysign => v.visit(|a, b, ()| single::copysign(b, a)),
    })
}

pub(super) fn visit_double<V: Visitor>(op: Float, mode: Mode, v: V) -> Option<V::Out> {
    if directed(op, mode.round) || mode.flush || mode.saturate {
        return None;
    }
    Some(match op {
        Float::Add => v.visit(|a: u64, b: u64, ()| double::on([a, b, 0], |a, b, _| a + b)),
        Float::Sub => v.visit(|a: u64, b: u64, ()| double::on([a, b, 0], |a, b, _| a - b)),
        Float::Mul => v.visit(|a: u64, b: u64, ()| double::on([a, b, 0], |a, b, _| a * b)),
        Float::Fma => v.visit(|a: u64, b: u64, c: u64| double::on([a, b, c], f64::mul_add)),
        Float::Div => v.visit(|a: u64, b: u64, ()| double::on([a, b, 0], |a, b, _| a / b)),
        Float::Sqrt => v.visit(|a: u64, (), ()| double::on([a, 0, 0], |a, _, _| a.sqrt())),
        Float::Rcp => v.visit(|a: u64, (), ()| double::on([a, 0, 0], |a, _, _| 1.0 / a)),
        Float::Min { nan: false } => v.visit(|a: u64, b: u64, ()| double::extreme(true, a, b)),
        Float::Max { nan: false } => v.visit(|a: u64, b: u64, ()| double::extreme(false, a, b)),
        Float::Abs => v.visit(|a: u64, (), ()| a & !(1 << 63)),
        Float::Neg => v.visit(|a: u64, (), ()| a ^ 1 << 63),
        _ => return None,
    })
}

pub(super) fn visit_approximate<V: Visitor>(op: Unary, mode: Mode, v: V) -> Option<V::Out> {
    match (mode.flush, mode.saturate) {
        (false, false) => approximate_in::<false, V>(op, v),
        (true, false) => approximate_in::<true, V>(op, v),
        _ => None,
    }
}

fn approximate_in<const FLUSH: bool, V: Visitor>(op: Unary, v: V) -> Option<V::Out> {
    macro_rules! functions {
        ($($name:ident),*) => {
            match op {
                $(Unary::$name => {
                    v.visit(|a, (), ()| approximate::function(Unary::$name, nearest::<FLUSH, false>(), a, 0))
                })*
                Unary::Div => v.visit(|a, b, ()| approximate::function(Unary::Div, nearest::<FLUSH, false>(), a, b)),
                Unary::DivFull => v.visit(|a, b, ()| approximate::function(Unary::DivFull, nearest::<FLUSH, false>(), a, b)),
            }
        };
    }
    Some(functions!(Rcp, Rsqrt, Sqrt, Sin, Cos, Ex2, Lg2, Tanh))
}
