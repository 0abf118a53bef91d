//! The study of VWS 6: the paper's machines under synthetic programs of one kind of divergence each.

mod cache;
mod measure;
mod program;
mod queue;
mod sm;

pub use measure::{MACHINES, Machine, Measure, Sample, measure};
pub use program::{Op, Program, Warp, Who, programs};
pub use sm::{Executed, Sm, Step, Trouble};
