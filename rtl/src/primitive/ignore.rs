//! A block with an input and no logic, which marks the input as unused.

use rust_hdl::prelude::*;

use super::unused;

/// A block that marks its input as unused for lint, at sizes of the surrounding block that do not
/// use the signal.
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
