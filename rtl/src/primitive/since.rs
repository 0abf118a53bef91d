//! A thermometer mask from a number upwards.

use rust_hdl::prelude::*;

/// A thermometer decoder: a mask of `N` bits with ones from bit `at` upwards; zero when there is no
/// bit `at`.
#[derive(LogicBlock, Default)]
pub struct Since<const A: usize, const N: usize> {
    pub at: Signal<In, Bits<A>>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const A: usize, const N: usize> Logic for Since<A, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!("always @(*) q = {{{N}{{1'b1}}}} << at;\n"))
    }
}
