//! # `mul32`: the 32-bit multiplier
//!
//! Source: PTX `mul.lo`, `mul.hi.s32`, `mul.hi.u32`; the lane's native operations (STSIMT 3.1) need
//! them.
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
    /// The inputs of the 32-bit multiplier in one cycle.
    pub struct In |cfg: Plain, i, k| {
        /// Reset, which does nothing: the multiplier has no state.
        reset: bool [1] early,
        /// The first factor.
        a: u32 [32] early,
        /// The second factor.
        b: u32 [32] early,
        /// Whether both factors are signed.
        signs: bool [1] early,
    }
}

ports! {
    /// The outputs of the 32-bit multiplier in one cycle.
    pub struct Out |cfg: Plain, o, k| {
        /// Low word of a * b: the same for signed and unsigned factors.
        low: u32 [32] late,
        /// High word of a * b.
        high: u32 [32] late,
    }
}

/// The 32-bit multiplier as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Mul32;

impl crate::Block for Mul32 {
    const NAME: &'static str = "mul32";
    const SOURCE: &'static str = "PTX mul; STSIMT 3.1";
    type Config = Plain;
    type In = In;
    type Out = Out;
}
