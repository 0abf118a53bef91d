//! CUDA's driver API over the same device. Names and signatures are those of CUDA's documents.

mod context;
mod device;
mod launch;
mod link;
mod memory;
mod module;
mod stream;
mod table;
mod texture;

/// The version of CUDA that the driver says it is.
pub const VERSION: i32 = 13000;
