//! Registers that store a matrix of bits by columns and load it by rows.

use rust_hdl::prelude::*;

use super::part;
use crate::array::Array;

/// Registers for `W` columns of `N` bits, which are loaded by rows and replaced by columns. `load`
/// stores `N` rows: bit `n` of column `w` is bit `w` of row `n`. Else `step` replaces each column
/// by its `d`. Undefined until then.
///
/// The choice is in the clocked block, where a simulator transposes the matrix when it is loaded
/// and not at every change of an input. In hardware the transposition is wires.
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
