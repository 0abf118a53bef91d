//! An encoder: from a one-hot word to a number.

use rust_hdl::prelude::*;

use super::unused;

/// An encoder: the index of the one bit of `N` that is high; zero when none is.
#[derive(LogicBlock, Default)]
pub struct Encode<const N: usize, const A: usize> {
    pub d: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<A>>,
}

impl<const N: usize, const A: usize> Logic for Encode<N, A> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N <= 64 && N <= 1 << A, "the number fits");
        // bit `a` of the number is high for these places
        let places = |a: usize| (0..N).filter(|k| k >> a & 1 == 1).fold(0u64, |word, k| word | 1 << k);
        let bits: Vec<_> = (0..A).rev().map(|a| format!("|(d & {N}'h{:x})", places(a))).collect();
        Verilog::Custom(if N == 1 {
            format!("always @(*) q = {A}'d0;\n{}", unused("d"))
        } else {
            format!("always @(*) q = {{{}}};\n{}", bits.join(", "), unused("d"))
        })
    }
}
