//! A word in another width.

use rust_hdl::prelude::*;

use super::{part, unused};

/// Converts the word `d` of `A` bits to `B` bits: zeros in front, or the upper bits dropped.
#[derive(LogicBlock, Default)]
pub struct Resize<const A: usize, const B: usize> {
    pub d: Signal<In, Bits<A>>,
    pub q: Signal<Out, Bits<B>>,
}

impl<const A: usize, const B: usize> Logic for Resize<A, B> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(if A < B {
            format!("always @(*) q = {{{}'d0, d}};\n", B - A)
        } else if A == B {
            "always @(*) q = d;\n".into()
        } else {
            format!("always @(*) q = {};\n{}", part("d", A, 0, B), unused(&part("d", A, B, A - B)))
        })
    }
}
