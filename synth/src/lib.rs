//! The cost of every unit, by open synthesis tools.
//!
//! | where | what |
//! |---|---|
//! | `yosys` | elaboration without a warning, and bits of state |
//! | `error` | the crate's errors |
//! | [`liberty`] | a cell library, with `function` for what its cells compute |
//! | `flat` | SystemVerilog as one module of plain Verilog |
//! | [`map`] | from Verilog to its cells, by Yosys |
//! | [`generic`] | from Verilog to gates of no library, for proofs |
//! | [`gating`] | clock gates for rows of flip-flops |
//! | [`netlist`] | cells, macros, nets; `verilog` writes it for OpenSTA |
//! | [`circuit`] | a netlist as parts that can be executed; `cells` makes it of library cells |
//! | [`gates`] | an executable netlist, for lockstep |
//! | [`fpga`] | ECP5: mapping, lockstep, placing and routing |
//! | `keep` | results that are kept |
//! | `cacti` | memories and crossbars |
//! | [`size`] | sizing by paths: cells exchanged for others of the same function, and buffers |
//! | [`place`] | places of cells and memories, wires, a clock tree, and what they cost |
//! | `program` | programs that may take too long |
//! | [`sta`] | the slowest path, and power under an activity, by OpenSTA |
//! | `flow` | the whole flow: the cost of a unit |
//! | `papers` | the papers' figures, beside figures by their methods and by synthesis |
//! | `arrays` | arrays of registers in flip-flops |
//! | `budget` | the accepted cost, and changes since |
//! | [`power`] | activity of a netlist in lockstep, and its power |

mod arrays;
mod budget;
mod cacti;
mod cells;
pub mod circuit;
mod error;
mod flat;
mod flow;
pub mod fpga;
mod function;
pub mod gates;
pub mod gating;
pub mod generic;
mod keep;
pub mod liberty;
pub mod map;
pub mod netlist;
mod papers;
pub mod place;
pub mod power;
pub mod size;
pub mod sta;
mod verilog;
mod yosys;

pub use arrays::{Array, LARGE};
pub use budget::{Budget, Change, Unfounded, limit};
pub use cacti::{Cacti, Macro, PROCESS, Ports};
pub use error::{DataError, SynthError};
pub use flat::{Reader, Resets, SLANG};
pub use flow::{Flow, Report, Resized, Sized};
pub use liberty::Library;
pub use map::{Goal, MACRO};
pub use netlist::Netlist;
pub use papers::{Papers, Row, Worked};
pub use sta::Sta;
pub use yosys::{Before, State, Yosys};
