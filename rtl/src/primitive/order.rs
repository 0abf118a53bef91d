//! An age matrix: an order in which one entry at a time goes to the end.

use rust_hdl::prelude::*;

use crate::array::Array;

/// An age matrix of `N` things: for each pair a bit that says which one comes first. The things in
/// `last` (one at most) go to the end. Bit w of `after$j` says that w comes after j; it is stored
/// for j below w alone. There is no reset: an order of things that have all been last is right.
/// `WORDS` is `N`, or zero where there is no order.
#[derive(LogicBlock, Default)]
pub struct Order<const N: usize, const WORDS: usize> {
    pub clock: Signal<In, Clock>,
    pub last: Signal<In, Bits<N>>,
    pub after: Array<Signal<Out, Bits<N>>, WORDS>,
}

impl<const N: usize, const WORDS: usize> Logic for Order<N, WORDS> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        for after in 0..WORDS {
            self.after[after].connect();
        }
    }
    fn hdl(&self) -> Verilog {
        if WORDS == 0 {
            return Verilog::Custom(super::unused("clock, last"));
        }
        assert_eq!(N, WORDS, "a word for each thing");
        let top = N - 1;
        let rows: String = (0..top).map(|j| format!("reg [{top}:{}] row{j};\n", j + 1)).collect();
        let moves: String = (0..top)
            .map(|j| format!("    row{j} <= (row{j} | last[{top}:{}]) & {{{}{{~last[{j}]}}}};\n", j + 1, top - j))
            .collect();
        let after = |j: usize| {
            let above = (j < top).then(|| format!("row{j}"));
            let below = (0..j).rev().map(|w| format!("~row{w}[{j}]"));
            let bits: Vec<_> = above.into_iter().chain(["1'b0".to_string()]).chain(below).collect();
            format!("always @(*) after${j} = {{{}}};\n", bits.join(", "))
        };
        let afters: String = (0..N).map(after).collect();
        Verilog::Custom(format!("{rows}always @(posedge clock) begin\n{moves}end\n{afters}"))
    }
}
