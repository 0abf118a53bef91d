//! Nothing, with an input.

use rust_hdl::prelude::*;

use super::unused;

/// Tells lint that a signal is not used at some sizes of the block around this one.
#[derive(LogicBlock, Default)]
pub struct Ignore<T: Synth> {
    pub d: Signal<In, T>,
}

impl<T: Synth> Logic for Ignore<T> {
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        Verilog::Custom(unused("d"))
    }
}
