//! The lane's part of the comparison: stimulus, cover points, claims and shrinking.

mod claims;
mod cover;
mod cross;
mod exercise;
mod flights;
mod shrink_candidates;
mod stimulus;
mod together;

use heddle_contract::lane::Lane;
use heddle_gpu::record::record;
use heddle_gpu::system::InCores;

use crate::bench::{Bench, Record};

impl Bench for Lane {
    const RECORD: Option<Record<Self>> = Some(record::<Self>);

    const IN_CORES: Option<InCores<Self>> = Some(InCores::of());
}
