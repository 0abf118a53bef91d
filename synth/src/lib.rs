//! The cost: what open synthesis makes of every unit.
//!
//! Yosys elaborates the emitted Verilog, finds nothing to warn about, and counts the state; [`power`] maps it to cells, and finds what a run of them costs.

pub mod power;
mod yosys;

pub use yosys::{State, SynthError, Yosys};
