//! The partitioned renaming table's part of the comparison: stimulus, cover points, claims and
//! shrinking.

mod claims;
mod cover;
mod cross;
mod instruction;
mod pipelines;
mod ranges;
mod shrink_candidates;
mod states;
mod stimulus;
mod work;

use heddle_testbench::bench::Bench;
use heddle_testbench::states::States;

joined! {
    /// The partitioned renaming table and the multiplexer.
    pub Prt = prt::Prt;
}

impl Bench for Prt {
    const STATES: Option<States<Self>> = Some(states::STATES);
}
