//! The part that all policies share: their name, and what their programs are compiled for.

use heddle_kernel::compile::{Allocated, Registers, Scalarization};

use crate::base::SimError;
use crate::config::spec::Code;

/// A policy without its parameters: its name, and what its programs are compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target<'a> {
    pub name: &'a str,
    /// Whether there are scalar instructions.
    pub scalar: bool,
    /// Code whose registers are coloured.
    pub code: Code,
}

impl Target<'_> {
    /// Returns how programs are compiled to registers: with or without scalar ones.
    pub fn registers(self) -> Registers {
        let scalars = if self.scalar { Scalarization::All } else { Scalarization::None };
        let allocated = match self.code {
            Code::Unchanged => Allocated::Unchanged,
            Code::Rewritten => Allocated::Rewritten,
        };
        Registers { scalars, allocated }
    }
    /// Returns the error that the policy, or the GPU under it, does not fit.
    pub fn unfit(self, why: &str) -> SimError {
        SimError::Unfit(format!("policy `{}`: {why}", self.name))
    }
}
