//! An SM with the virtual thread controller, running programs (VT IV.A to IV.C, table I).
//!
//! Modelled: CTAs assigned up to the capacity of registers and shared memory (contexts included), active up to the scheduling limit; one warp
//! instruction a cycle, loosely round robin; a scoreboard of registers, which the controller counts; an L1 cache, whose misses are the long-latency
//! operations that stall a warp when it needs what they load; barriers; ends; bank conflicts
//! of shared memory, during which it serves no context. When the controller copies, it gets the warps' real SIMT stacks; what comes back from shared
//! memory must be what the warps have: numbers, ids, stacks.
//!
//! Values are the executor's: an instruction is executed when it issues. Checked beside: who is active where, with which ids; whether a writeback
//! hits; that nobody is copied who runs.
//!
//! Not modelled: instruction fetch, the second scheduler (the controller hears of one instruction a cycle), functional units beside a fixed latency,
//! the queues of IV.D, what happens to the lower part of a stack that is deeper than the hardware's.

mod context;
mod plan;
mod shared;
mod sm;
mod warp;

use std::collections::BTreeMap;

use heddle_contract::vtc::{Config, Vtc};
use heddle_golden::Device;
use heddle_kernel::compile::{Registers, Scalarization};
use heddle_kernel::execute::Options;
use heddle_kernel::launch::Session;

use super::Traffic;
use crate::system::SimError;
use crate::system::cta_dispatch::GridContext;
use plan::{Limits, Program};

impl Traffic for Vtc {
    fn drive<D: Device<Vtc>>(
        cfg: &Config,
        work: &mut Session,
        unit: &mut D,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        let options = Options::default();
        let registers = Registers { scalars: Scalarization::None, allocated: true };
        let grids = work.ready(registers, options.warp_size)?;
        let mut sm = sm::Sm::new(cfg, unit);
        let mut programs = BTreeMap::new();
        for (grid, image) in grids.iter() {
            if enough(sm.unit()) {
                break;
            }
            grid.launch.check(image, &options).map_err(|fault| SimError::Run(fault.into()))?;
            let name = || &image.module.functions[image.kernel.0 as usize].name;
            let limits = Limits::of(cfg, image, grid, options.warp_size);
            let limits = limits.map_err(|why| SimError::Unfit(format!("`{}`: {why}", name())))?;
            let program = programs.entry(grid.kernel.0).or_insert_with(|| Program::of(image));
            let mut ground = GridContext { image, grid, options: &options, memory: &mut work.memory };
            sm.run(&mut ground, program, limits, enough)?;
        }
        Ok(())
    }
}
