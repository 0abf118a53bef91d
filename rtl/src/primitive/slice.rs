//! A slice of a word.

use rust_hdl::prelude::*;

use super::{part, unused};

/// Bits `LOW` to `LOW + B - 1` of a word of `A` bits.
/// rust-hdl can slice too, but not at a place that comes from the configuration.
#[derive(LogicBlock, Default)]
pub struct Slice<const A: usize, const LOW: usize, const B: usize> {
    pub d: Signal<In, Bits<A>>,
    pub q: Signal<Out, Bits<B>>,
}

impl<const A: usize, const LOW: usize, const B: usize> Logic for Slice<A, LOW, B> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let high = LOW + B;
        let mut rest = Vec::new();
        if high < A {
            rest.push(part("d", A, high, A - high));
        }
        if LOW > 0 {
            rest.push(part("d", A, 0, LOW));
        }
        let rest = if rest.is_empty() { String::new() } else { unused(&rest.join(", ")) };
        Verilog::Custom(format!("always @(*) q = {};\n{rest}", part("d", A, LOW, B)))
    }
}
