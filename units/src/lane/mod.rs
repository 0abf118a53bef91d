//! The lane's part of the comparison: stimulus, cover points, claims and shrinking.

mod claims;
mod cover;
mod cross;
mod exercise;
mod flights;
mod shrink_candidates;
mod stimulus;
mod together;

use heddle_contract::lane::{In, Out, op};

use heddle_testbench::bench::Bench;

/// Whether an instruction is offered and accepted in this cycle.
fn issues(i: &In, o: &Out) -> bool {
    i.issue_valid && if op::class(i.issue_op) == op::Class::Memory { o.memory_ready } else { o.issue_ready }
}

joined! {
    /// The temporal SIMT lane.
    pub Lane = lane::Lane;
}

impl Bench for Lane {}
