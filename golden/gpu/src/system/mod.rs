//! The whole GPU: cores, memory and clocks, the CTAs of a grid, and a run from its first grid to
//! its last.

pub mod clock;
pub(crate) mod compaction;
pub(crate) mod cta_dispatch;
mod delay_queue;
mod error;
pub(crate) mod gpu;
mod grids;
mod partitions;
pub(crate) mod run;
pub(crate) mod simulate;
mod slicing;
mod watch;
pub(crate) mod whole_warps;

pub(crate) use delay_queue::DelayQueue;
pub use error::SimError;
pub(crate) use grids::ReadyGrids;
pub use grids::{Grids, Ran, Rule};
pub use run::{Ended, Launch, Options, Run, list};
pub use simulate::{Configured, InCores, Maker, PolicyUnit, Simulated, simulate};
pub use watch::{Event, Sample, Watch};
