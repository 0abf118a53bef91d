//! # `shr32`: the 32-bit shift right
//!
//! Source: PTX `shr.s32` and `shr.u32`; the lane's native operations (STSIMT 3.1) need them.
//!
//! ## Purpose
//!
//! `a >> amount`, filled with the sign or with zeros. An amount of 32 and more shifts everything
//! out.
//!
//! ## Symbol
//!
//! ```text
//! a, amount, fill_sign ---> [ shr32 ] ---> q
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`]. The output is late: a function of this cycle's inputs.
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
    /// The inputs of the 32-bit right shifter in one cycle.
    pub struct In |cfg: Plain, i, k| {
        /// Reset, which does nothing: the shifter has no state.
        reset: bool [1] early,
        /// The word to shift.
        a: u32 [32] early,
        /// The shift amount in bits, unsigned.
        amount: u32 [32] early,
        /// Whether copies of bit 31 of `a` are shifted in, instead of zeros.
        fill_sign: bool [1] early,
    }
}

ports! {
    /// The output of the 32-bit right shifter in one cycle.
    pub struct Out |cfg: Plain, o, k| {
        /// The shifted word.
        q: u32 [32] late,
    }
}

/// The 32-bit right shifter as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Shr32;

impl crate::Block for Shr32 {
    const NAME: &'static str = "shr32";
    const SOURCE: &'static str = "PTX shr; STSIMT 3.1";
    type Config = Plain;
    type In = In;
    type Out = Out;
}
