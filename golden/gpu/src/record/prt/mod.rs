//! A vector core with SIMT-SIMD's partitioned renaming table, running programs (IV.A to IV.C, V).
//!
//! Modelled: CTAs packed into partitions as far as the lanes go (one with more threads than lanes is several partitions), each with a fetch unit. All
//! warps of a partition follow one path under masks: a branch writes candidate PCs, a JOIN finds the next one, a mask instruction says who is active
//! (Lorie and Strong). PTX becomes vrPTX one to one, but for vectors, which are cracked, and what
//! lies in memory because registers are few (see [`registers`]). What the lookup table has not is offered all the same, refused and withdrawn; the
//! scalar side then does it, a thread a cycle, when the partition is quiet. Instructions take one cycle or the vector length (V).
//!
//! What the buffer issues is compared with what the streams gave: order, operation, length, latency, constant; and each register must be renamed to
//! one that is the partition's alone and whose value is there. Values are the executor's: an instruction is executed when the front end composes it.
//!
//! Not modelled: the SPU's instruction fetch, memory beyond the vector length of V, the compiler's buckets of warps with similar instruction counts.

mod code;
mod lower;
mod machine;
mod packs;
mod registers;
mod stream;
mod vector;

use std::collections::BTreeMap;

use heddle_contract::prt::{Config, Prt, Ranges};
use heddle_golden::Device;
use heddle_kernel::execute::{Image, Options};
use heddle_kernel::launch::{Grid, Session};
use heddle_kernel::program::Op;

use super::Traffic;
use crate::system::SimError;
use crate::system::cta_dispatch::GridContext;
use registers::Registers;

impl Traffic for Prt {
    fn drive<D: Device<Prt>>(
        cfg: &Config,
        work: &mut Session,
        unit: &mut D,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        let warp_size = 1 << cfg.lanes.min(32).ilog2();
        let grids = work.ready(Default::default(), warp_size)?;
        let options = Options { warp_size, ..Options::default() };
        let mut machine = machine::Machine::new(cfg, unit);
        let mut known = BTreeMap::new();
        for (grid, image) in grids.iter() {
            if enough(machine.unit()) {
                break;
            }
            grid.launch.check(image, &options).map_err(|fault| SimError::Run(fault.into()))?;
            let packs = packs(cfg, grid, image, warp_size)?;
            let registers = match known.entry((grid.kernel.0, packs)) {
                std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::btree_map::Entry::Vacant(new) => new.insert(registers(cfg, image, packs)?),
            };
            let mut ground = GridContext { image, grid, options: &options, memory: &mut work.memory };
            machine.run(&mut ground, registers, enough)?;
        }
        Ok(())
    }
}

/// Partitions that a CTA needs at once.
fn packs(cfg: &Config, grid: &Grid, image: &Image, warp_size: u32) -> Result<u32, SimError> {
    let threads = grid.launch.block.iter().product::<u32>();
    let barriers = |op: &Op| matches!(op, Op::Barrier(_));
    let reachable = image.module.functions.iter().enumerate();
    let reachable =
        reachable.filter(|(id, _)| image.allocation(heddle_kernel::program::FunctionId(*id as u32)).is_some());
    let waits = reachable.flat_map(|(_, function)| &function.code).any(|instruction| barriers(&instruction.op));
    let packs = if waits { threads.div_ceil(cfg.lanes / warp_size * warp_size) } else { 1 };
    if packs <= cfg.partitions {
        return Ok(packs);
    }
    let name = &image.module.functions[image.kernel.0 as usize].name;
    let Config { lanes, partitions, .. } = *cfg;
    Err(SimError::Unfit(format!(
        "`{name}`: a CTA of {threads} threads that wait for each other takes {packs} partitions of {lanes} lanes, and there are {partitions}"
    )))
}

/// The registers of a partition, if they are enough.
fn registers(cfg: &Config, image: &Image, packs: u32) -> Result<Registers, SimError> {
    let most = match cfg.ranges {
        Ranges::Static => cfg.partitions,
        // at least two run at once (ours)
        Ranges::Dynamic => packs.max(2).min(cfg.partitions),
    };
    let name = || &image.module.functions[image.kernel.0 as usize].name;
    Registers::of(image, cfg.registers / most, cfg.masks / most)
        .map_err(|why| SimError::Unfit(format!("`{}` on {most} partitions: {why}", name())))
}
