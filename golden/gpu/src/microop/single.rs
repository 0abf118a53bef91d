//! FP32 instructions that the lane executes itself: those that IEEE 754 and PTX fix to the last
//! bit, rounded to the nearest.

use heddle_contract::lane::op;
use heddle_kernel::program::{Compare, Float, Instruction, Mode, Op, Round, Type};

use super::planner::Planner;
use super::step::{Half, Source, Step};

/// Returns the lane's step for an FP32 instruction of the program; `None` if another unit has to
/// execute it.
pub(super) fn single(planner: &Planner, instruction: &Instruction, scalar: bool) -> Option<Vec<Step>> {
    let (op, count, modes) = code(&instruction.op)?;
    if modes & !op::modes(op) != 0 {
        return None;
    }
    let mut sources = [Source::Nothing; 3];
    for (source, &operand) in sources.iter_mut().zip(instruction.reads.get(..count)?) {
        *source = planner.half(operand, Half::Low)?;
    }
    if op::is_setp(op) {
        return Some(vec![Step { modes, ..Step::compare(op, scalar, sources) }]);
    }
    let to = planner.target(instruction, 0).filter(|to| !to.wide)?;
    Some(vec![Step { modes, ..Step::native(op, to, sources) }])
}

/// Returns the lane's operation, its number of operands, and its modes; `None` if the lane has no
/// such operation.
fn code(operation: &Op) -> Option<(u8, usize, u8)> {
    let modes = |mode: &Mode| (if mode.flush { op::FLUSH } else { 0 }) | (if mode.saturate { op::SATURATE } else { 0 });
    let nearest = |mode: &Mode| mode.round == Round::NearestEven;
    Some(match operation {
        Op::Float(operation, Type::F32, mode) => match operation {
            Float::Add if nearest(mode) => (op::ADD_F, 2, modes(mode)),
            Float::Sub if nearest(mode) => (op::SUB_F, 2, modes(mode)),
            Float::Mul if nearest(mode) => (op::MUL_F, 2, modes(mode)),
            Float::Fma if nearest(mode) => (op::FMA_F, 3, modes(mode)),
            Float::Min { nan: false } => (op::MIN_F, 2, modes(mode)),
            Float::Max { nan: false } => (op::MAX_F, 2, modes(mode)),
            Float::Abs => (op::ABS_F, 1, modes(mode)),
            Float::Neg => (op::NEG_F, 1, modes(mode)),
            _ => return None,
        },
        Op::SetPredicate { compare, ty: Type::F32, flush, .. } => {
            (comparison(*compare), 2, if *flush { op::FLUSH } else { 0 })
        }
        Op::Convert { to: Type::F32, from, mode, .. } if nearest(mode) => match from {
            Type::S32 => (op::F_OF_S, 1, modes(mode)),
            Type::U32 => (op::F_OF_U, 1, modes(mode)),
            _ => return None,
        },
        Op::Convert { to, from: Type::F32, mode, .. } => {
            let op = match (to, mode.round) {
                (Type::S32, Round::NearestEven) => op::S_OF_F_NEAREST,
                (Type::U32, Round::NearestEven) => op::U_OF_F_NEAREST,
                (Type::S32, Round::Zero) => op::S_OF_F_ZERO,
                (Type::U32, Round::Zero) => op::U_OF_F_ZERO,
                _ => return None,
            };
            // an integer is clamped whether `.sat` says so or not
            (op, 1, modes(mode) & op::FLUSH)
        }
        _ => return None,
    })
}

fn comparison(compare: Compare) -> u8 {
    match compare {
        Compare::Eq => op::SETP_EQ_F,
        Compare::Ne => op::SETP_NE_F,
        Compare::Lt => op::SETP_LT_F,
        Compare::Le => op::SETP_LE_F,
        Compare::Gt => op::SETP_GT_F,
        Compare::Ge => op::SETP_GE_F,
        Compare::Equ => op::SETP_EQU_F,
        Compare::Neu => op::SETP_NEU_F,
        Compare::Ltu => op::SETP_LTU_F,
        Compare::Leu => op::SETP_LEU_F,
        Compare::Gtu => op::SETP_GTU_F,
        Compare::Geu => op::SETP_GEU_F,
        Compare::Num => op::SETP_NUM_F,
        Compare::Nan => op::SETP_NAN_F,
    }
}
