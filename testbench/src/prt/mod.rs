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

use heddle_contract::prt::Prt;
use heddle_gpu::record::record;
use heddle_gpu::system::InCores;

use crate::bench::{Bench, Record};
use crate::enumerate::States;

impl Bench for Prt {
    const RECORD: Option<Record<Self>> = Some(record::<Self>);

    const IN_CORES: Option<InCores<Self>> = Some(InCores::of());

    const STATES: Option<States<Self>> = Some(states::STATES);
}
