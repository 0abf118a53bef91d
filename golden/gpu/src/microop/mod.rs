//! What a core is told of a program: every instruction as steps of the lane's instruction set, planned once a kernel, whoever executes them.
//!
//! A *plan* has an instruction's steps; a *step* is an instruction of the lane but for masks and values; a *micro* is a step that a warp executes, with its
//! masks, its addresses and, for those who compute themselves, what must come of it. All policies execute the same steps, so that they differ in how, not in what.

mod layout;
mod micro_op;
mod native;
mod plan;
mod single;
mod step;

#[cfg(test)]
pub(crate) use layout::Words;
pub(crate) use layout::{Program, Rows};
pub(crate) use micro_op::{MicroOp, StepRecorder};
pub(crate) use plan::program;
pub(crate) use step::{MemoryOp, Place, Role, Source, Step, UNITS, Unit};
