//! # `storage`: a small memory that is read at once
//!
//! Source: none; the lane keeps its launch table, its tag table and its address queue (STSIMT 3.6) in such memories.
//!
//! ## Purpose
//!
//! `depth` words with one write port and two read ports without delay.
//!
//! ## Symbol
//!
//! ```text
//! write, write_at, data ---> [         ]
//!                            [ storage ] ---> valid, q
//! read, read_at         ---> [         ]
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`]. Outputs are late: functions of this cycle's addresses. A word that is read in the cycle in which it is
//! written reads as it was.
//!
//! ## Protocol
//!
//! Addresses are less than `depth`. A word that is read was written since the last reset. During `reset`, nothing is
//! written or read.
//!
//! ## Reset
//!
//! No word counts as written any more.

use crate::{ConfigError, Value, bits, ports, refuse};

/// The storage's parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Words.
    pub depth: u32,
}

impl Config {
    /// Bits of an address.
    pub const fn address_bits(&self) -> u32 {
        bits(self.depth)
    }
    /// Read ports.
    pub const fn reads(&self) -> u32 {
        2
    }
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        &[
            ("tiny", Config { depth: 4 }),
            ("paper", Config { depth: 40 }),
            ("odd", Config { depth: 7 }),
            ("one", Config { depth: 1 }),
        ]
    }
    fn check(&self) -> Result<(), ConfigError> {
        if !(1..=64).contains(&self.depth) {
            let reason = "1 to 64 words".into();
            return refuse("depth", self.depth, reason);
        }
        Ok(())
    }
    fn parameters(&self) -> Vec<(&'static str, Value)> {
        vec![("depth", self.depth.into())]
    }

    crate::numbers!(depth);
}

ports! {
    /// What enters a storage in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,
        /// A word is written.
        write: bool [1] early,
        /// Which.
        write_at: u8 [cfg.address_bits()] early when i.write,
        /// What it becomes.
        data: u32 [32] early when i.write,
        /// A word is read, on each port.
        read: [bool; 2] [1; cfg.reads()] early,
        /// Which.
        read_at: [u8; 2] [cfg.address_bits(); cfg.reads()] early when i.read[k],
    }
}

ports! {
    /// What leaves a storage in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// A word is read: this port's `read`.
        valid: [bool; 2] [1; cfg.reads()] late,
        /// The word.
        q: [u32; 2] [32; cfg.reads()] late when o.valid[k],
    }
}

/// The storage as a unit.
#[derive(Debug, Clone, Copy)]
pub struct Storage;

impl crate::Block for Storage {
    const NAME: &'static str = "storage";
    const SOURCE: &'static str = "memories of the lane: STSIMT 3.6";
    type Config = Config;
    type In = In;
    type Out = Out;
}
