//! The hardware of every unit, in rust-hdl, emitted as Verilog.
//!
//! * [`Rtl`]: a unit of the contract, as Verilog.
//! * [`lane`]: the temporal SIMT lane.
//! * [`primitive`]: what rust-hdl lacks.
//! * [`WAIVERS`]: lint warnings that are let pass, with the reason.

mod array;
mod emit;
mod lane;
mod number;
mod primitive;

/// A unit's hardware.
pub trait Rtl: heddle_contract::Block {
    /// The Verilog of the unit with these parameters: a file whose top module is [`NAME`](heddle_contract::Block::NAME)
    /// and whose ports are `clock`, then those of `In`, then those of `Out`. None if there is no hardware with these
    /// parameters; every preset has some.
    fn verilog(cfg: &Self::Config) -> Option<String>;
}

/// The Verilator warnings that are waived, each with its reason.
pub const WAIVERS: &[(&str, &str)] = &[("DECLFILENAME", "a file holds a unit and all its submodules")];
