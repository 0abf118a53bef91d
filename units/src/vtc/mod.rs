//! The virtual thread controller's part of the comparison: stimulus, cover points, claims and
//! shrinking.

mod claims;
mod cover;
mod cross;
mod reach;
mod shrink_candidates;
mod states;
mod stimulus;
mod work;

use heddle_testbench::bench::Bench;
use heddle_testbench::states::States;

joined! {
    /// The virtual thread controller.
    pub Vtc = vtc::Vtc;
}

impl Bench for Vtc {
    const STATES: Option<States<Self>> = Some(states::STATES);
}
