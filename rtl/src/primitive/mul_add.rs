//! A truncated product and sum in carry-save form, for arithmetic on rows.

use rust_hdl::prelude::*;

use super::rows::compress;

/// `a * b + base` modulo `2^N`, as two words whose sum it is.
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
        let mut text = String::new();
        let mut rows = Vec::new();
        for k in 0..A.min(N) {
            let shifted = if k == 0 { "b".to_string() } else { format!("{{b[{}:0], {k}'d0}}", N - 1 - k) };
            text += &format!("wire [{}:0] row{k} = {shifted} & {{{N}{{a[{k}]}}}};\n", N - 1);
            rows.push(format!("row{k}"));
        }
        let rest = if A > N { super::unused(&format!("a[{}:{N}]", A - 1)) } else { String::new() };
        rows.push("base".into());
        let (sums, rows) = compress(rows, N, 2);
        Verilog::Custom(format!("{text}{sums}always @(*) q = {};\nalways @(*) more = {};\n{rest}", rows[0], rows[1]))
    }
}
