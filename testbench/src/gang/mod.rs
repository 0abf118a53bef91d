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

use heddle_contract::gang::Gang;
use heddle_gpu::record::record;
use heddle_gpu::system::InCores;

use crate::bench::{Bench, Record};
use crate::enumerate::States;

impl Bench for Gang {
    const RECORD: Option<Record<Self>> = Some(record::<Self>);

    const IN_CORES: Option<InCores<Self>> = Some(InCores::of());

    const STATES: Option<States<Self>> = Some(states::STATES);
}
