//! The golden models: each unit as a bit- and cycle-exact model, written to be read.
//!
//! A model is compared with the RTL in lockstep, and the same code is a part of the GPU model.
//! There is no second copy.
//!
//! | where | what |
//! |---|---|
//! | [`Golden`], [`Model`] | the trait of golden models, and a model with its state |
//! | [`Device`], [`Tap`] | what runs as a unit, golden or Verilated; a model whose inputs are recorded |
//! | [`Probe`] | the state of a model as named signals |
//! | [`Chance`] | pseudo-random numbers for masks, programs, shuffles |
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
