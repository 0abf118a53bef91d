//! Types that all modules of this crate share: ids of warps and slots, reasons to wait, the grid
//! that runs, clocks and errors. None of them has a cycle of its own.

pub(crate) mod claim;
pub mod clock;
mod delay_queue;
mod error;
mod first;
mod grid;
pub(crate) mod ids;
pub(crate) mod mask;
mod spin;
pub(crate) mod turns;
mod wait;

pub(crate) use delay_queue::DelayQueue;
pub use error::SimError;
pub(crate) use first::first;
pub(crate) use grid::{Ctas, GridContext, threads};
pub(crate) use spin::spin_until;
pub use wait::SlotCounters;
pub(crate) use wait::{Class, WAITS, Wait};
