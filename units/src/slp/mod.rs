//! The SIMD lane permutation unit's part of the comparison: stimulus, cover points, claims and
//! shrinking.

mod claims;
mod cover;
mod cross;
mod shrink_candidates;
mod states;
mod stimulus;
mod work;

use heddle_testbench::bench::Bench;
use heddle_testbench::states::States;

joined! {
    /// Lane permutation and the compactor.
    pub Slp = slp::Slp;
}

impl Bench for Slp {
    const STATES: Option<States<Self>> = Some(states::STATES);
}
