//! Places of a unit's cells and memories, the wires between them, a clock tree, and what all of
//! that costs.
//!
//! | where | what |
//! |---|---|
//! | `lef` | sizes and pins of cells, layers of wires |
//! | `plan` | the floorplan: core, memories, ports |
//! | `placer` | cells in rows, by coloquinte |
//! | `layout` | where all is, and what nets connect there |
//! | [`check()`] | whether a layout can be built |
//! | `tree` | a tree of wires for a net |
//! | `wires` | resistance, capacitance and delay of nets |
//! | `clock` | the clock tree |
//! | `congestion` | how full the core is with wires |
//! | [`def()`] | a layout as DEF, and its memories as LEF |
//! | [`modules()`] | the module that each gate comes from |
//! | `flow` | all of that, one after the other |

mod check;
mod clock;
mod congestion;
mod def;
mod flow;
mod layout;
mod lef;
mod modules;
mod placer;
mod plan;
mod tree;
mod wires;

pub use crate::error::LefError;
pub use check::check;
pub use def::{blocks, def};
pub use flow::{Aim, Figures, Physical, Placed};
pub use layout::{End, Ends, Layout, Shapes, Spot};
pub use lef::Lef;
pub use modules::modules;
pub use placer::{Placer, VERSION};
pub use tree::{Tree, distance, half_perimeter, rectangle};
pub use wires::{Nets, Wire, Wires};
