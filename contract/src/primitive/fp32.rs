//! # `fp32`: the lane's FP32 datapath
//!
//! Source: IEEE 754-2019 (binary32, fused multiply-add, rounding), PTX ISA (what it says beyond
//! that); the lane's native operations (STSIMT 3.1) need it.
//!
//! ## Purpose
//!
//! The FP32 operations of [`lane::op`](crate::lane::op), which says what each one and each mode
//! does, as the lane's execute stages compute them: one slot's worth.
//!
//! ## Symbol
//!
//! ```text
//! valid, op, mode, a, b, c ---> [ stage 1 ] ... [ stage `latency` ] ---> done, result, flag
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`]. All outputs are early: what enters in cycle 0 is in stage 1 in cycle 1, and
//! shows in cycle `latency`. The pipeline never stalls; an operation may enter in every cycle.
//!
//! ## Protocol
//!
//! When `valid`: `op` is an FP32 operation, and `mode` one that it has.
//!
//! ## Reset
//!
//! `reset` is synchronous and empties all stages; what they carry is undefined until written.
//! Nothing is `valid` in its cycle.

use crate::lane::op;
use crate::{ConfigError, Value, ports, refuse};

/// The parameter of the FP32 datapath.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Pipeline stages, which is the latency in cycles: 1 to 32.
    pub latency: u32,
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        &[
            // small; the lane's; those of its awkward ones
            ("tiny", Config { latency: 2 }),
            ("paper", Config { latency: 6 }),
            ("three", Config { latency: 3 }),
            ("one", Config { latency: 1 }),
        ]
    }
    fn check(&self) -> Result<(), ConfigError> {
        if !(1..=32).contains(&self.latency) {
            return refuse("latency", self.latency, "1 to 32 stages".into());
        }
        Ok(())
    }
    fn parameters(&self) -> Vec<(&'static str, Value)> {
        vec![("latency", self.latency.into())]
    }

    crate::numbers!(latency);
}

ports! {
    /// The inputs of the FP32 datapath in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,
        /// Whether an operation enters the pipeline.
        valid: bool [1] early,
        /// The operation, one of the lane's FP32 operations.
        op: u8 [6] early when i.valid,
        /// The mode bits of the operation.
        mode: u8 [2] early when i.valid,
        /// The operand a.
        a: u32 [32] early when i.valid,
        /// The operand b.
        b: u32 [32] early when i.valid,
        /// The operand c.
        c: u32 [32] early when i.valid,
    }
}

ports! {
    /// The outputs of the FP32 datapath in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// Whether the last stage holds an operation.
        done: bool [1] early,
        /// Whether that operation is a `setp`, whose result is a predicate.
        setp: bool [1] early when o.done,
        /// The result of an operation that is no `setp`.
        result: u32 [32] early when o.done && !o.setp,
        /// The predicate of a `setp`.
        flag: bool [1] early when o.done && o.setp,
    }
}

/// The FP32 datapath of the lane as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Fp32;

impl crate::Block for Fp32 {
    const NAME: &'static str = "fp32";
    const SOURCE: &'static str = "IEEE 754, PTX; STSIMT 3.1";
    type Config = Config;
    type In = In;
    type Out = Out;
}

/// Whether the datapath computes the operation `op` with the mode bits `mode`.
pub const fn has(op: u8, mode: u8) -> bool {
    op::is_float(op) && op::name(op).is_some() && mode & !op::modes(op) == 0
}
