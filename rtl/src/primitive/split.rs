//! The inverse of concatenation: a word as elements.

use rust_hdl::prelude::*;

use super::part;
use crate::array::Array;

/// Splits a word of `M` bits into `N` elements, element 0 lowest.
#[derive(LogicBlock, Default)]
pub struct Split<T: Synth, const N: usize, const M: usize> {
    pub d: Signal<In, Bits<M>>,
    pub q: Array<Signal<Out, T>, N>,
}

impl<T: Synth, const N: usize, const M: usize> Logic for Split<T, N, M> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert_eq!(N * T::BITS, M, "the elements fill the word");
        let each: String =
            (0..N).map(|k| format!("always @(*) q${k} = {};\n", part("d", M, k * T::BITS, T::BITS))).collect();
        Verilog::Custom(each)
    }
}
