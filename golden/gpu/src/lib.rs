//! The system: cores built around the units. A core does not know whether its units are golden models or RTL.
//!
//! For the studies: what STSIMT figure 5 needs (a front end for eight lanes, the conventional core beside it, and the paper's
//! micro-benchmark), a CTA whose masks are permuted and compacted, slices around a ganging unit, with programs that diverge, and the SM's
//! side of a swap, which VT's equation 2 is about. For real programs: a core around each unit, in [`traffic`].

pub mod clock;
pub mod compaction;
pub mod config;
mod core;
mod decode;
pub mod energy;
mod gpu;
mod mask;
pub mod memory;
pub mod microbenchmark;
pub mod policy;
pub mod profile;
mod simt;
pub mod simulate;
pub mod spec;
pub mod statistics;
pub mod swap;
pub mod traffic;
mod tsimt;
pub mod vws;

pub use simt::SimtCore;
pub use tsimt::TsimtCore;
