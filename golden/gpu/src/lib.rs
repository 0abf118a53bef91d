//! The system: cores built around the units, memory, and the studies that need them.
//!
//! A core does not depend on whether its units are golden models or RTL: both are a `Device`.

pub mod config;
mod core;
mod datapath;
mod formation;
mod mask;
pub mod measure;
pub mod memory;
mod microop;
pub mod policy;
pub mod record;
mod residency;
pub mod study;
pub mod system;
