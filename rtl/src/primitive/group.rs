//! Concatenation of elements in groups.

use rust_hdl::prelude::*;

use crate::array::Array;

/// Packs `M` elements into `N` words of `W` bits, side by side: element `k M / N` is the lowest one
/// of word `k`.
#[derive(LogicBlock, Default)]
pub struct Group<T: Synth, const M: usize, const N: usize, const W: usize> {
    pub d: Array<Signal<In, T>, M>,
    pub q: Array<Signal<Out, Bits<W>>, N>,
}

impl<T: Synth, const M: usize, const N: usize, const W: usize> Logic for Group<T, M, N, W> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert_eq!(N * W, M * T::BITS, "the elements fill the words");
        let elements = |k| (0..M / N).rev().map(|j| format!("d${}", k * (M / N) + j)).collect::<Vec<_>>().join(", ");
        Verilog::Custom((0..N).map(|k| format!("always @(*) q${k} = {{{}}};\n", elements(k))).collect())
    }
}
