//! The GPU system: cores built around the units, memory, and the studies that need them.
//!
//! A core does not depend on whether its units are golden models or RTL: both are a `Device`.
//!
//! Simulate a kernel under a policy (a [`Session`](heddle_kernel::launch::Session) of any program
//! will do; this one is a workload of the project):
//!
//! ```
//! use heddle_gpu::config::Config;
//! use heddle_gpu::policy::Policy;
//! use heddle_gpu::system::{Ended, Options, simulate};
//! use heddle_workloads::Workload;
//!
//! let spec = Config::shipped("vt").expect("one of `configs/`").spec;
//! let policy = Policy::named("vt").expect("one of `Policy::names()`");
//! let workload = Workload::named("va").expect("one of `kernels/`");
//! workload.with("test", |session| {
//!     let run = simulate(&spec, &policy, session, &Options::default(), &mut ())?;
//!     assert_eq!(run.ended, Ended::Whole);
//!     assert_eq!(session.check()?, []);
//!     println!("{} cycles, {} lines read from DRAM", run.cycles, run.get("dram.reads").unwrap());
//!     Ok::<(), Box<dyn std::error::Error>>(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod base;
pub mod config;
mod core;
mod datapath;
pub mod energy;
mod formation;
#[cfg(test)]
#[path = "../../../tests/length/mod.rs"]
mod length;
pub mod measure;
pub mod memory;
mod microop;
pub mod record;
mod residency;
pub mod study;
pub mod system;
mod warps;

pub use system::policy;
