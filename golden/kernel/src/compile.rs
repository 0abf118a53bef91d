//! Makes a kernel of a module ready to run: chooses its scalar registers and allocates places for
//! all of them.

use std::collections::BTreeMap;

use crate::Error;
use crate::allocate::{self, Options, Wrong, allocate};
use crate::analysis::{Flow, Liveness, Rules, Scalars};
use crate::execute::{Fault, Image, Making, reached};
use crate::program::{Allocation, Function, FunctionId, Module};
use crate::rewrite::{self, rewrite};

/// The choice of the registers and instructions that a warp has once instead of once per thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scalarization {
    /// No register and no instruction is scalar.
    #[default]
    None,
    /// All scalars that the algorithm of STSIMT 4.2 finds, completed.
    All,
    /// The scalars that the algorithm of Lee et al. finds, where control flow converges.
    Restricted,
}

/// The code whose registers are coloured, so that those that are not live at once share a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Allocated {
    /// No code: each name has a register of its own.
    #[default]
    No,
    /// The code as it is written (STSIMT 4.3).
    Unchanged,
    /// The code after it was rewritten for fewer registers, as a compiler does.
    Rewritten,
}

/// How the registers of a kernel are prepared: which of them are scalar, and whether they are
/// allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Registers {
    /// The choice of scalar registers.
    pub scalars: Scalarization,
    /// The code whose registers are allocated.
    pub allocated: Allocated,
}

/// The reason why a kernel cannot be made ready to run.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// The kernel cannot run.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The kernel, or a function that it calls, has an instruction that is not supported.
    #[error("{0}")]
    Refused(Error),
    /// An error in the allocator of this crate, found by the checker.
    #[error("the allocation of `{function}` is wrong: {wrong}")]
    Allocation {
        /// The name of the function.
        function: String,
        /// The error that the checker found.
        wrong: Wrong,
    },
}

/// Returns the scalar registers and instructions of a function, by the chosen analysis.
pub fn scalars(module: &Module, function: &Function, which: Scalarization) -> Scalars {
    let flow = Flow::of(function);
    let liveness = || Liveness::of(function, &flow);
    match which {
        Scalarization::None => Scalars::none(function),
        Scalarization::All => Scalars::of(module, function, &flow, &liveness(), &Rules::default()),
        Scalarization::Restricted => Scalars::restricted(module, function, &flow, &liveness(), &Rules::default()),
    }
}

/// Returns the module that is executed: the rewritten one where its registers are allocated,
/// otherwise the module as read. It is the same whichever registers are scalar.
pub fn executed(module: &Module, registers: Registers) -> &Module {
    match registers.allocated {
        Allocated::Rewritten => module.rewritten.get(|| rewrite(module, &rewrite::Rules::default())),
        Allocated::No | Allocated::Unchanged => module,
    }
}

/// Returns the place of each register of a function as given; a coloured allocation is checked
/// first. The function is not rewritten here: [`executed`] has the rewritten one.
pub fn allocation(module: &Module, function: &Function, registers: Registers) -> Result<Allocation, CompileError> {
    let scalars = scalars(module, function, registers.scalars);
    if registers.allocated == Allocated::No {
        return Ok(Allocation::unshared(function, &scalars.registers, scalars.instructions));
    }
    let allocation = allocate(function, &Flow::of(function), &scalars, Options::default());
    match allocate::check(function, &allocation) {
        Ok(()) => Ok(allocation),
        Err(wrong) => Err(CompileError::Allocation { function: function.name.clone(), wrong }),
    }
}

/// Creates the executable image of a kernel, with all functions of its module.
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
