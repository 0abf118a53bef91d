//! Micro-operations: every instruction as steps of the lane's instruction set, planned once a
//! kernel, the same under every policy.
//!
//! A *plan* has an instruction's steps; a *step* is an instruction of the lane without masks and
//! values; a *micro-operation* is a step that a group executes, with its masks, its addresses and,
//! for datapaths that compute, the expected values. All policies execute the same steps, so that
//! they differ in how they execute them, not in what they execute.

mod class;
mod group;
mod layout;
mod micro_op;
mod native;
mod plan;
mod planner;
mod recorder;
mod single;
mod step;
mod unit;

pub(crate) use class::Class;
pub(crate) use group::side_by_side;
#[cfg(test)]
pub(crate) use layout::Words;
pub(crate) use layout::{CONSTANTS, Plan, Program, Rows, Unplanned};
pub(crate) use micro_op::{MicroOp, MicroOps, Spare};
pub(crate) use plan::program;
pub(crate) use recorder::StepRecorder;
pub(crate) use step::{MemoryOp, Place, Role, Source, Step, Unit};
