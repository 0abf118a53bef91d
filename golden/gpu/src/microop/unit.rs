//! Choice of the unit for an instruction that the lane does not execute.

use heddle_kernel::program::{Float, Integer, Op, Type};

use super::step::Unit;

/// Whether the SFUs execute an instruction where they multiply and divide (`core.products`):
/// GPGPU-Sim's opcodes of the kind `SFU_OP`, which has no products of 24 bits and no remainders
/// (DEVIATIONS, D440).
pub(super) fn is_of_sfus(op: &Op) -> bool {
    match op {
        Op::Integer(integer, _) => matches!(
            integer,
            Integer::Mul(_) | Integer::Mad(_) | Integer::MadCarry { .. } | Integer::MadHighSaturated | Integer::Div
        ),
        Op::Float(Float::Div | Float::Sqrt | Float::Rcp, Type::F32, _) => true,
        _ => false,
    }
}

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
        Op::Vote { .. } | Op::Shuffle { .. } | Op::Match { .. } | Op::ActiveMask | Op::Redux { .. } => {
            (Unit::Exchange, false)
        }
        Op::Texture(_) => (Unit::Texture, true),
        Op::SurfaceAddress(_) => (Unit::Integer, true),
        _ => (Unit::Convert, true),
    }
}
