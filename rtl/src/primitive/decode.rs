//! A decoder: from a number to a one-hot word.

use rust_hdl::prelude::*;

/// A decoder: bit `at` of `N` is one while `enable` is high; all bits are zero if there is no bit
/// `at`.
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
