//! Tests of functional execution: operations, control flow, memory, faults.

mod build;
mod chance;
mod control;
mod cooperate;
mod divergence;
mod faults;
mod followed;
mod livelock;
mod nonsense;
mod operations;
pub mod ptx;
mod random;
mod spaces;
mod vector_addition;
