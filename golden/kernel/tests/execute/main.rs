//! Execution: operations, control, memory, faults.

mod build;
mod chance;
mod operations;
mod vector_addition;
