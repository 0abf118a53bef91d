//! The hardware of a unit as text, and the lint warnings that are waived.

/// The hardware of a unit, emitted as Verilog.
pub trait Rtl: heddle_contract::Block {
    /// Returns the Verilog of the unit with these parameters, or `None` if there is no hardware
    /// with them. The top module of the file is [`NAME`](heddle_contract::Block::NAME), and its
    /// ports are `clock`, then those of `In`, then those of `Out`. Every preset has hardware.
    fn verilog(cfg: &Self::Config) -> Option<String>;
}

/// The Verilator warnings that are waived, each with the reason.
pub const WAIVERS: &[(&str, &str)] = &[("DECLFILENAME", "one file holds a unit and all its submodules")];
