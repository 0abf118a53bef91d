//! Why a simulation stopped before its end.

use heddle_golden::Misstep;
use heddle_kernel::execute::Fault;
use heddle_kernel::launch::RunError;

/// Why a simulation stopped before its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SimError {
    /// The kernel is at fault.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The workload does not fit the core.
    #[error("{0}")]
    Unfit(String),
    /// A CTA is larger than a core of this GPU, and one of another GPU could hold it.
    #[error("{fault}: with {key} = {needed} or more it has room")]
    Room {
        /// What the launch asks for.
        fault: Box<Fault>,
        /// What of the configuration limits it.
        key: &'static str,
        /// What it would have to be.
        needed: u64,
    },
    /// The core broke the protocol of a unit.
    #[error("cycle {cycle}: {misstep}")]
    Misstep {
        /// The unit's cycle.
        cycle: usize,
        /// The input that is not legal.
        misstep: Misstep,
    },
    /// A unit did something else than the program says.
    #[error("cycle {cycle}: {what}")]
    Wrong {
        /// Core cycle.
        cycle: u64,
        /// The difference, with its place.
        what: String,
    },
    /// Nothing will move again.
    #[error("{}", deadlock(*cycle, fault.as_deref(), warps))]
    Deadlock {
        /// Core cycle.
        cycle: u64,
        /// What the program did wrong, if it was the program.
        fault: Option<Box<Fault>>,
        /// Every warp, where it stands, and what it waits for.
        warps: Vec<String>,
    },
}

impl SimError {
    /// What the program did wrong.
    pub(crate) fn of_fault(fault: Fault) -> SimError {
        SimError::Run(fault.into())
    }
}

fn deadlock(cycle: u64, fault: Option<&Fault>, warps: &[String]) -> String {
    let fault = fault.map_or(String::new(), |fault| format!(": {fault}"));
    format!("deadlock in cycle {cycle}{fault}\n{}", warps.join("\n"))
}
