//! A truncated multiply-add in carry-save form, for arithmetic on row numbers.

use rust_hdl::prelude::*;

use super::rows::{compress, truncated};

/// A multiply-add `a * b + base` modulo `2^N` in carry-save form: two words whose sum it is.
#[derive(LogicBlock, Default)]
pub struct MulAdd<const A: usize, const N: usize> {
    pub a: Signal<In, Bits<A>>,
    pub b: Signal<In, Bits<N>>,
    pub base: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<N>>,
    pub more: Signal<Out, Bits<N>>,
}

impl<const A: usize, const N: usize> Logic for MulAdd<A, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
        self.more.connect();
    }
    fn hdl(&self) -> Verilog {
        let (text, mut rows) = truncated(A.min(N), N);
        let rest = if A > N { super::unused(&format!("a[{}:{N}]", A - 1)) } else { String::new() };
        rows.push("base".into());
        let (sums, rows) = compress(rows, N, 2);
        Verilog::Custom(format!("{text}{sums}always @(*) q = {};\nalways @(*) more = {};\n{rest}", rows[0], rows[1]))
    }
}
