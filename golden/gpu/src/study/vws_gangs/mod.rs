//! Slices around a ganging unit, and the study of VWS 6 on them: the paper's machines under
//! synthetic programs of one kind of divergence each.

mod cache;
mod measure;
mod program;
mod sm;

pub use measure::{MACHINES, Machine, Measure, Sample, measure};
pub use program::{Done, Op, Program, Warp, Who, programs};
pub use sm::{Executed, GangError, Sm, Step};
