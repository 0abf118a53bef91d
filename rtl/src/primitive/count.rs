//! Population count.

use rust_hdl::prelude::*;

/// A population counter: the number of ones among `N` bits, as a number of `C` bits, which must be
/// enough.
#[derive(LogicBlock, Default)]
pub struct Count<const N: usize, const C: usize> {
    pub d: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<C>>,
}

impl<const N: usize, const C: usize> Logic for Count<N, C> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N < 1 << C, "the count fits");
        // $countones is an int; the simulator makes one machine instruction of it
        Verilog::Custom("always @(*) q = $countones(d);\n".into())
    }
}
