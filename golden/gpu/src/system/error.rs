//! The errors that stop a simulation before its end.

use heddle_golden::Misstep;
use heddle_kernel::execute::Fault;
use heddle_kernel::launch::RunError;

/// The error that stopped a simulation before its end.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SimError {
    /// The kernel is at fault: it cannot be launched or executed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The workload does not fit the cores or the policy.
    #[error("{0}")]
    Unfit(String),
    /// A CTA is larger than a core of this GPU, and one of another GPU could hold it.
    #[error("{fault}: with {key} = {needed} or more it has room")]
    Room {
        /// The fault of the launch on this GPU: its CTAs are too large.
        fault: Box<Fault>,
        /// The key of the configuration that limits the size.
        key: &'static str,
        /// The least value of the key with which a CTA has room.
        needed: u64,
    },
    /// The core broke the protocol of a unit.
    #[error("cycle {cycle}: {misstep}")]
    Misstep {
        /// The unit's cycle in which the input was given.
        cycle: usize,
        /// The input that is not legal, and why.
        misstep: Misstep,
    },
    /// A unit's outputs contradict the program.
    #[error("cycle {cycle}: {what}")]
    Wrong {
        /// Core cycle.
        cycle: u64,
        /// The difference, with its place in the program.
        what: String,
    },
    /// Nothing in the GPU can move again.
    #[error("{}", deadlock(*cycle, fault.as_deref(), warps))]
    Deadlock {
        /// Core cycle.
        cycle: u64,
        /// The mistake of the program that caused the deadlock, if it is the program's.
        fault: Option<Box<Fault>>,
        /// The state of every warp: its place in the program, and what it waits for.
        warps: Vec<String>,
    },
}

impl SimError {
    /// The error of a program that has made a mistake.
    pub(crate) fn of_fault(fault: Fault) -> SimError {
        SimError::Run(fault.into())
    }
}

fn deadlock(cycle: u64, fault: Option<&Fault>, warps: &[String]) -> String {
    let fault = fault.map_or(String::new(), |fault| format!(": {fault}"));
    format!("deadlock in cycle {cycle}{fault}\n{}", warps.join("\n"))
}
