//! A leading-zero counter and a trailing-zero counter.

use rust_hdl::prelude::*;

use super::encode::encoded;
use super::{in_tree, part, unused, variants};

/// A leading-zero counter: the number of zeros above the highest one of `N` bits, as a number of
/// `C` bits. If no bit is set, the result is `N`.
#[derive(LogicBlock, Default)]
pub struct LeadingZeros<const N: usize, const C: usize> {
    pub d: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<C>>,
}

/// A trailing-zero counter: the number of zeros below the lowest one of `N` bits, as a number of
/// `A` bits: the index of that bit. If no bit is set, the result is undefined.
///
/// In gates, `only` is encoded, which has the lowest one alone: two operations a bit for a
/// simulator. On an FPGA, the index does not wait for it.
#[derive(LogicBlock, Default)]
pub struct TrailingZeros<const N: usize, const A: usize> {
    pub d: Signal<In, Bits<N>>,
    pub only: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<A>>,
}

impl<const N: usize, const C: usize> Logic for LeadingZeros<N, C> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N < 1 << C, "the count fits");
        Verilog::Custom(zeros((0..N).rev().map(|k| part("d", N, k, 1)), C))
    }
}

impl<const N: usize, const A: usize> Logic for TrailingZeros<N, A> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N <= 1 << A, "the index fits");
        let fpga = zeros((0..N).map(|k| part("d", N, k, 1)), A) + "wire _unused_only = &{1'b0, only};\n";
        let gates = encoded("only", N, A) + "wire _unused_d = &{1'b0, d};\n";
        Verilog::Custom(variants(&fpga, &gates))
    }
}

/// Returns the Verilog by which `q`, of `c` bits, is the number of zeros before the first one among
/// `bits`. The bits after the last are ones.
fn zeros(bits: impl Iterator<Item = String>, c: usize) -> String {
    // halves of halves: whether there is a one, and the zeros before it
    let mut text = String::new();
    let bits = bits.chain(std::iter::repeat("1'b1".to_string())).take(1 << c);
    let parts = bits.map(|bit| (bit, Vec::new())).collect();
    let (some, number) = in_tree(parts, |level, k, (first, early), (second, late)| {
        text += &format!("wire some{level}_{k} = {first} | {second};\n");
        let mut count = vec![format!("~{first}")];
        for (b, (early, late)) in early.iter().zip(&late).enumerate() {
            text += &format!("wire zeros{level}_{k}_{b} = {first} ? {early} : {late};\n");
            count.push(format!("zeros{level}_{k}_{b}"));
        }
        (format!("some{level}_{k}"), count)
    });
    format!("{text}always @(*) q = {{{}}};\n{}", number.join(", "), unused(&some))
}
