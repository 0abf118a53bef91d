//! A comparator of short numbers without a carry chain.

use rust_hdl::prelude::*;

use super::{part, variants};

/// A comparator: whether `a < b`, both unsigned and short. On an FPGA it is made of lookup tables,
/// by halves: the carry chain is faster for long numbers only.
#[derive(LogicBlock, Default)]
pub struct Less<const N: usize> {
    pub a: Signal<In, Bits<N>>,
    pub b: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bit>,
}

impl<const N: usize> Logic for Less<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(variants(&format!("always @(*) q = {};\n", less(N, 0..N)), "always @(*) q = a < b;\n"))
    }
}

/// Returns whether `a` is less than `b` in the bits of `range` of their `n`.
fn less(n: usize, range: std::ops::Range<usize>) -> String {
    let bit = |word, k| part(word, n, k, 1);
    if range.len() == 1 {
        return format!("(~{} & {})", bit("a", range.start), bit("b", range.start));
    }
    let half = range.start + range.len() / 2;
    let (low, high) = (range.start..half, half..range.end);
    let same = format!("{} == {}", part("a", n, half, high.len()), part("b", n, half, high.len()));
    format!("({} | (({same}) & {}))", less(n, high), less(n, low))
}
