//! Execution: operations, control, memory, faults.

mod build;
mod vector_addition;
