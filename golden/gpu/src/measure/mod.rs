//! What a run is measured by: counters, energy, and where the host's time goes.

pub mod energy;
pub mod history;
pub mod kernel_lines;
pub mod lines;
pub mod profile;
pub mod statistics;
