//! What units cost.

pub mod power;
mod report;
