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

/// The timing parameters of a DRAM channel: least distances between commands and data, in DRAM
/// cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// DRAM cycles from a read command to its first data (CAS latency).
    pub cl: u64,
    /// DRAM cycles from a write command to its first data (write latency).
    pub wl: u64,
    /// DRAM cycles from activating a row to a read or write of the row.
    pub rcd: u64,
    /// DRAM cycles from closing a row to activating another one of the bank.
    pub rp: u64,
    /// DRAM cycles from activating a row to closing it.
    pub ras: u64,
    /// DRAM cycles between activations of rows in a channel.
    pub rrd: u64,
    /// DRAM cycles between two reads or writes in a channel.
    pub ccd: u64,
    /// DRAM cycles from the end of a write's data to closing its row (write recovery).
    pub wr: u64,
    /// DRAM cycles from the end of a write's data to a read command.
    pub wtr: u64,
    /// DRAM cycles from a read command to closing its row (assumed: a burst).
    pub rtp: u64,
    /// DRAM cycles between the end of a read's data and the first data of a write (assumed: two).
    pub turn: u64,
    /// DRAM cycles of a burst's data on the bus.
    pub burst: u64,
}

impl Timing {
    /// Returns the timing parameters of the DRAM of a GPU specification.
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
