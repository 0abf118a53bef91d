//! The simulated device, which the runtime API and the driver API share.

mod array;
mod copy;
mod engine;
mod gpu;
mod grid;
mod host;
mod journal;
mod limits;
mod occupancy;
mod printing;
mod queue;
mod signals;
mod stream;
mod timed;

pub use array::{Reference, Resource, address, filter, format};
pub use copy::{Rows, Side};
pub use gpu::{Gpu, Run, Stream, invalid, with, with_any};
pub use limits::SHARED;
pub use occupancy::potential;
pub use queue::{Until, after, settle, synchronised};
pub use stream::{Callback, HostFunction, call_host};
