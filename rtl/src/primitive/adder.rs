//! Parallel-prefix adders and comparators.

use rust_hdl::prelude::*;

use super::{in_tree, part, variants};

/// Returns the Verilog of a Kogge-Stone prefix tree over the `n` lowest bits of `a` and `b`: bit
/// `i` of the wire `carries` is the carry out of bit `i`.
///
/// Its nodes are kept: an optimiser of area finds that they can share logic until only a chain of
/// carries is left.
fn prefix(n: usize) -> String {
    let high = n - 1;
    let mut text = format!(
        "(* keep *) wire [{high}:0] both0 = a[{high}:0] & b[{high}:0];\n\
         (* keep *) wire [{high}:0] one0 = a[{high}:0] ^ b[{high}:0];\n"
    );
    let first = if n == 1 { "(one0 & carry)".to_string() } else { format!("{{{high}'d0, one0[0] & carry}}") };
    text += &format!("(* keep *) wire [{high}:0] made0 = both0 | {first};\n");
    let (mut level, mut by) = (0, 1);
    while by < n {
        let (next, rest) = (level + 1, n - 1 - by);
        text += &format!(
            "(* keep *) wire [{high}:0] made{next} = made{level} | (one{level} & {{made{level}[{rest}:0], {by}'d0}});\n"
        );
        if 2 * by < n {
            text += &format!(
                "(* keep *) wire [{high}:0] one{next} = one{level} & {{one{level}[{rest}:0], {{{by}{{1'b1}}}}}};\n"
            );
        }
        (level, by) = (next, 2 * by);
    }
    text + &format!("wire [{high}:0] carries = made{level};\n")
}

/// The sum of two words and a carry, modulo `2^N`.
#[derive(LogicBlock, Default)]
pub struct Adder<const N: usize> {
    pub a: Signal<In, Bits<N>>,
    pub b: Signal<In, Bits<N>>,
    pub carry: Signal<In, Bit>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const N: usize> Logic for Adder<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N > 1, "two bits or more");
        // the carry comes out of a bit below the words
        let spare = super::unused("chain[0]");
        let fpga = format!("wire [{N}:0] chain = {{a, 1'b1}} + {{b, carry}};\nalways @(*) q = chain[{N}:1];\n{spare}");
        let gates = format!("{}always @(*) q = a ^ b ^ {{carries, carry}};\n", prefix(N - 1));
        Verilog::Custom(variants(&fpga, &gates))
    }
}

/// Whether `a >= b`, both unsigned: the carry of `a + ~b + 1`.
#[derive(LogicBlock, Default)]
pub struct AtLeast<const N: usize> {
    pub a: Signal<In, Bits<N>>,
    pub b: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bit>,
}

impl<const N: usize> Logic for AtLeast<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        // of each part of the words: whether it makes a carry, and whether it passes one on
        let mut text = format!(
            "(* keep *) wire [{high}:0] made = a & ~b;\n(* keep *) wire [{high}:0] passed = a | ~b;\n",
            high = N - 1
        );
        let parts = (0..N).map(|k| (part("made", N, k, 1), part("passed", N, k, 1))).collect();
        let mut node = 0;
        let (made, passed) = in_tree(parts, |_, _, low: (String, String), high: (String, String)| {
            text += &format!("(* keep *) wire made{node} = {} | ({} & {});\n", high.0, high.1, low.0);
            text += &format!("(* keep *) wire passed{node} = {} & {};\n", high.1, low.1);
            node += 1;
            (format!("made{}", node - 1), format!("passed{}", node - 1))
        });
        text += &format!("always @(*) q = {made} | {passed};\n");
        Verilog::Custom(variants("always @(*) q = a >= b;\n", &text))
    }
}
