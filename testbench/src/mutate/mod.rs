//! Mutation testing: the RTL with one small fault at a time, to see whether the stimulus detects
//! it.
//!
//! [`Mutants`] lets Yosys draw the faults and puts all of them into one circuit, in which an input
//! selects one: a single Verilated model serves them all. [`fate()`] runs one of them under the
//! stimulus of a campaign. A mutant that remains undetected is given to a solver, which compares
//! outputs where they are meaningful ([`care()`]).

mod apart;
mod care;
mod fate;
mod list;
mod stimulated;

pub use apart::Apart;
pub use care::care;
pub use fate::Fate;
pub use list::{Mutant, Mutants, SELECT, select};
pub use stimulated::fate;
