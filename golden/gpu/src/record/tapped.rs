//! A core on an ideal memory with one of its units tapped, so that the values at the unit's ports
//! are a program's own.

use std::sync::atomic::{AtomicBool, Ordering};

use heddle_contract::Block;
use heddle_golden::{Device, Golden, Model};
use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Memory, Options as ExecOptions};
use heddle_kernel::launch::Ready;

use crate::base::SimError;
use crate::config::spec::Spec;
use crate::core::Core;
use crate::memory::Ideal;
use crate::system::run::{Machine, admits, run_grids};
use crate::system::{Options, ReadyGrids, Watch};

/// Cycles from a request that misses L1 to its answer: between a hit in L2 and DRAM (assumed).
const LATENCY: u64 = 200;

/// A unit of a core under recording: the recorded one from outside the core, or a golden model
/// beside it.
pub(super) enum Tapped<'u, B: Golden, D> {
    /// The unit that is recorded, the test whether it has seen enough, and the outcome of that
    /// test.
    Outside(&'u mut D, &'u (dyn Fn(&D) -> bool + Sync), &'u AtomicBool),
    Golden(Model<B>),
}

impl<B: Golden, D: Device<B>> Device<B> for Tapped<'_, B, D> {
    fn peek(&mut self, o: &mut <B as Block>::Out) {
        match self {
            Tapped::Outside(unit, ..) => unit.peek(o),
            Tapped::Golden(unit) => unit.peek(o),
        }
    }
    fn step(&mut self, i: &<B as Block>::In, o: &mut <B as Block>::Out) {
        match self {
            Tapped::Outside(unit, enough, full) => {
                unit.step(i, o);
                full.store(enough(unit), Ordering::Relaxed);
            }
            Tapped::Golden(unit) => unit.step(i, o),
        }
    }
}

/// Observer that ends a run when the recorded unit has seen enough.
struct Enough<'u>(&'u AtomicBool);

impl Watch for Enough<'_> {
    fn every(&self) -> u64 {
        16
    }
    fn progress(&mut self, _: u64, _: u64, _: f64) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Refuses grids with CTAs too large for this core. A CTA that no core could hold is an error of
/// the launch.
pub(super) fn all_fit(grids: &Ready, exec: &ExecOptions) -> Result<(), SimError> {
    grids.iter().try_for_each(|(grid, image)| {
        admits(grid, image, exec).map_err(|error| match error {
            SimError::Room { fault, .. } => SimError::Unfit(fault.to_string()),
            other => other,
        })
    })
}

/// Runs grids on a core until they have ended or the recorded unit has seen enough.
pub(super) fn drive(
    spec: &Spec,
    core: impl Core,
    grids: &Ready,
    memory: &mut Memory,
    exec: &ExecOptions,
    full: &AtomicBool,
) -> Result<(), SimError> {
    run_grids(
        Machine { spec, cores: vec![core], memory: Ideal::new(1, LATENCY) },
        &mut ReadyGrids { ready: grids, memory },
        Registers::default(),
        exec,
        &Options::default(),
        &mut Enough(full),
    )?;
    Ok(())
}
