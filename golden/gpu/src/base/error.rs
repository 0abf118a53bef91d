//! The errors that stop a simulation before its end.

use heddle_golden::Misstep;
use heddle_kernel::execute::{Fault, REPEATS};
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
    /// Every warp that executes repeats its states, and no memory changes.
    #[error("{}", livelock(*cycle, faults, *waiting))]
    Livelock {
        /// Core cycle.
        cycle: u64,
        /// A fault for each warp that executes: its place, and what it waits for.
        faults: Vec<Fault>,
        /// CTAs that have not begun.
        waiting: u64,
    },
}

impl SimError {
    /// The most warps that the report of a livelock names.
    const NAMED: usize = 8;

    /// The error of a program that has made a mistake.
    pub(crate) fn of_fault(fault: Fault) -> SimError {
        SimError::Run(fault.into())
    }
}

fn deadlock(cycle: u64, fault: Option<&Fault>, warps: &[String]) -> String {
    let fault = fault.map_or(String::new(), |fault| format!(": {fault}"));
    format!("deadlock in cycle {cycle}{fault}\n{}", warps.join("\n"))
}

fn livelock(cycle: u64, faults: &[Fault], waiting: u64) -> String {
    let mut text = format!("livelock in cycle {cycle}: {REPEATS}");
    for fault in faults.iter().take(SimError::NAMED) {
        text += &format!("\n{fault}");
    }
    if faults.len() > SimError::NAMED {
        text += &format!("\nand {} more warps", faults.len() - SimError::NAMED);
    }
    if waiting > 0 {
        text += &format!("\n{waiting} CTAs have not begun: the cores are full");
    }
    text
}
