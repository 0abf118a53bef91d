//! Mutation: the RTL with one small fault in it, again and again, to see whether the stimulus notices.
//!
//! [`Mutants`] lets Yosys draw the faults and puts all of them into one circuit, of which an input chooses one: a single Verilated model
//! serves them all. [`fate`] runs one of them under the stimulus of a campaign.

mod fate;
mod list;

pub use fate::{Fate, fate};
pub use list::{Mutant, Mutants, SELECT, select};
