//! The workloads: what they measure, and that their checks find damage.

mod branches;
mod divergence;
mod mutants;
mod plans;
mod registers;
mod vws;
