//! A truncated product, for arithmetic on rows.

use rust_hdl::prelude::*;

/// The product `a * b` modulo `2^N`.
#[derive(LogicBlock, Default)]
pub struct Product<const N: usize> {
    pub a: Signal<In, Bits<N>>,
    pub b: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const N: usize> Logic for Product<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom("always @(*) q = a * b;\n".into())
    }
}
