//! A full product.

use rust_hdl::prelude::*;

/// The product `a * b`, both unsigned, in all its `N` bits.
#[derive(LogicBlock, Default)]
pub struct Times<const A: usize, const B: usize, const N: usize> {
    pub a: Signal<In, Bits<A>>,
    pub b: Signal<In, Bits<B>>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const A: usize, const B: usize, const N: usize> Logic for Times<A, B, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert_eq!(A + B, N, "the product is whole");
        Verilog::Custom(format!("always @(*) q = {{{B}'d0, a}} * {{{A}'d0, b}};\n"))
    }
}
