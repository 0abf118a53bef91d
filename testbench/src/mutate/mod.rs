//! Mutation: the RTL with one small fault in it, again and again, to see whether the stimulus notices.
//!
//! [`Mutants`] lets Yosys draw the faults and puts all of them into one circuit, of which an input chooses one: a
//! single Verilated model serves them all. [`fate`] runs one of them under the stimulus of a campaign. What that does
//! not notice is asked of a solver, which compares outputs where they mean something ([`care()`]).

mod apart;
mod care;
mod fate;
mod list;

pub use apart::Apart;
pub use care::care;
pub use fate::{Fate, fate};
pub use list::{Mutant, Mutants, SELECT, select};
