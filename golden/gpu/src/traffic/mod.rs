//! Real traffic: a core around one unit runs a kernel, so that what crosses the unit's ports is a program's own.
//!
//! Execution is functional at issue: the executor's registers are the architectural state, and the core decides when a warp's next instruction is executed. A unit that
//! computes for itself is held to the executor's values. What all cores need lies in [`dispatch`], [`later`] and [`cache`].

pub mod cache;
pub mod dispatch;
pub mod gang;
mod lane;
pub mod later;
mod prt;
pub mod slp;
mod vtc;

use heddle_golden::{Device, Golden, Misstep, Tap};
use heddle_kernel::execute::Fault;
use heddle_kernel::launch::{RunError, Session};

/// Why a core stopped before the end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// The kernel.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The workload does not fit the preset.
    #[error("{0}")]
    Unfit(String),
    /// The core broke the unit's protocol.
    #[error("cycle {cycle}: {misstep}")]
    Misstep {
        /// When.
        cycle: usize,
        /// How.
        misstep: Misstep,
    },
    /// The unit did what the program does not say.
    #[error("cycle {cycle}: {what}")]
    Wrong {
        /// When.
        cycle: u64,
        /// What.
        what: String,
    },
    /// Nothing will move again.
    #[error("{}", deadlock(*cycle, fault.as_deref(), warps))]
    Deadlock {
        /// Core cycle.
        cycle: u64,
        /// What the program did wrong, if it was the program.
        fault: Option<Box<Fault>>,
        /// Every warp, where it stands, what it waits for.
        warps: Vec<String>,
    },
}

fn deadlock(cycle: u64, fault: Option<&Fault>, warps: &[String]) -> String {
    let fault = fault.map_or(String::new(), |fault| format!(": {fault}"));
    format!("deadlock in cycle {cycle}{fault}\n{}", warps.join("\n"))
}

/// A unit that a core can be built around.
pub trait Traffic: Golden {
    /// Runs a workload on a core around a unit just reset, until all its grids have ended or `enough` is true.
    fn drive<D: Device<Self>>(
        cfg: &Self::Config,
        work: &mut Session,
        unit: &mut D,
        enough: &dyn Fn(&D) -> bool,
    ) -> Result<(), Trouble>;
}

/// What crosses the ports of a golden unit in the first cycles of a workload, every cycle of it legal.
pub fn record<B: Traffic>(cfg: &B::Config, work: &mut Session, cycles: usize) -> Result<Vec<B::In>, Trouble> {
    let mut tap = Tap::<B>::new(cfg.clone(), cycles);
    let driven = B::drive(cfg, work, &mut tap, &Tap::full);
    // a core that broke the protocol may have stumbled over what came of it
    let inputs = tap.finish().map_err(|(cycle, misstep)| Trouble::Misstep { cycle, misstep })?;
    driven?;
    Ok(inputs)
}
