//! A thin binding to Verilator: compiles Verilog text to a model, and runs its cycles.
//!
//! [`Toolchain::find`] finds the tools, [`Cache::open`] the folder in which built models are kept,
//! and [`Model::build`] verilates, compiles, loads and caches one [`Design`]. An [`Instance`] of
//! the model runs cycles: one `u64` slot a port a cycle, in the order of the port lists that the
//! design was built with.
//!
//! Nothing here runs at the build time of the crate: models are built on demand, and once.

mod apart;
pub mod block;
mod cache;
mod compile;
mod confined;
mod counts;
mod design;
mod driven;
mod error;
pub mod files;
pub mod foreign;
mod initial;
pub mod kept;
mod library;
mod lint;
mod model;
mod orders;
mod ports;
mod process;
mod region;
mod shim;
mod toolchain;
pub mod tree;
mod wave;

pub use cache::{Cache, CacheError};
pub use compile::{bare_benchmark, verilate};
pub use counts::Count;
pub use design::{Design, Lint, Options};
pub use error::{BuildError, Cause, LoadError, Stopped};
pub use heddle_sandbox::interrupt;
pub use initial::ZEROS;
pub use model::{Instance, Model};
pub use ports::PortFault;
pub use shim::fold;
pub use toolchain::{ToolError, Toolchain, Version};
pub use wave::{CYCLE, Signal, Wave, WaveError, merge};
