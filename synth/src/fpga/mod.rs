//! Units on an FPGA, Lattice's ECP5: mapping by Yosys, execution of the cells, placing and routing
//! by nextpnr.
//!
//! | where | what |
//! |---|---|
//! | `map` | from Verilog to a netlist of ECP5 cells |
//! | `cells` | what the cells compute: a circuit for lockstep |
//! | `frame` | a register at every port, so that paths from and to ports are timed |
//! | `nextpnr` | placing and routing |

mod cells;
mod frame;
mod map;
mod nextpnr;

use std::path::PathBuf;

pub use map::Mapped;
pub use nextpnr::{Aim, Device, Nextpnr, Routed, Used};

use crate::{Before, SynthError, Yosys};

/// The FPGA's flow: its tools, and the folder where their results are kept.
#[derive(Debug, Clone)]
pub struct Fpga {
    yosys: Yosys,
    nextpnr: Nextpnr,
    keep: PathBuf,
}

impl Fpga {
    /// Finds Yosys and nextpnr; results are kept in folder `keep`.
    ///
    /// # Errors
    ///
    /// One of the tools is missing.
    pub fn find(keep: PathBuf) -> Result<Self, SynthError> {
        Ok(Fpga { yosys: Yosys::find()?, nextpnr: Nextpnr::find()?, keep })
    }

    /// Returns the same tools, with Yosys confined by `before`: for a design that is not trusted.
    pub fn confined(self, before: Before) -> Fpga {
        Fpga { yosys: self.yosys.prepared(before), ..self }
    }

    /// Returns the versions of the tools, on which every figure depends.
    pub fn versions(&self) -> String {
        format!("{}; {}", self.yosys.version(), self.nextpnr.version())
    }

    /// Maps a design to cells of an ECP5; from the kept results, if it is there.
    ///
    /// # Errors
    ///
    /// Yosys refuses the design, or writes a netlist that cannot be read.
    pub fn map(&self, top: &str, verilog: &str) -> Result<Mapped, SynthError> {
        map::map(&self.yosys, &self.keep, top, verilog)
    }

    /// Places and routes a mapped design with a register at every port; from the kept results, if
    /// it is there.
    ///
    /// # Errors
    ///
    /// The design does not fit the device, its time is over, or nextpnr fails.
    pub fn route(&self, mapped: &Mapped, aim: Aim) -> Result<Routed, SynthError> {
        let (framed, registers) = frame::frame(mapped);
        let mut routed = self.nextpnr.route(&self.keep, &mapped.top, &framed, aim)?;
        routed.used.flip_flops.0 -= registers;
        Ok(routed)
    }
}
