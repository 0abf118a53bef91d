//! A number as a place in a word.

use rust_hdl::prelude::*;

/// Bit `at` of `N`, if it has such a bit, and only when `enable` is high.
#[derive(LogicBlock, Default)]
pub struct Decode<const A: usize, const N: usize> {
    pub enable: Signal<In, Bit>,
    pub at: Signal<In, Bits<A>>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const A: usize, const N: usize> Logic for Decode<A, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let enable = if N == 1 { "enable".into() } else { format!("{{{}'d0, enable}}", N - 1) };
        Verilog::Custom(format!("always @(*) q = {enable} << at;\n"))
    }
}
