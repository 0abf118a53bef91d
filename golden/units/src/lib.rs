//! The meaning: each unit as a bit- and cycle-exact model, written to be read.
//!
//! A model is judged against the RTL in lockstep and is, as the same object, a part of the GPU. There is no second copy.

mod chance;
mod model;
mod tap;

pub mod gang;
pub mod lane;
mod primitive;
pub mod prt;
pub mod slp;
pub mod vtc;

pub use chance::Chance;
use model::require;
pub use model::{Device, Golden, Illegal, Misstep, Model, Probe, Violation, judged};
pub use tap::Tap;
