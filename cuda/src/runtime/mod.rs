//! CUDA's runtime API. Streams and asynchronous copies are done at once; names and signatures are
//! those of CUDA's documents.

mod array;
mod device;
mod errors;
mod event;
mod function;
mod memory;
mod properties;
mod registry;
mod stream;
mod symbol;
mod texture;

pub(crate) use array::{longs, words};
pub(crate) use function::launch;
pub(crate) use properties::{NAME, attribute};
pub(crate) use registry::unwrap;
