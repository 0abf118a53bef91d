//! The hardware of a block as text, and the lint warnings that are waived.

use crate::Block;

/// The hardware of a block as Verilog.
pub trait Rtl: Block {
    /// Name of the top module.
    const TOP: &'static str = Self::NAME;

    /// Whether people wrote the Verilog: warnings do not stop it, and it may use both edges of its
    /// clock.
    const WRITTEN: bool = false;

    /// The Verilator warnings that are waived, each with the reason.
    const WAIVERS: &'static [(&'static str, &'static str)] = &[];

    /// Returns the Verilog of the block with these parameters, or `None` if there is no hardware
    /// with them. The top module of the file is [`TOP`](Rtl::TOP), and its ports are `clock`, then
    /// those of `In`, then those of `Out`. Every preset has hardware.
    fn verilog(cfg: &Self::Config) -> Option<String>;
}
