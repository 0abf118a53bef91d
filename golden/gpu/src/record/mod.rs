//! Recordings from programs: a core around one unit runs a kernel, so that the values at the unit's
//! ports are a program's own.
//!
//! Execution is functional at issue: the executor's registers are the architectural state, and the
//! core decides when a warp's next instruction is executed. The results of a unit that computes are
//! compared with the executor's values.

mod gang;
mod lane;
mod prt;
mod slp;
mod tapped;
mod vtc;

use heddle_golden::{Device, Golden, Tap};
use heddle_kernel::launch::Session;

use crate::base::SimError;

/// A unit that a core can be built around to record its ports under a workload.
pub trait Traffic: Golden {
    /// Runs a workload on a core around a unit just reset, until all its grids have ended or
    /// `enough` is true.
    fn drive<D: Device<Self>>(
        cfg: &Self::Config,
        work: &mut Session,
        unit: &mut D,
        enough: &(dyn Fn(&D) -> bool + Sync),
    ) -> Result<(), SimError>;
}

/// Records the inputs of a golden unit in the first `cycles` cycles of a workload, all of them
/// legal. An error if the core breaks the unit's protocol, or if the run fails.
pub fn record<B: Traffic>(cfg: &B::Config, work: &mut Session, cycles: usize) -> Result<Vec<B::In>, SimError> {
    let mut tap = Tap::<B>::new(cfg.clone(), cycles);
    let driven = B::drive(cfg, work, &mut tap, &Tap::full);
    // a core that broke the protocol may have stumbled over what came of it
    let inputs = tap.finish().map_err(|(cycle, misstep)| SimError::Misstep { cycle, misstep })?;
    driven?;
    Ok(inputs)
}
