//! Instructions that the lane executes itself: integers of 32 bits, those of 64 bits that can be
//! done in halves, and FP32.

use heddle_contract::lane::op;
use heddle_kernel::program::{Compare, Instruction, Integer, Op, Operand, Part, Type};

use super::planner::Planner;
use super::single::single;
use super::step::{Half, Place, Role, Source, Step};

const ZERO: Source = Source::Known(Operand::Immediate(0), Half::Both, 0);

/// Returns the lane's steps for an instruction of the program; `None` if another unit has to
/// execute it.
pub(crate) fn native(planner: &Planner, instruction: &Instruction, scalar: bool) -> Option<Vec<Step>> {
    let read = |n: usize| instruction.reads.get(n).copied();
    let word = |n: usize| planner.half(read(n)?, Half::Low);
    let to = || planner.target(instruction, 0);
    // a result of one word, and what is above it is zero
    let narrow = |step: Step, to: Place| {
        let above = Step::native(op::MOV, to.half(1), [ZERO, Source::Nothing, Source::Nothing]);
        if to.wide { vec![step, above] } else { vec![step] }
    };
    if instruction.registers_written().any(|register| planner.words(register) > 2) {
        return None;
    }
    match instruction.op {
        Op::Move(ty) if ty.bits() == 32 => {
            let to = to()?;
            Some(narrow(Step::native(op::MOV, to.half(0), [word(0)?, Source::Nothing, Source::Nothing]), to))
        }
        Op::Move(Type::B64 | Type::U64 | Type::S64 | Type::F64) | Op::ToGeneric(_) | Op::FromGeneric(_) => {
            halves(planner, op::MOV, to()?, &[read(0)?])
        }
        Op::Integer(operation, ty) if ty.bits() == 32 => {
            let to = to()?;
            let code = code(operation, ty)?;
            let count = if code == op::MAD { 3 } else { 2 - usize::from([op::NOT, op::ABS, op::NEG].contains(&code)) };
            let source = |n: usize| if n < count { word(n) } else { Some(Source::Nothing) };
            let sources = [source(0)?, source(1)?, source(2)?];
            if let Integer::Mul(Part::Wide) = operation {
                let high = if ty.is_signed() { op::MUL_HI_S } else { op::MUL_HI_U };
                let steps = vec![Step::native(code, to.half(0), sources), Step::native(high, to.half(1), sources)];
                return to.wide.then_some(steps);
            }
            (!to.wide).then(|| vec![Step::native(code, to, sources)])
        }
        Op::Integer(operation, ty) if ty.bits() == 64 => {
            let (code, count) = match operation {
                Integer::And => (op::AND, 2),
                Integer::Or => (op::OR, 2),
                Integer::Xor => (op::XOR, 2),
                Integer::Not => (op::NOT, 1),
                _ => return None,
            };
            let to = to().filter(|to| to.wide)?;
            halves(planner, code, to, instruction.reads.get(..count)?)
        }
        Op::Select(ty) if ty.bits() == 32 || ty.bits() == 64 => {
            let to = to().filter(|to| to.wide == (ty.bits() == 64))?;
            let role = Role::Select(read(2)?);
            let steps = halves(planner, op::SELP, to, &[read(0)?, read(1)?])?;
            Some(steps.into_iter().map(|step| Step { role, ..step }).collect())
        }
        Op::SetPredicate { compare, ty: ty @ (Type::B32 | Type::U32 | Type::S32), .. } => {
            let sources = [word(0)?, word(1)?, Source::Nothing];
            let op = comparison(compare, ty.is_signed())?;
            Some(vec![Step::compare(op, scalar, sources)])
        }
        Op::Convert { to: Type::U32 | Type::S32 | Type::U64 | Type::S64, from, mode, .. }
            if matches!(from, Type::U32 | Type::S32 | Type::U64 | Type::S64) && !mode.saturate =>
        {
            convert(planner, instruction, from)
        }
        Op::Unpack(Type::B32) => {
            let [low, high] = [Half::Low, Half::High].map(|half| planner.half(read(0)?, half));
            let parts = instruction.writes.iter().zip([low?, high?]).filter_map(|(register, source)| {
                let to = planner.place((*register)?)?;
                Some(narrow(Step::native(op::MOV, to.half(0), [source, Source::Nothing, Source::Nothing]), to))
            });
            (instruction.writes.len() == 2).then(|| parts.flatten().collect())
        }
        Op::Pack(Type::B32) if instruction.reads.len() == 2 => {
            let to = to().filter(|to| to.wide)?;
            let part =
                |n: usize| Some(Step::native(op::MOV, to.half(n as u32), [word(n)?, Source::Nothing, Source::Nothing]));
            Some(vec![part(0)?, part(1)?])
        }
        _ => single(planner, instruction, scalar),
    }
}

