//! The parts that units are made of, as units of their own: the primitives that the hardware writes
//! by hand, and the FP32 datapath.
//!
//! Everything else in the hardware is made of rust-hdl and of these, so each one with logic in it
//! is checked alone, by the same loop as the lane.

pub mod bank;
pub mod fp32;
pub mod mul32;
pub mod shr32;
pub mod storage;

pub use bank::Bank;
pub use fp32::Fp32;
pub use mul32::Mul32;
pub use shr32::Shr32;
pub use storage::Storage;

heddle_block::config! {
    /// The configuration of a unit that has no parameters.
    pub struct Plain {}
    paper {}
}
