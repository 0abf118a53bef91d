//! The device under both APIs.

mod array;
mod copy;
mod engine;
mod gpu;
mod host;
mod occupancy;
mod printing;
mod stream;
mod timed;

pub use array::{Reference, Resource, address, filter, format};
pub use copy::{Rows, Side};
pub use gpu::{Gpu, Run, Stream, invalid, with, with_any};
pub use occupancy::potential;
pub use stream::{Callback, HostFunction};
