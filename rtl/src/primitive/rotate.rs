//! A rotation by one place.

use rust_hdl::prelude::*;

/// Rotates a word of `N` bits to the left by one place when `by` is high. The word is kept as it
/// is, because `by` comes last.
#[derive(LogicBlock, Default)]
pub struct Rotate<const N: usize> {
    pub d: Signal<In, Bits<N>>,
    pub by: Signal<In, Bit>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const N: usize> Logic for Rotate<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N > 1, "two places or more");
        Verilog::Custom(format!(
            "(* keep *) wire [{high}:0] straight = d;\nalways @(*) q = by ? {{straight[{}:0], straight[{high}]}} : straight;\n",
            N - 2,
            high = N - 1
        ))
    }
}
