//! Instructions that a partition of one warp issues, by the warp's size (SIMT-SIMD IV.B).

use heddle_contract::prt::Config;
use heddle_kernel::compile::Registers;
use heddle_kernel::launch::Session;

use crate::base::SimError;
use crate::config::spec::Vector;
use crate::core::vector::counts_of;

/// Threads of the executor's warps.
const WARP: u32 = 32;

/// Returns the mean number of instructions that a partition issues for a workload's first kernel,
/// for each warp size in `sizes`.
pub fn counts(machine: &Vector, session: &Session, sizes: &[u32]) -> Result<Vec<f64>, SimError> {
    let cfg = Config {
        partitions: machine.partitions,
        registers: machine.registers,
        masks: machine.masks,
        lanes: machine.lanes,
        entries: machine.buffer(),
        width: machine.width,
        ranges: heddle_contract::prt::Ranges::Static,
    };
    let ready = session.ready(Registers::default(), WARP)?;
    let Some((grid, image)) = ready.iter().next() else { return Ok(vec![]) };
    counts_of(&cfg, machine.each, (image, &grid.launch), sizes).map_err(SimError::Unfit)
}
