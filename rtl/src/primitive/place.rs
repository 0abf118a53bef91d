//! A word placed inside a wider word.

use rust_hdl::prelude::*;

/// Places the word `d` at bit `LOW` of a word of `N` bits, with zeros around it.
#[derive(LogicBlock, Default)]
pub struct Place<T: Synth, const LOW: usize, const N: usize> {
    pub d: Signal<In, T>,
    pub q: Signal<Out, Bits<N>>,
}

impl<T: Synth, const LOW: usize, const N: usize> Logic for Place<T, LOW, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(T::BITS + LOW <= N, "the word fits");
        let zeros = |n: usize| if n == 0 { None } else { Some(format!("{n}'d0")) };
        let parts: Vec<_> = [zeros(N - T::BITS - LOW), Some("d".into()), zeros(LOW)].into_iter().flatten().collect();
        Verilog::Custom(format!("always @(*) q = {{{}}};\n", parts.join(", ")))
    }
}
