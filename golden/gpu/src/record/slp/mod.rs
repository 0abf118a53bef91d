//! A core around `slp`: an SM that runs thread block compaction (TBC) with permuted lanes on real programs (SLP 2.3, 4,
//! 5; table 2).
//!
//! # What is modelled
//!
//! * CTAs start, in order, while warp slots are free, which are given out in a ring; their warps are launched through the
//!   unit, one a cycle, with the threads that the CTA has. A kernel most of whose conditional branches are D-branches, as
//!   the static taint analysis says, is launched plain (the choice that SLP 6.1 leaves open; the threshold of one half is
//!   ours).
//! * A CTA has one stack of paths. All its warps come together at every conditional branch, call and barrier (2.3). Where
//!   its threads part, both masks pass the reading port, a row a cycle, from thread order to lanes, and then the
//!   compactor; so do those that meet again at the immediate post-dominator. The taken side goes first.
//! * Whether a mask is compacted or declined is predicted as CAPRI does (2.3): by whether it paid at that branch the last
//!   time.
//! * The warps that leave the compactor are the warps that issue from then on: each has the threads that it was given,
//!   from several of the CTA's warps, and asks the data cache for the lines that its own threads want. So compaction has
//!   its effect on locality (SLP 6.3).
//! * Votes and shuffles want thread order: masks go back through the reading port.
//!
//! An instruction is executed for all of a CTA warp's threads on the path when the first warp with one of them issues it:
//! threads of one path do the same, and those that race have no order.
//!
//! # What is not
//!
//! One instruction a cycle, in order, the next of a warp when the last has its result: no scoreboard, no structural
//! hazards but one: the table of warps is written by an instruction that issues or by a warp that leaves the compactor,
//! which waits for that. Shared memory has no bank conflicts. The instruction cache always hits. Branches by table and
//! indirect calls whose threads part, and barriers within one side of a branch that wait for the other, need more than
//! one stack a CTA: they are refused.

mod cta;
mod front;
mod path;
mod sm;

use heddle_contract::slp::{Config, Slp};
use heddle_golden::Device;
use heddle_kernel::compile::Registers;
use heddle_kernel::launch::Session;

pub use front::Crossed;

use super::Traffic;
use crate::system::SimError;

impl Traffic for Slp {
    fn drive<D: Device<Self>>(
        cfg: &Config,
        work: &mut Session,
        unit: &mut D,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), SimError> {
        drive(cfg, work, unit, enough).map(|_| ())
    }
}

/// The same, and what crossed the ports in numbers.
pub fn drive<D: Device<Slp>>(
    cfg: &Config,
    work: &mut Session,
    unit: &mut D,
    enough: &dyn Fn(&D) -> bool,
) -> Result<Crossed, SimError> {
    let grids = work.ready(Registers::default(), cfg.width)?;
    let most = cfg.width * cfg.warps;
    for (grid, image) in grids.iter() {
        let threads: u64 = grid.launch.block.iter().map(|side| u64::from(*side)).product();
        if threads > most.into() {
            let kernel = &image.module.functions[grid.kernel.0 as usize].name;
            let Config { width, warps } = cfg;
            return Err(SimError::Unfit(format!(
                "`{kernel}` has CTAs of {threads} threads, and {warps} warps of {width} hold {most}: a preset with more warps fits"
            )));
        }
    }
    let mut sm = sm::Sm::new(cfg, work.module, unit);
    for (grid, image) in grids.iter() {
        sm.run(grid, image, &mut work.memory, enough)?;
        if enough(sm.unit()) {
            break;
        }
    }
    Ok(sm.crossed())
}