/// Returns the steps of one operation on lower and upper words.
fn halves(planner: &Planner, op: u8, to: Place, reads: &[Operand]) -> Option<Vec<Step>> {
    let part = |half: Half| {
        let mut sources = [Source::Nothing; 3];
        for (source, &operand) in sources.iter_mut().zip(reads) {
            *source = planner.half(operand, half)?;
        }
        Some(Step::native(op, to.half(u32::from(half == Half::High)), sources))
    };
    let low = part(Half::Low)?;
    Some(if to.wide { vec![low, part(Half::High)?] } else { vec![low] })
}

/// Returns the steps of a conversion between integers of 32 and 64 bits: a word, and its sign or
/// zeros or the other word above it.
fn convert(planner: &Planner, instruction: &Instruction, from: Type) -> Option<Vec<Step>> {
    let to = planner.target(instruction, 0)?;
    let operand = *instruction.reads.first()?;
    let Op::Convert { to: ty, .. } = instruction.op else { return None };
    if to.wide != (ty.bits() == 64) {
        return None;
    }
    let one = |source| [source, Source::Nothing, Source::Nothing];
    let low = planner.half(operand, Half::Low)?;
    let mut steps = vec![Step::native(op::MOV, to.half(0), one(low))];
    if to.wide {
        let above = to.half(1);
        steps.push(match (from.bits(), from.is_signed()) {
            (64, _) => Step::native(op::MOV, above, one(planner.half(operand, Half::High)?)),
            (_, true) => {
                let sign = Source::Known(Operand::Immediate(31), Half::Both, 0);
                Step::native(op::SHR_S, above, [low, sign, Source::Nothing])
            }
            (_, false) => Step::native(op::MOV, above, one(ZERO)),
        });
    }
    Some(steps)
}

fn code(operation: Integer, ty: Type) -> Option<u8> {
    let signed = |yes: u8, no: u8| if ty.is_signed() { yes } else { no };
    Some(match operation {
        Integer::Add => op::ADD,
        Integer::Sub => op::SUB,
        Integer::Mul(Part::Low | Part::Wide) => op::MUL_LO,
        Integer::Mul(Part::High) => signed(op::MUL_HI_S, op::MUL_HI_U),
        Integer::Mad(Part::Low) => op::MAD,
        Integer::Abs => op::ABS,
        Integer::Neg => op::NEG,
        Integer::Min => signed(op::MIN_S, op::MIN_U),
        Integer::Max => signed(op::MAX_S, op::MAX_U),
        Integer::And => op::AND,
        Integer::Or => op::OR,
        Integer::Xor => op::XOR,
        Integer::Not => op::NOT,
        Integer::Shl => op::SHL,
        Integer::Shr => signed(op::SHR_S, op::SHR_U),
        _ => return None,
    })
}

fn comparison(compare: Compare, signed: bool) -> Option<u8> {
    Some(match (compare, signed) {
        (Compare::Eq, _) => op::SETP_EQ,
        (Compare::Ne, _) => op::SETP_NE,
        (Compare::Lt, true) => op::SETP_LT_S,
        (Compare::Le, true) => op::SETP_LE_S,
        (Compare::Gt, true) => op::SETP_GT_S,
        (Compare::Ge, true) => op::SETP_GE_S,
        (Compare::Lt, false) => op::SETP_LT_U,
        (Compare::Le, false) => op::SETP_LE_U,
        (Compare::Gt, false) => op::SETP_GT_U,
        (Compare::Ge, false) => op::SETP_GE_U,
        _ => return None,
    })
}
