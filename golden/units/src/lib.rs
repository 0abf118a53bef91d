//! The golden models: each unit as a bit- and cycle-exact model, written to be read.
//!
//! A model is compared with the RTL in lockstep, and the same code is a part of the GPU model.
//! There is no second copy.
//!
//! | where | what |
//! |---|---|
//! | [`Golden`], [`Model`], [`Device`] and more | what a golden model is, from `heddle-block` |
//! | [`lane`] | the temporal SIMT lane, and the arithmetic of the whole project |
//! | [`slp`] | lane permutation and the compactor |
//! | [`gang`] | the warp ganging unit |
//! | [`prt`] | the partitioned renaming table and the multiplexer |
//! | [`vtc`] | the virtual thread controller |
//! | [`stsimt_5`] | the micro-benchmark of STSIMT 5.2 on the lane |
//! | [`primitive`] | multiplier, shifter, bank, storage and FP32, each as a unit |

pub mod gang;
pub mod lane;
pub mod primitive;
pub mod prt;
pub mod slp;
pub mod stsimt_5;
pub mod vtc;

use heddle_block::require;
pub use heddle_block::{Chance, Device, Golden, Illegal, Misstep, Model, Probe, Tap, Violation, judged};
