//! Products and sums of many rows in carry-save form.

use rust_hdl::prelude::*;

use crate::array::Array;

/// Returns the Verilog that adds up rows of `n` bits, three by three to two, until `most` are left, and the rows that are left.
pub(super) fn compress(mut rows: Vec<String>, n: usize, most: usize) -> (String, Vec<String>) {
    let (mut text, mut node) = (String::new(), 0);
    while rows.len() > most {
        let mut next = Vec::new();
        for part in rows.chunks(3) {
            let [a, b, c] = part else {
                next.extend_from_slice(part);
                continue;
            };
            text += &format!(
                "wire [{high}:0] sum{node} = {a} ^ {b} ^ {c};\n\
                 wire [{below}:0] carry{node} = ({a}[{below}:0] & {b}[{below}:0]) | ({c}[{below}:0] & ({a}[{below}:0] | {b}[{below}:0]));\n\
                 wire [{high}:0] twice{node} = {{carry{node}, 1'b0}};\n",
                high = n - 1,
                below = n - 2
            );
            next.extend([format!("sum{node}"), format!("twice{node}")]);
            node += 1;
        }
        rows = next;
    }
    (text, rows)
}

/// Returns the Verilog of the rows of a product of `n` bits, and their names: `a`, of `bits` bits, where a bit of `b` is one.
pub(super) fn multiples(bits: usize, n: usize) -> (String, Vec<String>) {
    let row = |k: usize| {
        let low = if k == 0 { String::new() } else { format!(", {k}'d0") };
        format!("wire [{}:0] row{k} = {{{}'d0, a & {{{bits}{{b[{k}]}}}}{low}}};\n", n - 1, n - bits - k)
    };
    ((0..bits).map(row).collect(), (0..bits).map(|k| format!("row{k}")).collect())
}

/// Returns the Verilog that has `rows` at the outputs `q$0`, `q$1` and so on.
pub(super) fn outputs(rows: &[String]) -> String {
    rows.iter().enumerate().map(|(k, row)| format!("always @(*) q${k} = {row};\n")).collect()
}

/// The product `a * b` of two unsigned words as `R` rows of `N` bits whose sum it is, modulo `2^N`.
#[derive(LogicBlock, Default)]
pub struct ProductRows<const A: usize, const N: usize, const R: usize> {
    pub a: Signal<In, Bits<A>>,
    pub b: Signal<In, Bits<A>>,
    pub q: Array<Signal<Out, Bits<N>>, R>,
}

impl<const A: usize, const N: usize, const R: usize> Logic for ProductRows<A, N, R> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert_eq!(2 * A, N, "the product is whole");
        let (text, rows) = multiples(A, N);
        let (sums, rows) = compress(rows, N, R);
        assert_eq!(rows.len(), R, "as many rows are left as there are outputs");
        Verilog::Custom(text + &sums + &outputs(&rows))
    }
}

/// Adds up `R` rows of `N` bits to two, modulo `2^N`.
#[derive(LogicBlock, Default)]
pub struct TwoRows<const R: usize, const N: usize> {
    pub d: Array<Signal<In, Bits<N>>, R>,
    pub a: Signal<Out, Bits<N>>,
    pub b: Signal<Out, Bits<N>>,
}

impl<const R: usize, const N: usize> Logic for TwoRows<R, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.a.connect();
        self.b.connect();
    }
    fn hdl(&self) -> Verilog {
        let (text, rows) = compress((0..R).map(|k| format!("d${k}")).collect(), N, 2);
        Verilog::Custom(format!("{text}always @(*) a = {};\nalways @(*) b = {};\n", rows[0], rows[1]))
    }
}
