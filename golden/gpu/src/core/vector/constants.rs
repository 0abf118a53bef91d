//! Registers that hold a constant of the launch: a branch on one is the scalar front end's alone (SIMT-SIMD IV.A).

use std::collections::BTreeMap;

use heddle_kernel::execute::Image;
use heddle_kernel::program::{Function, FunctionId, Instruction, Op, Operand, RegisterId, Space, Special};

/// By function, whether each register holds one value for all threads of a launch.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constants(BTreeMap<u32, Vec<bool>>);

impl Constants {
    /// Of a kernel. `same_size`: its CTAs or warps have one size.
    pub fn of(image: &Image, same_size: bool) -> Constants {
        let used = (0..image.module.functions.len() as u32).filter(|id| image.allocation(FunctionId(*id)).is_some());
        Constants(used.map(|id| (id, of_function(&image.module.functions[id as usize], same_size))).collect())
    }

    /// Whether a register of a function is one.
    pub fn has(&self, function: FunctionId, register: RegisterId) -> bool {
        self.0.get(&function.0).is_some_and(|constant| constant[register.0 as usize])
    }
}

/// Written once in the text, always, from constants alone.
fn of_function(function: &Function, same_size: bool) -> Vec<bool> {
    let mut writes = vec![0; function.registers.len()];
    let written = function.code.iter().flat_map(Instruction::registers_written);
    written.for_each(|register| writes[register.0 as usize] += 1);
    let mut constant: Vec<bool> = writes.iter().map(|&writes| writes == 1).collect();
    loop {
        let mut changed = false;
        for instruction in &function.code {
            let reads = instruction.reads.iter().all(|read| match *read {
                Operand::Register(register) => constant[register.0 as usize],
                Operand::Immediate(_) | Operand::Special(Special::Nctaid(_)) => true,
                Operand::Special(Special::Ntid(d)) => same_size || d != 0,
                Operand::Variable(..) => true,
                Operand::Special(_) => false,
            });
            let known = reads && instruction.guard.is_none() && computes(function, instruction);
            for register in instruction.registers_written().filter(|_| !known) {
                changed |= std::mem::replace(&mut constant[register.0 as usize], false);
            }
        }
        if !changed {
            return constant;
        }
    }
}

fn computes(function: &Function, instruction: &Instruction) -> bool {
    match &instruction.op {
        Op::Load(memory) => memory.space == Space::Param && parameter(function, instruction).is_some(),
        Op::Move(_) | Op::Integer(..) | Op::Float(..) | Op::SetPredicate { .. } | Op::Set { .. } => true,
        Op::Select(_) | Op::Convert { .. } | Op::Predicate(_) | Op::ToGeneric(_) | Op::FromGeneric(_) => true,
        _ => false,
    }
}

/// Where a load reads the block of a kernel's parameters, in bytes, if it does.
pub(super) fn parameter(function: &Function, instruction: &Instruction) -> Option<u32> {
    let (Op::Load(memory), Some(&Operand::Variable(variable, addend))) = (&instruction.op, instruction.reads.first())
    else {
        return None;
    };
    let parameter = function.parameters.iter().find(|parameter| function.entry && parameter.variable == variable)?;
    parameter.offset.checked_add_signed((addend + memory.offset) as i32)
}
