//! The form of a module for analysis, allocation and execution: names resolved, types checked,
//! labels as instruction numbers.
//!
//! Every instruction has the same form, so that a pass needs to know no opcode: an operation with
//! its types and modifiers, the registers that it writes, the operands that it reads, and a guard.

mod allocation;
mod function;
mod operation;
mod origins;
mod source;
mod special;
mod texture;
mod types;
mod video;

pub use allocation::{Allocation, Location};
pub use function::{
    Function, FunctionId, Module, Opaque, Parameter, Register, RegisterId, Rewritten, Variable, VariableId,
};
pub use operation::{
    Atomic, Barrier, Compare, Float, Group, Guard, Instruction, Integer, Memory, Mode, Op, Operand, Part, Round,
    Shuffle, Target, Unary, Vote,
};
pub use origins::{Origin, Origins};
pub use source::{Place, Source, Span};
pub use special::Special;
pub use texture::{Fetch, Geometry, Outside, Query, Surface};
pub use types::{Space, Type};
pub use video::{Field, Scalar, Simd, Then, VideoOp};
