//! Analyses of a function that the papers need, one file for each.
//!
//! ```text
//! Function -- flow --> Flow -- dominators --> reconvergence --> region --.
//!                       |---- branches (SLP, section 5)                  |
//!                       '---- liveness --> scalar, restricted (STSIMT, section 4.2) --> Scalars --> allocate
//! ```

mod bits;
mod branches;
mod carried_taints;
mod dominators;
mod executed;
mod flow;
mod liveness;
mod places;
mod reconvergence;
mod region;
mod restricted;
mod scalar;
mod seeds;
mod traced;

pub use bits::Bits;
pub use branches::{Branches, Kind, Taint, conditional};
pub use carried_taints::CarriedTaints;
pub use dominators::{Dominators, dominators, postdominators};
pub use executed::Executed;
pub use flow::{Block, BlockId, Flow};
pub use liveness::Liveness;
pub use places::Places;
pub use reconvergence::Reconvergence;
pub use region::Region;
pub use scalar::{Reason, Scalars};
pub use seeds::{Rules, Seed};
pub use traced::{Tally, Traced};
