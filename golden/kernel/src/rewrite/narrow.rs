//! Narrowing: addresses that need 32 bits are computed in 32 bits.
//!
//! Shared and local memory lie below 4 GiB, whatever the width of a pointer. A 64-bit register of
//! which only the lower half matters becomes one of 32 bits: if every use is the base of an access
//! to such memory, or takes part in a computation whose lower half depends on lower halves alone.
//! An instruction of 32 bits reads the lower half of a 64-bit register, so a value that is needed
//! whole elsewhere stays as it is. No instruction is added.

use super::Rules;
use crate::analysis::Bits;
use crate::execute::{GLOBAL, WINDOW};
use crate::program::{Function, Instruction, Integer, Memory, Module, Op, Operand, Part, RegisterId, Space, Type};

/// Returns a function in which all registers that can be narrowed have 32 bits.
pub(super) fn narrow(module: &Module, function: &Function, rules: &Rules) -> Function {
    let constants = constants_are_low(module);
    let chosen = chosen(function, constants, rules);
    let mut function = function.clone();
    for instruction in &mut function.code {
        let written = instruction.registers_written().any(|w| chosen.contains(w.0 as usize));
        let read = matches!(instruction.op, Op::Convert { .. })
            && instruction.registers_read().any(|r| chosen.contains(r.0 as usize));
        if written || read {
            lower_half(instruction);
        }
    }
    chosen.iter().for_each(|r| function.registers[r].ty = Type::B32);
    function
}

/// Whether all constants of a module lie below 4 GiB.
fn constants_are_low(module: &Module) -> bool {
    let low = |bytes: u64| bytes < u64::from(u32::MAX) - GLOBAL - WINDOW;
    let global = module.variables.iter().filter(|v| matches!(v.space, Space::Global | Space::Const));
    low(global.fold(0u64, |sum, v| sum.saturating_add(v.bytes).saturating_add(v.align.into())))
}

/// Returns the largest set of registers of which only the lower half matters, given that all of
/// them are narrowed.
fn chosen(function: &Function, constants: bool, rules: &Rules) -> Bits {
    let mut chosen = Bits::new(function.registers.len());
    let wide = function.registers.iter().enumerate().filter(|(_, r)| r.ty.words() == 2);
    wide.for_each(|(r, _)| chosen.insert(r));
    loop {
        let before = chosen.len();
        for instruction in &function.code {
            let computes = computes_low(instruction);
            for w in instruction.registers_written().filter(|_| !computes) {
                chosen.remove(w.0 as usize);
            }
            let narrowed = computes && instruction.registers_written().all(|w| chosen.contains(w.0 as usize));
            for (n, read) in instruction.reads.iter().enumerate() {
                let Operand::Register(RegisterId(r)) = *read else { continue };
                if rules.whole && !narrowed && !reads_low(instruction, n, constants) {
                    chosen.remove(r as usize);
                }
            }
        }
        if chosen.len() == before {
            return chosen;
        }
    }
}

fn is_integer(ty: Type, bits: u32) -> bool {
    ty.bits() == bits && !ty.is_float()
}

/// Whether the lower half of the single result depends on the operands' lower halves alone, in a
/// way that a 32-bit instruction computes.
fn computes_low(instruction: &Instruction) -> bool {
    use Integer::*;
    let timed = |operand: &Operand| matches!(operand, Operand::Special(special) if special.by_time());
    if instruction.writes.len() != 1 || instruction.reads.iter().any(timed) {
        return false;
    }
    match instruction.op {
        Op::Move(ty) | Op::Select(ty) => is_integer(ty, 64),
        Op::ToGeneric(_) | Op::FromGeneric(_) => true,
        Op::Integer(Add | Sub | Mul(Part::Low) | Mad(Part::Low) | And | Or | Xor | Not | Neg | Shl, ty) => {
            is_integer(ty, 64)
        }
        Op::Integer(Mul(Part::Wide) | Mad(Part::Wide), ty) => is_integer(ty, 32),
        Op::Convert { to, from, mode, .. } => {
            let whole = is_integer(from, 32) || is_integer(from, 64);
            is_integer(to, 64) && !mode.saturate && !from.is_float() && (whole || from.is_signed() == to.is_signed())
        }
        _ => false,
    }
}

/// Whether only the lower half of operand `n` matters to an instruction.
fn reads_low(instruction: &Instruction, n: usize, constants: bool) -> bool {
    // an address below 4 GiB less such an offset is one, too
    let base = |memory: &Memory| n == 0 && memory.offset.unsigned_abs() < WINDOW && lies_low(memory.space, constants);
    match &instruction.op {
        Op::Load(memory) | Op::Store(memory) | Op::Atomic(_, memory) => base(memory),
        Op::Convert { to, from, mode, .. } => {
            is_integer(*from, 64)
                && !to.is_float()
                && to.bits() <= 32
                && !mode.saturate
                && instruction.writes.len() == 1
        }
        _ => false,
    }
}

fn lies_low(space: Space, constants: bool) -> bool {
    match space {
        Space::Shared | Space::Local => true,
        Space::Const => constants,
        Space::Generic | Space::Global | Space::Param => false,
    }
}

/// Rewrites an instruction to compute the lower half of its result, or to read the lower half of
/// its operand.
fn lower_half(instruction: &mut Instruction) {
    use Integer::*;
    let mut ty = Type::U32;
    instruction.op = match instruction.op {
        Op::Move(_) | Op::ToGeneric(_) | Op::FromGeneric(_) => Op::Move(Type::B32),
        Op::Select(_) => Op::Select(Type::B32),
        Op::Integer(operation @ (And | Or | Xor | Not | Shl), _) => {
            ty = Type::B32;
            Op::Integer(operation, ty)
        }
        Op::Integer(Neg, _) => {
            ty = Type::S32;
            Op::Integer(Neg, ty)
        }
        Op::Integer(Mul(_), _) => Op::Integer(Mul(Part::Low), ty),
        Op::Integer(Mad(_), _) => Op::Integer(Mad(Part::Low), ty),
        Op::Integer(operation, _) => Op::Integer(operation, ty),
        Op::Convert { to, from, mode, integer } => match (to.bits(), from.bits()) {
            (32 | 64, 32 | 64) => Op::Move(Type::B32),
            (64, _) => {
                ty = if to.is_signed() { Type::S32 } else { Type::U32 };
                Op::Convert { to: ty, from, mode, integer }
            }
            _ => Op::Convert { to, from: Type::U32, mode, integer },
        },
        ref op => op.clone(),
    };
    for read in &mut instruction.reads {
        if let Operand::Immediate(value) = read {
            let low = *value as u32;
            *value = if ty.is_signed() { low as i32 as u64 } else { low.into() };
        }
    }
}
