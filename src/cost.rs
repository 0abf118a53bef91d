//! What units cost.

pub mod area;
pub mod power;
mod report;
