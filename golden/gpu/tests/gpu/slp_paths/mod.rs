//! Paths of small programs: the paper's examples, control flow by hand, and random programs beside
//! a computation thread by thread.

mod control;
mod examples;
mod machine;
mod random;

#[path = "../../../src/core/tests/invariants/program.rs"]
mod program;
