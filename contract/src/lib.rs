//! The contract: what each unit looks like from outside.
//!
//! Ports, widths, parameters and protocol, and no behaviour. The golden models (`heddle-golden`) and the hardware
//! (`heddle-rtl`) are both written from here and from the papers, and never from each other.

mod block;
mod ports;

pub mod gang;
pub mod lane;
pub mod primitive;
pub mod prt;
pub mod slp;
pub mod vtc;

pub use block::{Block, Config, ConfigError, Field, Port, Ports, Timing, Value, bits};
use block::{numbers, refuse};
