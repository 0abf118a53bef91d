//! A unit's hardware as text, and the lint warnings that are let pass.

/// A unit's hardware.
pub trait Rtl: heddle_contract::Block {
    /// The Verilog of the unit with these parameters: a file whose top module is [`NAME`](heddle_contract::Block::NAME)
    /// and whose ports are `clock`, then those of `In`, then those of `Out`. None if there is no hardware with these
    /// parameters; every preset has some.
    fn verilog(cfg: &Self::Config) -> Option<String>;
}

/// The Verilator warnings that are waived, each with its reason.
pub const WAIVERS: &[(&str, &str)] = &[("DECLFILENAME", "one file holds a unit and all its submodules")];
