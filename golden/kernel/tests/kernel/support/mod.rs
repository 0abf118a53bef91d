//! Helpers of the tests of analyses and allocation: functions built from lists of instructions.
#![allow(dead_code)]

pub mod machine;
pub mod programs;
pub mod random;

use heddle_kernel::program::*;

pub fn function(code: Vec<Instruction>, registers: Vec<Type>) -> Function {
    Function {
        name: "f".into(),
        entry: true,
        parameters: vec![],
        parameter_bytes: 0,
        returns: vec![],
        registers: registers.iter().enumerate().map(|(i, &ty)| Register { name: format!("%r{i}"), ty }).collect(),
        code,
        defined: true,
        refused: None,
        threads: None,
        at: Span::default(),
    }
}

pub fn module(function: Function) -> Module {
    let source = Source::new("hand", "");
    let (version, target) = ((7, 0), "sm_70".into());
    let (functions, rewritten) = (vec![function], Rewritten::default());
    Module { source, version, target, address_size: 64, base: 0, variables: vec![], functions, rewritten }
}

pub fn op(op: Op, writes: &[u32], reads: &[Operand]) -> Instruction {
    let writes = writes.iter().map(|&w| Some(RegisterId(w))).collect();
    Instruction { guard: None, op, writes, reads: reads.to_vec(), at: Span::default(), stands_for: 1 }
}

pub fn r(register: u32) -> Operand {
    Operand::Register(RegisterId(register))
}

pub fn guarded(register: u32, mut instruction: Instruction) -> Instruction {
    instruction.guard = Some(Guard { register: RegisterId(register), negated: false });
    instruction
}

pub fn branch(target: u32) -> Instruction {
    op(Op::Branch { target, uniform: false }, &[], &[])
}
