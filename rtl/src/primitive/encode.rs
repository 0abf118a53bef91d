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
        Verilog::Custom(encoded("d", N, A))
    }
}

/// Returns the Verilog by which `q`, of `a` bits, is the index of the one bit of `n` that is high
/// in `word`; zero when none is.
pub(super) fn encoded(word: &str, n: usize, a: usize) -> String {
    // bit `b` of the number is high for these places
    let places = |b: usize| (0..n).filter(|k| k >> b & 1 == 1).fold(0u64, |word, k| word | 1 << k);
    let bits: Vec<_> = (0..a).rev().map(|b| format!("|({word} & {n}'h{:x})", places(b))).collect();
    let unused = unused(word);
    if n == 1 {
        format!("always @(*) q = {a}'d0;\n{unused}")
    } else {
        format!("always @(*) q = {{{}}};\n{unused}", bits.join(", "))
    }
}
