//! STSIMT's core, running programs (3.1, 3.3 to 3.6, 4.1).
//!
//! 8 / width lanes (more, where those could not hold one CTA: the awkward presets are none of the paper's) share a front end that issues one warp instruction a cycle, loosely round robin. A CTA's warps are dealt to the lanes in turn and stay there; it
//! starts when every lane has slots and rows for its own. Kernels are scalarized and allocated (4.2, 4.3); the words of the allocation are the lane's registers, a
//! function's above those of its callers.
//!
//! Modelled: every warp instruction with its active mask, guard and registers. The lane computes integers of 32 bits, and of 64 bits what can be done in halves; it
//! selects and compares, and predicates live in the front end (so do branches, barriers and exits). An access is an instruction for each element, with the
//! address computed by the lane. What the lane has not leaves it operand by operand, three at a time, and the result comes back. The scoreboard holds an instruction until
//! what it needs is written, but for vector results that it can follow bundle by bundle (chaining). What leaves a lane, and every predicate word, is
//! compared with the executor's, so an error in any value that matters is found.
//!
//! Constants beyond the instruction's one immediate are loaded into scalar registers before; a register that is read before it is written is cleared before.
//!
//! Not modelled: instruction fetch and caches. Memory answers in the order of its acceptance after a fixed time, and is held up by transactions alone; units around
//! the lanes have fixed latencies (see `around`).

mod around;
mod core;
mod report;
mod side;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use heddle_contract::lane::{Config, Lane};
use heddle_golden::Device;
use heddle_kernel::compile::{Registers, Scalarization};
use heddle_kernel::execute::Options;
use heddle_kernel::launch::Session;

use super::Traffic;
use crate::system::SimError;
use crate::system::cta_dispatch::{GridContext, threads};

/// Threads that the lanes of a core execute in a cycle (STSIMT 5.1).
const WIDTH: u32 = 8;
/// Lanes of the executor.
const WARP: u32 = 32;

impl Traffic for Lane {
    fn drive<D: Device<Lane>>(
        cfg: &Config,
        work: &mut Session,
        unit: &mut D,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        // the executor's warps are powers of two: those of 24 threads run with 16
        let warp_size = 1 << cfg.threads.min(WARP).ilog2();
        let registers = Registers { scalars: Scalarization::All, allocated: true };
        let grids = work.ready(registers, warp_size)?;
        let options = Options { warp_size, check_scalars: true, ..Options::default() };
        let mut programs = BTreeMap::new();
        let mut lanes = WIDTH / cfg.width;
        for (grid, image) in grids.iter() {
            grid.launch.check(image, &options).map_err(|fault| SimError::Run(fault.into()))?;
            let key = (grid.kernel.0, grid.launch.block);
            if let Entry::Vacant(place) = programs.entry(key) {
                let program = crate::microop::program(image, grid.launch.block).and_then(|program| {
                    lanes = lanes.max(program.lanes(cfg, &threads(grid, &options))?);
                    Ok(program)
                });
                let name = &image.module.functions[image.kernel.0 as usize].name;
                place.insert(program.map_err(|why| SimError::Unfit(format!("`{name}` does not fit: {why}")))?);
            }
        }
        let mut core = core::Core::new(cfg, unit, lanes as usize);
        for (grid, image) in grids.iter() {
            if enough(core.unit()) {
                break;
            }
            let program = &programs[&(grid.kernel.0, grid.launch.block)];
            let mut ground = GridContext { image, grid, options: &options, memory: &mut work.memory };
            core.run(&mut ground, program, enough)?;
        }
        Ok(())
    }
}
