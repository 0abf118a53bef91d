//! Measures of a run: counters, the profile of its kernels, and the host time of each component.

pub mod history;
pub mod kernel_lines;
pub mod lines;
pub mod profile;
pub mod sampling;
pub mod statistics;
