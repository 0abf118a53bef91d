//! A truncated product, for arithmetic on rows.

use rust_hdl::prelude::*;

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
        let row = |k: usize| match k {
            0 => format!("(b & {{{N}{{a[0]}}}})"),
            _ => format!("{{b[{}:0] & {{{}{{a[{k}]}}}}, {k}'d0}}", N - 1 - k, N - k),
        };
        let rows: Vec<String> = (0..N).map(row).collect();
        Verilog::Custom(super::forms(&format!("always @(*) q = {};\n", rows.join(" + ")), gates))
    }
}
