//! The part that all policies share: their name, and what their programs are compiled for.

use heddle_kernel::compile::{Registers, Scalarization};

use crate::base::SimError;

/// A policy without its parameters: its name, and what its programs are compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target<'a> {
    pub name: &'a str,
    /// Whether there are scalar instructions.
    pub scalar: bool,
}

impl Target<'_> {
    /// Returns how programs are compiled to registers: with or without scalar ones.
    pub fn registers(self) -> Registers {
        let scalars = if self.scalar { Scalarization::All } else { Scalarization::None };
        Registers { scalars, allocated: true }
    }
    /// Returns the error that the policy, or the GPU under it, does not fit.
    pub fn unfit(self, why: &str) -> SimError {
        SimError::Unfit(format!("policy `{}`: {why}", self.name))
    }
}
