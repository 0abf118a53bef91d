//! The meaning: each unit as a bit- and cycle-exact model, written to be read.
//!
//! A model is judged against the RTL in lockstep and is, as the same object, a part of the GPU. There is no second copy.
//!
//! | where | what |
//! |---|---|
//! | [`Golden`], [`Model`] | the meaning of a unit, and a unit that runs |
//! | [`Device`], [`Tap`] | whatever runs a unit, golden or Verilated; one whose ports are recorded |
//! | [`Probe`] | the state of a model as named signals |
//! | [`Chance`] | chance for masks, programs, shuffles |
//! | [`lane`] | the temporal SIMT lane, and the arithmetic of the whole project |
//! | [`slp`] | lane permutation and the compactor |
//! | [`gang`] | the warp ganging unit |
//! | [`prt`] | the partitioned renaming table and the multiplexer |
//! | [`vtc`] | the virtual thread controller |
//! | `primitive` | multiplier, shifter, bank, storage and FP32, each as a unit |

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
