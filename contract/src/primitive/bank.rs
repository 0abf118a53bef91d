//! # `bank`: a single-ported register bank
//!
//! Source: STSIMT 3.7.
//!
//! ## Purpose
//!
//! A memory of `lines` rows of `width` words. One access a cycle: it reads a row, or writes any of
//! the words of one.
//!
//! ## Symbol
//!
//! ```text
//! enable, write, line, data ---> [ bank ] ---> valid, row
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`]. Outputs are registered (early): the row that was read shows from the next
//! cycle until the next read, whatever is written meanwhile.
//!
//! ## Protocol
//!
//! `line` is less than `lines`. Every word of a row that is read was written since the last reset.
//! During `reset`, `enable` is low.
//!
//! ## Reset
//!
//! No row counts as written or read any more.

use crate::lane::MAX_WIDTH;
use crate::{ConfigError, Value, bits, ports, refuse};

/// The parameters of a register bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Words in a row: 1, 2 or 4.
    pub width: u32,
    /// Rows of the bank, 2 to 4096.
    pub lines: u32,
}

impl Config {
    /// Bits of a row's index.
    pub const fn line_bits(&self) -> u32 {
        bits(self.lines)
    }
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        // the sizes of the lane's presets
        &[
            ("tiny", Config { width: 1, lines: 16 }),
            ("paper", Config { width: 1, lines: 256 }),
            ("st2", Config { width: 2, lines: 256 }),
            ("st4", Config { width: 4, lines: 256 }),
            ("odd", Config { width: 4, lines: 24 }),
        ]
    }
    fn check(&self) -> Result<(), ConfigError> {
        if ![1, 2, 4].contains(&self.width) {
            let reason = "a row is 1, 2 or 4 words wide".into();
            return refuse("width", self.width, reason);
        }
        if !(2..=4096).contains(&self.lines) {
            let reason = "a bank has 2 to 4096 lines".into();
            return refuse("lines", self.lines, reason);
        }
        Ok(())
    }
    fn parameters(&self) -> Vec<(&'static str, Value)> {
        vec![("width", self.width.into()), ("lines", self.lines.into())]
    }

    crate::numbers!(width, lines);
}

ports! {
    /// The inputs of a register bank in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,
        /// Whether the bank is accessed in this cycle.
        enable: bool [1] early,
        /// Mask of the words to write; zero for a read.
        write: u8 [cfg.width] early when i.enable,
        /// The row that is accessed.
        line: u16 [cfg.line_bits()] early when i.enable,
        /// The words to write.
        data: [u32; MAX_WIDTH] [32; cfg.width] early when i.enable && i.write >> k & 1 == 1,
    }
}

ports! {
    /// The outputs of a register bank in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// Whether a row was read since the last reset.
        valid: bool [1] early,
        /// The words of the row that was read last.
        row: [u32; MAX_WIDTH] [32; cfg.width] early when o.valid,
    }
}

/// A single-ported register bank as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Bank;

impl crate::Block for Bank {
    const NAME: &'static str = "bank";
    const SOURCE: &'static str = "STSIMT 3.7";
    type Config = Config;
    type In = In;
    type Out = Out;
}
