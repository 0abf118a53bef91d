//! Choice of the unit for an instruction that the lane does not execute.

use heddle_kernel::program::{Op, Type};

use super::step::Unit;

/// Returns the unit for an instruction that the lane does not execute, and whether that unit reads
/// constants of 64 bits.
pub(super) fn unit(op: &Op) -> (Unit, bool) {
    let width = |ty: &Type| ty.bits() > 32;
    match op {
        Op::Integer(_, ty) => (if ty.bits() < 32 { Unit::Convert } else { Unit::Integer }, width(ty)),
        Op::Float(_, Type::F64, _) | Op::Approximate(_, Type::F64, _) | Op::Test(_, Type::F64) => (Unit::Double, true),
        Op::SetPredicate { ty, .. } | Op::Set { ty, .. } if *ty == Type::F64 => (Unit::Double, true),
        Op::SetPredicate { ty, .. } | Op::Set { ty, .. } => {
            (if ty.is_float() { Unit::Single } else { Unit::Integer }, width(ty))
        }
        Op::Approximate(..) => (Unit::Special, false),
        Op::Float(..) | Op::Test(..) | Op::SelectSign { .. } => (Unit::Single, true),
        Op::Select(ty) => (Unit::Integer, width(ty)),
        Op::Convert { to, from, .. } if width(to) && to.is_float() || width(from) && from.is_float() => {
            (Unit::Double, true)
        }
        Op::Convert { from, .. } => (Unit::Convert, width(from)),
        Op::Vote { .. } | Op::Shuffle { .. } | Op::Match { .. } | Op::ActiveMask | Op::Redux(..) => {
            (Unit::Exchange, false)
        }
        Op::Texture(_) => (Unit::Texture, true),
        Op::SurfaceAddress(_) => (Unit::Integer, true),
        _ => (Unit::Convert, true),
    }
}
