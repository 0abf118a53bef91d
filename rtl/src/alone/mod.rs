//! The primitives as units: each one alone in a top module, so that it can be checked alone.

mod bank;
mod mul32;
mod shr32;
mod storage;
