//! Primitives as units of their own: each in a top module, so that it can be checked by itself.

mod bank;
mod fp32;
mod mul32;
mod shr32;
mod storage;
