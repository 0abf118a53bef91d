//! What the papers need to know of a function, a pass a file.
//!
//! ```text
//! Function -- flow --> Flow -- dominators --> reconvergence
//!                       |---- liveness
//!                       |---- branches (SLP, section 5)
//!                       '---- scalar, restricted (STSIMT, section 4.2) --> Scalars --> allocate
//! ```

mod bits;
mod dominators;
mod flow;
mod reconvergence;

pub use bits::Bits;
pub use dominators::{Dominators, dominators, postdominators};
pub use flow::{Block, BlockId, Flow};
pub use reconvergence::Reconvergence;
