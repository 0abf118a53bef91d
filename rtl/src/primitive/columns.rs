//! Registers that take in a whole matrix of bits at its other side.

use rust_hdl::prelude::*;

use super::part;
use crate::array::Array;

/// `W` columns of `N` bits. `load` brings `N` rows in: bit `n` of column `w` is bit `w` of row `n`. Else `step` moves each
/// column on to its `d`. Undefined until then.
///
/// The choice stands in the clocked block, where a simulator turns the matrix when it is loaded and not at every change of an
/// input. In hardware turning is wires.
#[derive(LogicBlock, Default)]
pub struct Columns<const W: usize, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub rows: Array<Signal<In, Bits<W>>, N>,
    pub step: Signal<In, Bit>,
    pub d: Array<Signal<In, Bits<N>>, W>,
    pub q: Array<Signal<Out, Bits<N>>, W>,
}

impl<const W: usize, const N: usize> Logic for Columns<W, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let column = |w| {
            let bits: Vec<_> = (0..N).rev().map(|n| part(&format!("rows${n}"), W, w, 1)).collect();
            format!("    q${w} <= {{{}}};\n", bits.join(", "))
        };
        let loaded: String = (0..W).map(column).collect();
        let moved: String = (0..W).map(|w| format!("    q${w} <= d${w};\n")).collect();
        Verilog::Custom(format!(
            "always @(posedge clock)\nif (load) begin\n{loaded}end else if (step) begin\n{moved}end\n"
        ))
    }
}
