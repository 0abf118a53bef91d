//! Measures of a run: counters, energy, the profile of its kernels, and the host time of each
//! component.

pub mod energy;
pub mod history;
pub mod kernel_lines;
pub mod lines;
pub mod profile;
pub mod statistics;
