//! Tests of the workloads: their properties, and that their checks detect wrong results.

mod branches;
mod divergence;
mod mutants;
mod plans;
mod registers;
mod slp;
mod vt;
mod vws;
