//! DRAM commands and their timing: the least distances between them.

use crate::config::spec::Spec;

/// A command that a DRAM channel issues to one of its banks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Opens a row of a bank.
    Activate {
        /// The bank.
        bank: usize,
        /// The row that is opened.
        row: u64,
    },
    /// Closes the open row of a bank.
    Precharge {
        /// The bank whose row is closed.
        bank: usize,
    },
    /// Moves a burst from the open row of a bank.
    Read {
        /// The bank that is read.
        bank: usize,
    },
    /// Moves a burst to the open row of a bank.
    Write {
        /// The bank that is written.
        bank: usize,
    },
}

/// The timing parameters of a DRAM channel: least distances between commands and data, in DRAM cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// From a read command to its first data (CAS latency).
    pub cl: u64,
    /// From a write command to its first data (write latency).
    pub wl: u64,
    /// From activating a row to a read or write of the row.
    pub rcd: u64,
    /// From closing a row to activating another one.
    pub rp: u64,
    /// From activating a row to closing it.
    pub ras: u64,
    /// Between activations of rows in a channel.
    pub rrd: u64,
    /// Between reads and writes in a channel.
    pub ccd: u64,
    /// From the end of a write's data to closing its row (write recovery).
    pub wr: u64,
    /// From the end of a write's data to a read command.
    pub wtr: u64,
    /// From a read command to closing its row (assumed: a burst).
    pub rtp: u64,
    /// Between the end of a read's data and the first of a write's (assumed: two).
    pub turn: u64,
    /// Cycles of a burst's data on the bus.
    pub burst: u64,
}

impl Timing {
    /// Returns the timing parameters of a specification.
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
