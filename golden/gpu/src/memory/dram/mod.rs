//! A DRAM channel: banks with rows, a command bus and a data bus, and a scheduler that prefers open
//! rows.
//!
//! One command is issued a cycle, and `dram.rate` beats move. Rows stay open until a transfer needs
//! another row of the bank. There is no refresh (assumed).

mod bank;
mod channel;
mod timing;

pub use channel::{Channel, DramCounters, Transfer};
pub use timing::{Command, Timing};
