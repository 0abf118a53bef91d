//! The ganging unit's part of the comparison: stimulus, cover points, claims and shrinking.

mod claims;
mod cover;
mod cover_fetch;
mod cover_issue;
mod cross;
mod events;
mod part;
mod points;
mod profile;
mod shrink_candidates;
mod states;
mod stimulus;
mod together;
mod unreachable;
mod work;

use heddle_testbench::bench::Bench;
use heddle_testbench::states::States;

joined! {
    /// The warp ganging unit.
    pub Gang = gang::Gang;
}

impl Bench for Gang {
    const STATES: Option<States<Self>> = Some(states::STATES);
}
