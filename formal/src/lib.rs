//! The proof: a netlist as an and-inverter graph, unrolled into a SAT solver.
//!
//! Yosys elaborates Verilog and writes it as AIGER ([`elaborate()`]). [`Graph`] holds the module
//! with its names; properties, assumptions and monitors are logic that is added to it. [`Frames`]
//! unrolls a graph over time. These are the base of [`bounded()`] (from reset to a depth),
//! [`inductive`] (for ever), [`equivalent()`] (two versions of one netlist), which asks ABC where
//! that does not decide, and [`correspond()`] (a netlist register by register).
//!
//! | where | what |
//! |---|---|
//! | `elaborate` | from Verilog to a graph, by Yosys; [`words`] alone, without the logic |
//! | `aiger` | the file that Yosys writes |
//! | `graph`, `netlist` | the and-inverter graph, and the names of its words |
//! | `frames` | a graph unrolled over time, in a SAT solver |
//! | `bounded`, `induction` | a property from reset up to a depth, and in all cycles |
//! | `reachable` | whether a bad state can be reached, by ABC |
//! | `ternary` | bits that keep one value, by simulation with unknown values |
//!
//! Registers have no initial value: a run starts with a cycle of reset, from any state.

mod abc;
mod aiger;
mod bounded;
mod correspond;
mod elaborate;
mod equivalent;
mod frames;
mod graph;
mod induction;
mod netlist;
mod pipeline;
mod reachable;
mod ternary;

pub use aiger::{Aiger, AigerError};
pub use bounded::{Bounded, Inputs, bounded};
pub use correspond::{Correspondence, correspond};
pub use elaborate::{ElaborateError, elaborate, elaborate_with_unwritten, words};
pub use equivalent::{How, Pair, Rules, Verdict, equivalent};
pub use frames::{Answer, Frames, Limit};
pub use graph::{Graph, Lit, Word};
pub use induction::{Problem, inductive, questions};
pub use netlist::Netlist;
pub use reachable::{Reachable, reachable};
pub use ternary::Constants;
