//! The golden models and the RTL side by side.

pub mod verilator;
