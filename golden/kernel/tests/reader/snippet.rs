//! Helpers of the reader's tests: instructions in a kernel that has registers of every type, and
//! the notation of the operations that they are read as.

use heddle_kernel::program::{Function, Instruction, Module, Operand, Type};
use heddle_kernel::{Error, Problem, read};

pub const TYPES: [Type; 20] = {
    use Type::*;
    [Pred, B8, B16, B32, B64, B128, U8, U16, U32, U64, S8, S16, S32, S64, F16, F16x2, Bf16, Bf16x2, F32, F64]
};

/// Registers `%u32_0` to `%u32_9` and so on. A type that only memory has gets registers of the next
/// wider one, as compilers do it.
pub fn registers() -> String {
    let line = |ty: Type| {
        let held = match ty {
            Type::B8 | Type::U8 | Type::S8 => "b16",
            Type::Bf16 => "b16",
            Type::Bf16x2 => "b32",
            _ => ty.name(),
        };
        format!(".reg .{held} %{}_<10>;\n", ty.name())
    };
    TYPES.iter().map(|&ty| line(ty)).collect()
}

/// A module of a version and target whose kernel does this.
pub fn module_of(version: &str, target: &str, body: &str) -> String {
    format!(
        ".version {version}\n.target {target}\n.address_size 64\n\
         .global .align 16 .b8 datum[64];\n.const .align 16 .b8 fixed[64];\n.extern .shared .align 16 .b8 dynamic[];\n\
         .func (.param .b32 doubled) twice(.param .b32 single)\n{{\n\
         .reg .b32 %t;\nld.param.b32 %t, [single];\nst.param.b32 [doubled], %t;\nret;\n}}\n\
         .entry k(.param .u64 from, .param .u32 count)\n{{\n.local .align 16 .b8 frame[64];\n.shared .align 16 .b8 tile[64];\n{}\n{body}\nret;\n}}\n",
        registers()
    )
}

/// The newest PTX on a machine that has nearly all of it.
pub fn module(body: &str) -> String {
    module_of("8.6", "sm_90", body)
}

pub fn kernel(module: &Module) -> &Function {
    &module.functions[module.function("k").expect("the kernel").0 as usize]
}

fn operand(module: &Module, operand: Operand) -> String {
    match operand {
        Operand::Register(register) => kernel(module).registers[register.0 as usize].name.clone(),
        Operand::Immediate(bits) => format!("#{bits:x}"),
        Operand::Special(special) => format!("{special:?}"),
        Operand::Variable(id, 0) => module.variables[id.0 as usize].name.clone(),
        Operand::Variable(id, offset) => format!("{}{offset:+}", module.variables[id.0 as usize].name),
    }
}

/// `operation (reads) -> writes`, with its guard in front.
pub fn shown(module: &Module, instruction: &Instruction) -> String {
    let names = &kernel(module).registers;
    let reads: Vec<String> = instruction.reads.iter().map(|&read| operand(module, read)).collect();
    let writes = instruction.writes.iter().map(|w| w.map_or("_".into(), |w| names[w.0 as usize].name.clone()));
    let writes: Vec<String> = writes.collect();
    let guard = instruction.guard.map(|guard| {
        let sign = if guard.negated { "!" } else { "" };
        format!("@{sign}{} ", names[guard.register.0 as usize].name)
    });
    let (guard, arrow) = (guard.unwrap_or_default(), if writes.is_empty() { "" } else { " -> " });
    format!("{guard}{:?} ({}){arrow}{}", instruction.op, reads.join(", "), writes.join(", "))
}

/// What came of the instructions of a body, without the `ret` behind them.
pub fn lowered_in(text: &str) -> Result<Vec<String>, Error> {
    let module = read("k.ptx", text)?;
    if let Some(error) = module.functions.iter().find_map(|function| function.refused.clone()) {
        return Err(error);
    }
    let code = &kernel(&module).code;
    Ok(code[..code.len() - 1].iter().map(|instruction| shown(&module, instruction)).collect())
}

pub fn lowered(body: &str) -> Vec<String> {
    lowered_in(&module(body)).unwrap_or_else(|error| panic!("{body}\n{error}"))
}

/// Where an instruction is refused: the text at fault, and why.
pub fn refused_in(text: &str) -> (String, Problem) {
    match read("k.ptx", text) {
        Ok(module) => match module.functions.iter().find_map(|function| function.refused.clone()) {
            Some(error) => pointed(text, error),
            None => panic!("it was read:\n{text}"),
        },
        Err(error) => pointed(text, error),
    }
}

fn pointed(text: &str, error: Error) -> (String, Problem) {
    let span = error.span.start as usize..error.span.end as usize;
    (text[span].to_string(), error.problem)
}
