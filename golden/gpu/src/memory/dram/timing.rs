//! When a command may follow another one.

use crate::config::spec::Spec;

/// What a channel does in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Opens a row.
    Activate {
        /// Of this bank.
        bank: usize,
        /// This one.
        row: u64,
    },
    /// Closes the bank's row.
    Precharge {
        /// This one's.
        bank: usize,
    },
    /// Moves a burst from the open row.
    Read {
        /// Of this bank.
        bank: usize,
    },
    /// Moves a burst to the open row.
    Write {
        /// Of this bank.
        bank: usize,
    },
}

/// The distances, in DRAM cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// From a read command to its first data.
    pub cl: u64,
    /// From a write command to its first data.
    pub wl: u64,
    /// From activating a row to a command for it.
    pub rcd: u64,
    /// From closing a row to activating another one.
    pub rp: u64,
    /// From activating a row to closing it.
    pub ras: u64,
    /// Between activations.
    pub rrd: u64,
    /// Between reads and writes.
    pub ccd: u64,
    /// From the end of a write's data to closing its row.
    pub wr: u64,
    /// From the end of a write's data to a read.
    pub wtr: u64,
    /// From a read to closing its row (assumed: a burst).
    pub rtp: u64,
    /// Between the end of a read's data and the first of a write's (assumed: two).
    pub turn: u64,
    /// Cycles of a burst's data.
    pub burst: u64,
}

impl Timing {
    /// Those of a specification.
    pub fn new(spec: &Spec) -> Timing {
        let dram = &spec.dram;
        let burst = u64::from(dram.burst.div_ceil(dram.rate));
        Timing {
            cl: dram.t_cl.into(),
            wl: dram.t_wl.into(),
            rcd: dram.t_rcd.into(),
            rp: dram.t_rp.into(),
            ras: dram.t_ras.into(),
            rrd: dram.t_rrd.into(),
            ccd: dram.t_ccd.into(),
            wr: dram.t_wr.into(),
            wtr: dram.t_wtr.into(),
            rtp: burst,
            turn: 2,
            burst,
        }
    }
}
