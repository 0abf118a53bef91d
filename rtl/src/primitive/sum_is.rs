//! A comparator of a sum with a number, without an adder.

use rust_hdl::prelude::*;

use super::part;

/// A comparator without a carry chain: whether `a + b` is `sum`, modulo `2^N`. If the sum is this
/// one, the carry out of a bit is known from that bit of all three.
#[derive(LogicBlock, Default)]
pub struct SumIs<const N: usize> {
    pub a: Signal<In, Bits<N>>,
    pub b: Signal<In, Bits<N>>,
    pub sum: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bit>,
}

impl<const N: usize> Logic for SumIs<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let mut text = format!("wire [{}:0] needed = a ^ b ^ sum;\n", N - 1);
        let low = if N == 1 {
            "1'b0".to_string()
        } else {
            let low = |word| part(word, N, 0, N - 1);
            let (a, b, sum) = (low("a"), low("b"), low("sum"));
            format!("{{({a} & {b}) | (({a} | {b}) & ~{sum}), 1'b0}}")
        };
        text += &format!("always @(*) q = needed == {low};\n");
        Verilog::Custom(text)
    }
}
