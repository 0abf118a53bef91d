//! Concatenation.

use rust_hdl::prelude::*;

use crate::array::Array;

/// Concatenates `N` elements into one word of `M` bits, element 0 lowest.
#[derive(LogicBlock, Default)]
pub struct Join<T: Synth, const N: usize, const M: usize> {
    pub d: Array<Signal<In, T>, N>,
    pub q: Signal<Out, Bits<M>>,
}

impl<T: Synth, const N: usize, const M: usize> Logic for Join<T, N, M> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert_eq!(N * T::BITS, M, "the elements fill the word");
        let elements: Vec<_> = (0..N).rev().map(|k| format!("d${k}")).collect();
        Verilog::Custom(format!("always @(*) q = {{{}}};\n", elements.join(", ")))
    }
}
