//! The cost: what open synthesis makes of every unit.
//!
//! Yosys elaborates the emitted Verilog, finds nothing to warn about, and counts the state; [`power`] maps it to cells, and finds what a run of them costs.

pub mod power;
//! | where | what |
//! |---|---|
//! | `yosys` | elaboration: nothing to warn about, and bits of state |
//! | `cells` | a cell library |
//! | `cacti` | memories and crossbars |
//! | `flow` | mapping, area, timing |
//! | `budget` | what was accepted, and what grew |

mod budget;
mod cacti;
mod cells;
mod flow;
mod yosys;

pub use budget::{Budget, Growth, LIMIT};
pub use cacti::{Cacti, Macro};
pub use cells::{Cell, Cells};
pub use flow::{Flow, MACRO, Report};
pub use yosys::{State, SynthError, Yosys};
