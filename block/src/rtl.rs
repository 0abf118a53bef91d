//! The hardware of a block as text, and the lint warnings that are waived.

use crate::Block;

/// The hardware of a block as Verilog.
pub trait Rtl: Block {
    /// The Verilator warnings that are waived, each with the reason.
    const WAIVERS: &'static [(&'static str, &'static str)] = &[];

    /// Returns the Verilog of the block with these parameters, or `None` if there is no hardware
    /// with them. The top module of the file is [`NAME`](Block::NAME), and its ports are `clock`,
    /// then those of `In`, then those of `Out`. Every preset has hardware.
    fn verilog(cfg: &Self::Config) -> Option<String>;
}
