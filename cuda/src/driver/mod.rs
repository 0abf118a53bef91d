//! CUDA's driver API over the common device. Names and signatures are those of CUDA's documents.

mod context;
mod device;
mod launch;
mod link;
mod memory;
mod module;
mod stream;
mod table;
mod texture;

/// The CUDA version that the driver reports: 1000 times the major plus 10 times the minor version.
pub const VERSION: i32 = 13000;
