//! CUDA's runtime API. Streams and copies that do not wait are done at once; names and signatures are those of CUDA's documents.

mod device;
mod errors;
pub(crate) mod event;
mod function;
mod memory;
mod properties;
mod registry;
mod stream;
mod symbol;

pub(crate) use function::launch;
pub(crate) use properties::{NAME, attribute};
pub(crate) use registry::unwrap;
pub(crate) use stream::{Callback, HostFunction, check as check_stream, create as create_stream};
