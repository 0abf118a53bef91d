//! # `storage`: a small memory with combinational reads
//!
//! Source: none; the lane keeps its launch table, its tag table and its address queue (STSIMT 3.6)
//! in such memories.
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
//! [`In`] and [`Out`]. Outputs are late: functions of this cycle's addresses. A word that is read
//! in the cycle in which it is written reads as it was.
//!
//! ## Protocol
//!
//! Addresses are less than `depth`. A word that is read was written since the last reset. During
//! `reset`, nothing is written or read.
//!
//! ## Reset
//!
//! No word counts as written any more.

use crate::{ConfigError, Value, bits, ports, refuse};

/// The parameters of a storage, a small memory with combinational reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Words of the storage, 1 to 64.
    pub depth: u32,
}

impl Config {
    /// Bits of a word's address.
    pub const fn address_bits(&self) -> u32 {
        bits(self.depth)
    }
    /// Number of read ports.
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
    /// The inputs of a storage in one cycle.
    pub struct In |cfg: Config, i, k| {
        /// Synchronous reset.
        reset: bool [1] early,
        /// Whether a word is written.
        write: bool [1] early,
        /// The address of the word that is written.
        write_at: u8 [cfg.address_bits()] early when i.write,
        /// The new value of the word that is written.
        data: u32 [32] early when i.write,
        /// For each read port, whether a word is read.
        read: [bool; 2] [1; cfg.reads()] early,
        /// For each read port, the address of the word that is read.
        read_at: [u8; 2] [cfg.address_bits(); cfg.reads()] early when i.read[k],
    }
}

ports! {
    /// The outputs of a storage in one cycle.
    pub struct Out |cfg: Config, o, k| {
        /// For each read port, whether a word is read: a copy of the input `read`.
        valid: [bool; 2] [1; cfg.reads()] late,
        /// For each read port, the word that is read.
        q: [u32; 2] [32; cfg.reads()] late when o.valid[k],
    }
}

/// A storage, a small memory with combinational reads, as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Storage;

impl crate::Block for Storage {
    const NAME: &'static str = "storage";
    const SOURCE: &'static str = "memories of the lane: STSIMT 3.6";
    type Config = Config;
    type In = In;
    type Out = Out;
}
