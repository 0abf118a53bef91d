//! Values of the program's registers in a partition: lane by lane, as a metadata register, or as a
//! scalar that comes with the instruction.
//!
//! A branch on a constant of the launch belongs to the scalar front end alone (SIMT-SIMD IV.A), and
//! an instruction can have one as its scalar operand.

use std::collections::BTreeMap;

use heddle_kernel::execute::Image;
use heddle_kernel::program::{Function, FunctionId, Instruction, Op, Operand, RegisterId, Space, Special};

use super::code;

/// Form in which a partition holds the value of a register of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// The value is held lane by lane.
    ByLane,
    /// The value is held lane by lane, the same in all lanes: it comes by one move.
    Moved,
    /// The value is the scalar operand of each instruction that reads it.
    Scalar,
    /// The value is this metadata register, of which the register is a copy in the text.
    Metadata(u8),
}

impl Held {
    /// Whether the value takes a register of the partition.
    pub fn is_by_lane(self) -> bool {
        matches!(self, Held::ByLane | Held::Moved)
    }
    /// Whether the value is a constant of the launch.
    pub fn is_constant(self) -> bool {
        matches!(self, Held::Moved | Held::Scalar)
    }
}

/// Forms of the values of all registers of a kernel's functions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values(BTreeMap<u32, Vec<Held>>);

impl Values {
    /// Determines the forms of a kernel's values. `same_size`: its CTAs or warps have one size.
    pub fn of(image: &Image, same_size: bool) -> Values {
        let used = (0..image.module.functions.len() as u32).filter(|id| image.allocation(FunctionId(*id)).is_some());
        Values(used.map(|id| (id, of_function(&image.module.functions[id as usize], same_size))).collect())
    }

    /// Returns the form of the value of a function's register.
    pub fn held(&self, function: FunctionId, register: RegisterId) -> Held {
        self.0.get(&function.0).map_or(Held::ByLane, |held| held[register.0 as usize])
    }
}

fn of_function(function: &Function, same_size: bool) -> Vec<Held> {
    let writes = writes(function);
    let constant = constants(function, &writes, same_size);
    let mut held: Vec<Held> = constant.iter().map(|is| if *is { Held::Scalar } else { Held::ByLane }).collect();
    let is = |register: RegisterId| constant[register.0 as usize];
    for instruction in &function.code {
        // what computes a constant is a move of one, if anything
        let branches = matches!(instruction.op, Op::Branch { .. } | Op::Return | Op::Exit | Op::Trap | Op::Call { .. });
        if let Some(guard) = instruction.guard.filter(|guard| is(guard.register) && !branches) {
            held[guard.register.0 as usize] = Held::Moved;
        }
        if !computes_constants(instruction, is) && numbers(instruction, is) > 1 {
            for register in instruction.registers_read().filter(|register| is(*register)) {
                held[register.0 as usize] = Held::Moved;
            }
        }
        if let Some((register, of)) =
            copied(instruction).filter(|(register, _)| !is(*register) && writes[register.0 as usize] == 1)
        {
            held[register.0 as usize] = Held::Metadata(of);
        }
    }
    held
}

/// Returns the register that an instruction makes a copy of a metadata register, and the latter;
/// `None` if the instruction is no such copy.
fn copied(instruction: &Instruction) -> Option<(RegisterId, u8)> {
    let Instruction { guard: None, op: Op::Move(_), writes, reads, .. } = instruction else { return None };
    match (writes.first()?, reads.first()?) {
        (Some(register), &Operand::Special(of @ (Special::Tid(_) | Special::Ntid(_) | Special::Ctaid(_)))) => {
            Some((*register, code::meta(of)?))
        }
        _ => None,
    }
}

/// Whether an instruction writes registers, and only constants.
pub(super) fn computes_constants(instruction: &Instruction, is_constant: impl Fn(RegisterId) -> bool) -> bool {
    let mut writes = instruction.registers_written().peekable();
    writes.peek().is_some() && writes.all(is_constant)
}

/// Returns the number of scalars that an instruction reads, numbers of its text included: it can
/// have one. An address and its offset are one.
fn numbers(instruction: &Instruction, is_constant: impl Fn(RegisterId) -> bool) -> usize {
    let offset = match &instruction.op {
        Op::Load(memory) | Op::Store(memory) | Op::Atomic(_, memory) => memory.offset != 0,
        _ => false,
    };
    let is_number = |(n, read): (usize, &Operand)| match *read {
        Operand::Register(register) => is_constant(register) || n == 0 && offset,
        Operand::Special(special) => code::meta(special).is_none(),
        Operand::Immediate(_) | Operand::Variable(..) => true,
    };
    instruction.reads.iter().enumerate().filter(|read| is_number(*read)).count()
}

