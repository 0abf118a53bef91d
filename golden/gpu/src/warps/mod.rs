//! The warps and CTAs on a core, and what surrounds their execution, whichever policy chooses the
//! warp that issues.

mod contexts;
mod counters;
mod execute;
mod needs;
mod ports;
mod scheduler;
mod warp;

pub(crate) use contexts::{Contexts, Resident};
pub use counters::CoreCounters;
pub(crate) use execute::Instruction;
pub(crate) use needs::{CtaNeeds, Unfit};
pub(crate) use ports::CorePorts;
pub(crate) use scheduler::Scheduler;
pub(crate) use warp::Warp;
