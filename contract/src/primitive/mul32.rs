//! # `mul32`: the 32-bit multiplier
//!
//! Source: PTX `mul.lo`, `mul.hi.s32`, `mul.hi.u32`; the lane's native operations (STSIMT 3.1) need them.
//!
//! ## Purpose
//!
//! The 64-bit product of two words, as two words.
//!
//! ## Symbol
//!
//! ```text
//! a, b, signs ---> [ mul32 ] ---> low, high
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`]. Both outputs are late: functions of this cycle's inputs.
//!
//! ## Protocol
//!
//! Every input is legal.
//!
//! ## Reset
//!
//! There is no state: `reset` does nothing.

use super::Plain;
use crate::ports;

ports! {
    /// What enters the multiplier.
    pub struct In |_cfg: Plain, i, k| {
        /// Does nothing.
        reset: bool [1] early,
        /// One factor.
        a: u32 [32] early,
        /// The other.
        b: u32 [32] early,
        /// Both are signed.
        signs: bool [1] early,
    }
}

ports! {
    /// What leaves the multiplier.
    pub struct Out |_cfg: Plain, o, k| {
        /// Low word of a * b: the same for signed and unsigned factors.
        low: u32 [32] late,
        /// High word of a * b.
        high: u32 [32] late,
    }
}

/// The multiplier as a unit.
#[derive(Debug, Clone, Copy)]
pub struct Mul32;

impl crate::Block for Mul32 {
    const NAME: &'static str = "mul32";
    const SOURCE: &'static str = "PTX mul; STSIMT 3.1";
    type Config = Plain;
    type In = In;
    type Out = Out;
}
