//! Primitives as units of their own: each in a top module, so that it can be checked by itself.

mod bank;
mod fp32;
mod mul32;
mod shr32;
mod storage;

pub use bank::Bank;
pub use fp32::Fp32;
pub use mul32::Mul32;
pub use shr32::Shr32;
pub use storage::Storage;
