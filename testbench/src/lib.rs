//! The comparison of golden models and RTL, side by side, with each loop written once.
//!
//! | where | what |
//! |---|---|
//! | [`mod@bench`] | the trait of a unit: stimulus, shrinking, cover points, claims |
//! | [`campaign`] | many segments of random lockstep on several threads |
//! | [`claims`] | logic over the names of a netlist |
//! | [`coverage`] | coverage of a unit by its stimulus |
//! | [`cross`] | crosses of cover points |
//! | [`drawn`] | stimulus of a port, from its width alone |
//! | [`dut`] | a Verilated unit, cycle by cycle |
//! | [`elastic`] | a trace as events that happen as soon as they can |
//! | [`entropy`] | the only source of randomness |
//! | [`enumerate`] | every state of a small golden model |
//! | [`faults`] | planted faults: edits of emitted Verilog |
//! | [`jobs`] | work on several threads |
//! | [`lockstep`] | golden model and device side by side |
//! | [`mod@flat`] | what people wrote as Yosys reads it |
//! | [`from_files`] | blocks whose RTL is in files |
//! | [`gates`] | a netlist in the place of a Verilated unit |
//! | [`mutate`] | mutants of the RTL, and their fates |
//! | [`number`] | FP32 words at the corners of arithmetic |
//! | [`mod@plain`] | the parts of a comparison that a block need not write |
//! | [`prove`] | proofs of a unit's claims |
//! | [`scoreboard`] | results of a golden model without cycles |
//! | [`segment`] | segments of random lockstep: their lengths, and stimulus common to all units |
//! | [`shrink`] | a failing trace made small |
//! | [`special`] | special values of wide payloads |
//! | [`states`] | what a unit says of its states, so that they can be enumerated |
//! | [`structure`] | which bits toggle and which branches are taken in lockstep |
//! | [`target`] | a unit and a preset with the type forgotten |
//! | [`trace`] | traces, and their files |
//! | [`mod@unit`] | a unit's functions without its type |
//! | [`variant`] | a preset with some of its numbers changed |
//! | [`words`] | a block whose ports are known at run time |
//! | [`verilator`] | Verilog as an executable model; [`files`], [`interrupt`], [`child`] and [`kept`], which it needs too |

pub mod bench;
pub mod campaign;
pub mod claims;
pub mod coverage;
pub mod cross;
pub mod drawn;
pub mod dut;
pub mod elastic;
pub mod entropy;
pub mod enumerate;
pub mod faults;
pub mod flat;
pub mod from_files;
pub mod gates;
pub mod jobs;
pub mod lockstep;
pub mod mutate;
pub mod number;
pub mod plain;
pub mod prove;
pub mod scoreboard;
pub mod segment;
pub mod shrink;
pub mod special;
pub mod states;
pub mod structure;
pub mod target;
pub mod trace;
pub mod unit;
pub mod variant;
pub mod words;

#[doc(hidden)]
pub use heddle_block::{Illegal, Machine, Rtl, Untimed};
pub use heddle_sandbox::child;
pub use heddle_verilator as verilator;
pub use heddle_verilator::{files, interrupt, kept};