/// Returns, by register, the number of writes in the text.
fn writes(function: &Function) -> Vec<u32> {
    let mut writes = vec![0; function.registers.len()];
    let written = function.code.iter().flat_map(Instruction::registers_written);
    written.for_each(|register| writes[register.0 as usize] += 1);
    writes
}

/// Returns, by register, whether it is a constant: written once in the text, without a guard, from
/// constants alone.
fn constants(function: &Function, writes: &[u32], same_size: bool) -> Vec<bool> {
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

/// Returns the offset in bytes at which a load reads the block of a kernel's parameters; `None` if
/// it does not read the block.
pub(super) fn parameter(function: &Function, instruction: &Instruction) -> Option<u32> {
    let (Op::Load(memory), Some(&Operand::Variable(variable, addend))) = (&instruction.op, instruction.reads.first())
    else {
        return None;
    };
    let parameter = function.parameters.iter().find(|parameter| function.entry && parameter.variable == variable)?;
    parameter.offset.checked_add_signed((addend + memory.offset) as i32)
}

#[cfg(test)]
mod tests {
    use heddle_contract::prt::meta;

    use super::*;

    const REGISTERS: &str = ".reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<5>;";

    /// Returns the forms of the values of a kernel's registers, by name.
    fn held(code: &str, same_size: bool) -> impl Fn(&str) -> Held + use<> {
        let text = format!(
            ".version 3.2\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 k_0, .param .u32 k_1)\n{{\n\
             {REGISTERS}\n{code}\nret;\n}}\n"
        );
        let function = heddle_kernel::read("k.ptx", &text).unwrap().functions.remove(0);
        let held = of_function(&function, same_size);
        move |name| held[function.registers.iter().position(|register| register.name == name).unwrap()]
    }

    #[test]
    fn a_constant_is_the_scalar_operand_of_what_reads_no_other_number() {
        let held = held(
            "ld.param.u64 %rd1, [k_0];\nld.param.u32 %r1, [k_1];\nadd.s32 %r2, %r1, 7;\nmov.u32 %r3, %laneid;\n\
             mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r2;\n\
             mad.lo.s32 %r4, %r3, %r1, 3;\nst.global.u32 [%rd3+4], %r4;",
            true,
        );
        // a pointer to which an offset is added, and a number that is stored at an address by lane
        assert_eq!((held("%rd1"), held("%r2")), (Held::Scalar, Held::Scalar));
        // beside another number
        assert_eq!(held("%r1"), Held::Moved);
        assert_eq!([held("%rd2"), held("%rd3"), held("%r3"), held("%r4")], [Held::ByLane; 4]);
    }

    #[test]
    fn an_address_and_its_offset_are_one_number() {
        let code = "ld.param.u64 %rd1, [k_0];\nld.param.u32 %r1, [k_1];\nld.global.u32 %r2, [%rd1+8];\n";
        assert_eq!(held(code, true)("%rd1"), Held::Scalar);
        // the value that is stored is another
        let held = held(&format!("{code}st.global.u32 [%rd1+8], %r1;"), true);
        assert_eq!((held("%rd1"), held("%r1")), (Held::Moved, Held::Moved));
    }

    #[test]
    fn copies_of_metadata_are_the_metadata() {
        let code = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %ctaid.x;\n\
             mov.u32 %r4, %tid.x;\nmov.u32 %r4, 5;\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 mov.u32 %r5, %tid.x;\nadd.s32 %r6, %r2, 1;";
        let sized = held(code, false);
        let of = |name: &str| sized(name);
        assert_eq!([of("%r1"), of("%r2"), of("%r3")], [meta::TID, meta::NTID, meta::WID].map(Held::Metadata));
        // written twice, or by some threads
        assert_eq!([of("%r4"), of("%r5"), of("%r6")], [Held::ByLane; 3]);
        // warps of one size: a constant
        let same = held(code, true);
        assert_eq!((same("%r2"), same("%r6")), (Held::Scalar, Held::Scalar));
    }

    #[test]
    fn branches_on_constants_need_no_register_and_guards_do() {
        let code = "ld.param.u32 %r1, [k_1];\nsetp.lt.s32 %p1, %r1, 2;\nmov.u32 %r2, %laneid;\n";
        assert_eq!(held(&format!("{code}@%p1 bra L;\nadd.s32 %r2, %r2, 1;\nL:"), true)("%p1"), Held::Scalar);
        assert_eq!(held(&format!("{code}@%p1 add.s32 %r2, %r2, 1;"), true)("%p1"), Held::Moved);
    }
}
