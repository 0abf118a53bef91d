//! A DRAM channel: banks with rows, a command bus and a data bus, and a scheduler that prefers open rows.
//!
//! One command is given a cycle, and `dram.rate` beats move. Rows stay open until another one is wanted. There is no refresh (assumed).

mod bank;
mod channel;
mod timing;

pub use channel::{Channel, DramCounters, Transfer};
pub use timing::{Command, Timing};
