//! From a module to kernels that can run: which registers are scalar, where each of them lies.

use std::collections::BTreeMap;

use crate::Error;
use crate::allocate::{self, Options, Wrong, allocate};
use crate::analysis::{Flow, Liveness, Rules, Scalars};
use crate::execute::{Fault, Image, Making, reached};
use crate::program::{Allocation, Function, FunctionId, Module};
use crate::rewrite::{self, rewrite};

/// Which registers and instructions are one a warp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scalarization {
    /// None.
    #[default]
    None,
    /// What STSIMT 4.2 finds, completed.
    All,
    /// What Lee et al. find, where control flow converges.
    Restricted,
}

/// How a kernel is made ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Registers {
    /// Which are scalar.
    pub scalars: Scalarization,
    /// Rewritten for fewer registers, then coloured (STSIMT 4.3), instead of one for each name.
    pub allocated: bool,
}

/// Why a kernel is not ready.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// The kernel can not run.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The kernel, or a function that it calls, has an instruction that is not supported.
    #[error("{0}")]
    Refused(Error),
    /// Our allocator made a mistake, and the checker found it.
    #[error("the allocation of `{function}` is wrong: {wrong}")]
    Allocation {
        /// The function.
        function: String,
        /// How.
        wrong: Wrong,
    },
}

/// What the analysis says of a function.
pub fn scalars(module: &Module, function: &Function, which: Scalarization) -> Scalars {
    let flow = Flow::of(function);
    let liveness = || Liveness::of(function, &flow);
    match which {
        Scalarization::None => Scalars::none(function),
        Scalarization::All => Scalars::of(module, function, &flow, &liveness(), &Rules::default()),
        Scalarization::Restricted => Scalars::restricted(module, function, &flow, &liveness(), &Rules::default()),
    }
}

/// The program that is executed: the text's, or what it is rewritten to where registers are allocated. It is the same whichever of them are scalar.
pub fn executed(module: &Module, registers: Registers) -> &Module {
    if registers.allocated { module.rewritten.get(|| rewrite(module, &rewrite::Rules::default())) } else { module }
}

/// Where the registers of a function lie, as it is: [`executed`] has what it is rewritten to. What is coloured is checked.
pub fn allocation(module: &Module, function: &Function, registers: Registers) -> Result<Allocation, CompileError> {
    let scalars = scalars(module, function, registers.scalars);
    if !registers.allocated {
        return Ok(Allocation::unshared(function, &scalars.registers, scalars.instructions));
    }
    let allocation = allocate(function, &Flow::of(function), &scalars, Options::default());
    match allocate::check(function, &allocation) {
        Ok(()) => Ok(allocation),
        Err(wrong) => Err(CompileError::Allocation { function: function.name.clone(), wrong }),
    }
}

/// A kernel made ready, with all functions of the module.
pub fn image(module: &Module, kernel: FunctionId, registers: Registers) -> Result<Image<'_>, CompileError> {
    if let Some(refused) = reached(module, kernel).iter().find_map(|f| module.functions[f.0 as usize].refused.as_ref())
    {
        return Err(CompileError::Refused(refused.clone()));
    }
    let module = executed(module, registers);
    let mut allocations = BTreeMap::new();
    if registers != Registers::default() {
        for (number, function) in module.functions.iter().enumerate().filter(|(_, function)| function.defined) {
            allocations.insert(number as u32, allocation(module, function, registers)?);
        }
    }
    Ok(Image::with(module, kernel, allocations, Making::default())?)
}
