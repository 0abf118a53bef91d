//! The whole GPU: cores, memory and clocks, the CTAs of a grid, and a run from its first grid to
//! its last.

pub(crate) mod gpu;
mod grids;
mod pace;
pub mod policy;
mod pool;
mod results;
pub(crate) mod run;
mod sample;
pub(crate) mod simulate;
mod steady;
mod target;
mod threads;
mod watch;
pub(crate) mod whole_warps;

pub use crate::base::{SimError, clock};
pub(crate) use grids::ReadyGrids;
pub use grids::{Grids, Ran, Rule};
pub use results::{Ended, Launch, Options, Run, Sampled, list};
pub use simulate::{Maker, PolicyUnit, simulate};
pub use watch::{Event, Sample, Watch};
