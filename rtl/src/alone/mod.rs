//! The parts of units as units: each one alone in a top module, so that it can be checked alone.

mod bank;
mod fp32;
mod mul32;
mod shr32;
mod storage;
