//! The cost: what open synthesis makes of every unit.
//!
//! | where | what |
//! |---|---|
//! | `yosys` | elaboration: nothing to warn about, and bits of state |
//! | `cells` | a cell library |
//! | `cacti` | memories and crossbars |
//! | `flow` | mapping, area, timing |
//! | `budget` | what was accepted, and what grew |
//! | [`power`] | activity of a netlist in lockstep, and what it draws |

mod budget;
mod cacti;
mod cells;
mod flow;
pub mod power;
mod yosys;

pub use budget::{Budget, Growth, LIMIT};
pub use cacti::{Cacti, Macro};
pub use cells::{Cell, Cells};
pub use flow::{Flow, MACRO, Report};
pub use yosys::{State, SynthError, Yosys};
