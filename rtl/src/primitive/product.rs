//! A truncated product, for arithmetic on row numbers.

use rust_hdl::prelude::*;

use super::rows::truncated;

/// Bits of a product that lookup tables of an FPGA have sooner than a multiplier.
const NARROW: usize = 6;

/// The product `a * b` modulo `2^N`.
#[derive(LogicBlock, Default)]
pub struct Product<const N: usize> {
    pub a: Signal<In, Bits<N>>,
    pub b: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const N: usize> Logic for Product<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let gates = "always @(*) q = a * b;\n";
        if !(2..=NARROW).contains(&N) {
            return Verilog::Custom(gates.into());
        }
        let (text, rows) = truncated(N, N);
        Verilog::Custom(super::variants(&format!("{text}always @(*) q = {};\n", rows.join(" + ")), gates))
    }
}
