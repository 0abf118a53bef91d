//! The cost: what open synthesis makes of every unit.
//!
//! So far the first step of it: Yosys elaborates the emitted Verilog, finds nothing to warn about, and counts the state. Area, timing and power
//! will stand on the same netlist.

mod yosys;

pub use yosys::{State, SynthError, Yosys};
