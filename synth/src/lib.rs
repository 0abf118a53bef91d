//! The cost: what open synthesis makes of every unit.
//!
//! | where | what |
//! |---|---|
//! | `yosys` | elaboration: nothing to warn about, and bits of state |
//! | `error` | the crate's errors |
//! | [`liberty`] | a cell library, with `function` for what its cells compute |
//! | [`map`] | from Verilog to its cells, by Yosys |
//! | [`generic`] | the same in gates of no library, for proofs |
//! | [`netlist`] | cells, macros, nets; `verilog` writes it for OpenSTA |
//! | `cacti` | memories and crossbars |
//! | [`sta`] | the slowest path, and power under an activity, by OpenSTA |
//! | `flow` | all of that: what a unit costs |
//! | `papers` | the papers' figures, beside the same by their methods and by synthesis |
//! | `budget` | what was accepted, and what grew |
//! | [`power`] | activity of a netlist in lockstep, and what it draws |

mod budget;
mod cacti;
mod error;
mod flow;
mod function;
pub mod generic;
pub mod liberty;
pub mod map;
pub mod netlist;
mod papers;
pub mod power;
pub mod sta;
mod verilog;
mod yosys;

pub use budget::{Budget, Change, LIMIT};
pub use cacti::{Cacti, Macro, PROCESS, Ports};
pub use error::{DataError, SynthError};
pub use flow::{Flow, Report, Sized};
pub use liberty::Library;
pub use map::MACRO;
pub use netlist::Netlist;
pub use papers::{Papers, Row, Worked};
pub use sta::Sta;
pub use yosys::{State, Yosys};
