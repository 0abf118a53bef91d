//! The comparison: golden models and RTL side by side, each loop once.
//!
//! [`lockstep`] runs them, [`campaign`] runs many lockstep runs on several threads, [`shrink`] makes a failing trace small, [`trace`]
//! carries it. [`mutate`] breaks the RTL to see who notices. [`verilator`] turns Verilog into something that runs. [`units`] holds the one list of units.

pub mod bench;
pub mod campaign;
pub mod claims;
pub mod coverage;
pub mod cross;
pub mod dut;
pub mod elastic;
pub mod entropy;
pub mod enumerate;
pub mod files;
mod gang;
pub mod interrupt;
pub mod jobs;
mod lane;
pub mod lockstep;
pub mod measured;
pub mod mutate;
pub mod number;
mod primitive;
pub mod prove;
mod prt;
pub mod shrink;
mod slp;
pub mod target;
pub mod trace;
pub mod units;
pub mod variant;
pub mod verilator;
mod vtc;
