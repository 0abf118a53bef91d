use std::sync::OnceLock;

use super::{Instruction, Source, Space, Span, Type};
use crate::error::Error;

/// A register of a function, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegisterId(pub u32);
/// A variable of a module, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);
/// A function of a module, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// What a program sees as the function's address: never null, a multiple of eight (C++ keeps a flag in the lowest bit), and no place in memory.
    pub const fn address(self) -> u64 {
        (self.0 as u64 + 1) * 8
    }
    /// The function of an address, if it can be one.
    pub const fn of_address(address: u64) -> Option<FunctionId> {
        match address.is_multiple_of(8) && address > 0 && address / 8 <= u32::MAX as u64 {
            true => Some(FunctionId((address / 8 - 1) as u32)),
            false => None,
        }
    }
}

/// A PTX module.
#[derive(Debug, Clone)]
pub struct Module {
    /// The text it was read from.
    pub source: Source,
    /// `.version`, major and minor.
    pub version: (u32, u32),
    /// `.target`, such as `sm_35`.
    pub target: String,
    /// `.address_size`: 32 or 64 bits.
    pub address_size: u32,
    /// All variables, those of functions and their parameters too.
    pub variables: Vec<Variable>,
    /// Kernels and device functions.
    pub functions: Vec<Function>,
    /// Byte of global memory from which on its variables lie: 0, unless it was loaded beside others.
    pub base: u64,
    /// The same, rewritten for fewer registers.
    pub rewritten: Rewritten,
}

/// What a module is rewritten to, once it is needed. A copy of a module has none, since it may be changed.
#[derive(Debug, Default)]
pub struct Rewritten(OnceLock<Box<Module>>);

impl Rewritten {
    /// The rewritten module, which is made if there is none.
    pub fn get(&self, make: impl FnOnce() -> Module) -> &Module {
        self.0.get_or_init(|| Box::new(make()))
    }
}

impl Clone for Rewritten {
    fn clone(&self) -> Rewritten {
        Rewritten::default()
    }
}

/// A variable or parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// As the text calls it.
    pub name: String,
    /// Where it lies. A parameter of a device function, and one that a call passes, says [`Space::Param`] and has an owner that is no entry or is not
    /// among the owner's parameters: it lies in the thread's local frame.
    pub space: Space,
    /// Alignment in bytes, a power of two.
    pub align: u32,
    /// Bytes; 0 for an array without a size: dynamic shared memory.
    pub bytes: u64,
    /// Initial contents, shorter than `bytes` or empty where the rest is zero.
    pub initial: Vec<u8>,
    /// Addresses in the initial contents: byte, variable, addend, whether as a generic address.
    pub addresses: Vec<(u64, VariableId, i64, bool)>,
    /// The function that it belongs to; none for one of the module.
    pub owner: Option<FunctionId>,
    /// Declared here, defined elsewhere (`.extern`).
    pub external: bool,
    /// What it is if it is no data: its address is the handle of a texture or surface, and nothing is read or written there.
    pub opaque: Option<Opaque>,
    /// Where it is declared.
    pub at: Span,
}

/// A variable that is no data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opaque {
    /// `.texref`
    Texture,
    /// `.samplerref`
    Sampler,
    /// `.surfref`
    Surface,
}

impl Opaque {
    /// The variable's kind, by its type's name without the dot.
    pub fn named(name: &str) -> Option<Opaque> {
        Some(match name {
            "texref" => Opaque::Texture,
            "samplerref" => Opaque::Sampler,
            "surfref" => Opaque::Surface,
            _ => return None,
        })
    }
    /// What an error calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Opaque::Texture => "texture",
            Opaque::Sampler => "sampler",
            Opaque::Surface => "surface",
        }
    }
}

/// A kernel's parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its variable.
    pub variable: VariableId,
    /// Where it starts in the block of parameters.
    pub offset: u32,
}

/// A virtual register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// With its percent sign.
    pub name: String,
    /// As declared.
    pub ty: Type,
}

/// A kernel or a device function.
#[derive(Debug, Clone)]
pub struct Function {
    /// As the text calls it.
    pub name: String,
    /// A kernel.
    pub entry: bool,
    /// A kernel's parameters with their places in the block; a device function's formal parameters in order, with offset 0.
    pub parameters: Vec<Parameter>,
    /// Bytes of a kernel's block of parameters.
    pub parameter_bytes: u32,
    /// What a device function returns.
    pub returns: Vec<VariableId>,
    /// Virtual registers, those that the reader added too (the carry flag is one).
    pub registers: Vec<Register>,
    /// Instructions; control falls off the end as if a `ret` stood there. Empty when `defined` is false.
    pub code: Vec<Instruction>,
    /// Has a body.
    pub defined: bool,
    /// Why the body could not be read, if it could not: then it has no code, and no kernel that reaches it runs.
    pub refused: Option<Error>,
    /// `.reqntid` or `.maxntid`: threads of a CTA, x, y, z, and whether exactly so.
    pub threads: Option<([u32; 3], bool)>,
    /// Where its name stands.
    pub at: Span,
}

impl Module {
    /// A function's number by its name.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FunctionId(i as u32))
    }
    /// The kernels.
    pub fn kernels(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions.iter().enumerate().filter(|(_, f)| f.entry && f.defined).map(|(i, f)| (FunctionId(i as u32), f))
    }
}
