use std::sync::OnceLock;

use super::{Instruction, Source, Space, Span, Type};
use crate::error::Error;

/// The number of a register within its function, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegisterId(pub u32);
/// The number of a variable within its module, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);
/// The number of a function within its module, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// Returns the address of the function as a program sees it: never null, a multiple of eight,
    /// and no place in memory. C++ keeps a flag in the lowest bit of a function's address.
    pub const fn address(self) -> u64 {
        (self.0 as u64 + 1) * 8
    }
    /// Returns the function that has an address, or `None` for a value that is no function address.
    pub const fn of_address(address: u64) -> Option<FunctionId> {
        match address.is_multiple_of(8) && address > 0 && address / 8 <= u32::MAX as u64 {
            true => Some(FunctionId((address / 8 - 1) as u32)),
            false => None,
        }
    }
}

/// A PTX module: its functions, its variables and the text that they were read from.
#[derive(Debug, Clone)]
pub struct Module {
    /// The text that the module was read from.
    pub source: Source,
    /// The PTX version (`.version`), major and minor.
    pub version: (u32, u32),
    /// The target architecture (`.target`), such as `sm_35`.
    pub target: String,
    /// The width of an address (`.address_size`): 32 or 64 bits.
    pub address_size: u32,
    /// All variables of the module, including parameters and the variables of functions.
    pub variables: Vec<Variable>,
    /// The kernels and device functions of the module.
    pub functions: Vec<Function>,
    /// The byte offset in global memory from which the variables lie: 0, unless the module was
    /// loaded beside others.
    pub base: u64,
    /// This module rewritten for fewer registers.
    pub rewritten: Rewritten,
}

/// The rewritten form of a module, made on first use; a clone has none, since the cloned module may
/// be changed.
#[derive(Debug, Default)]
pub struct Rewritten(OnceLock<Box<Module>>);

impl Rewritten {
    /// Returns the rewritten module; `make` creates it on the first call.
    pub fn get(&self, make: impl FnOnce() -> Module) -> &Module {
        self.0.get_or_init(|| Box::new(make()))
    }
}

impl Clone for Rewritten {
    fn clone(&self) -> Rewritten {
        Rewritten::default()
    }
}

/// A variable or parameter of a PTX module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The variable's name in the text.
    pub name: String,
    /// The state space of the variable. A parameter of a device function, and one that a call
    /// passes, says [`Space::Param`] and has an owner that is no entry or is not among the owner's
    /// parameters: it lies in the thread's local frame. among the owner's parameters: it lies in
    /// the thread's local frame.
    pub space: Space,
    /// The alignment of the variable in bytes, a power of two.
    pub align: u32,
    /// Size in bytes; 0 for an array without a size: dynamic shared memory.
    pub bytes: u64,
    /// Bytes by which an index steps: those of one number, though elements are vectors or arrays.
    pub element: u64,
    /// The initial contents; bytes that are missing up to `bytes` are zero.
    pub initial: Vec<u8>,
    /// The addresses in the initial contents: byte offset, variable, addend, whether as a generic
    /// address.
    pub addresses: Vec<(u64, VariableId, i64, bool)>,
    /// The function that the variable belongs to; `None` for a variable of the module.
    pub owner: Option<FunctionId>,
    /// Whether the variable is declared here and defined elsewhere (`.extern`).
    pub external: bool,
    /// The kind of a texture, sampler or surface reference; `None` for a variable that holds data.
    /// The address of a reference is its handle, and nothing is read or written there.
    pub opaque: Option<Opaque>,
    /// The place of the declaration in the text.
    pub at: Span,
}

/// The kind of a variable that holds no data: a texture, sampler or surface reference.
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
    /// Returns the kind of reference that a type name (without its dot) stands for, if any.
    pub fn named(name: &str) -> Option<Opaque> {
        Some(match name {
            "texref" => Opaque::Texture,
            "samplerref" => Opaque::Sampler,
            "surfref" => Opaque::Surface,
            _ => return None,
        })
    }
    /// Returns the name of the kind as errors write it: texture, sampler or surface.
    pub const fn name(self) -> &'static str {
        match self {
            Opaque::Texture => "texture",
            Opaque::Sampler => "sampler",
            Opaque::Surface => "surface",
        }
    }
}

/// A parameter of a kernel and its place in the parameter block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The variable of the parameter.
    pub variable: VariableId,
    /// The byte offset of the parameter in the parameter block.
    pub offset: u32,
}

/// A virtual register of a function: its name and type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Register {
    /// The register's name, with its percent sign.
    pub name: String,
    /// The register's type as declared.
    pub ty: Type,
}

/// A kernel or a device function: its parameters, registers and instructions.
#[derive(Debug, Clone)]
pub struct Function {
    /// The function's name in the text.
    pub name: String,
    /// Whether the function is a kernel.
    pub entry: bool,
    /// The parameters in order: a kernel's with their offsets in the parameter block, a device
    /// function's with offset 0.
    pub parameters: Vec<Parameter>,
    /// Bytes of a kernel's parameter block.
    pub parameter_bytes: u32,
    /// The return values of a device function, as variables.
    pub returns: Vec<VariableId>,
    /// The virtual registers, including those that the reader added (such as the carry flag).
    pub registers: Vec<Register>,
    /// The instructions; control that reaches the end returns as by `ret`. Empty when `defined` is
    /// false.
    pub code: Vec<Instruction>,
    /// Whether the function has a body.
    pub defined: bool,
    /// The error of a body that could not be read: the function has no code then, and no kernel
    /// that reaches it can run.
    pub refused: Option<Error>,
    /// The CTA size by `.reqntid` or `.maxntid`: threads in x, y, z, and whether exactly that many.
    pub threads: Option<([u32; 3], bool)>,
    /// The place of the function's name in the text.
    pub at: Span,
}

impl Module {
    /// Returns the number of the function with a name, if there is one.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FunctionId(i as u32))
    }
    /// Returns the kernels that have a body, with their numbers.
    pub fn kernels(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions.iter().enumerate().filter(|(_, f)| f.entry && f.defined).map(|(i, f)| (FunctionId(i as u32), f))
    }
}
