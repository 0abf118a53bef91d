//! Products and sums of many rows in carry-save form.

use rust_hdl::prelude::*;

use crate::array::Array;

/// Returns the Verilog that adds up rows of `n` bits, three by three to two, until `most` are left,
/// and the rows that are left.
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

/// Returns the Verilog of the rows of a product of `n` bits, and their names: `a`, of `bits` bits,
/// where a bit of `b` is one.
pub(super) fn multiples(bits: usize, n: usize) -> (String, Vec<String>) {
    let row = |k: usize| {
        let low = if k == 0 { String::new() } else { format!(", {k}'d0") };
        format!("wire [{}:0] row{k} = {{{}'d0, a & {{{bits}{{b[{k}]}}}}{low}}};\n", n - 1, n - bits - k)
    };
    ((0..bits).map(row).collect(), (0..bits).map(|k| format!("row{k}")).collect())
}

/// Returns the Verilog of the rows of a product modulo `2^n`, and their names: `b`, of `n` bits,
/// where a bit of `a` is one, of which there are `bits`.
pub(super) fn truncated(bits: usize, n: usize) -> (String, Vec<String>) {
    let row = |k: usize| {
        let shifted = if k == 0 { "b".to_string() } else { format!("{{b[{}:0], {k}'d0}}", n - 1 - k) };
        format!("wire [{}:0] row{k} = {shifted} & {{{n}{{a[{k}]}}}};\n", n - 1)
    };
    ((0..bits).map(row).collect(), (0..bits).map(|k| format!("row{k}")).collect())
}

/// Returns the Verilog that has `rows` at the outputs `q$0`, `q$1` and so on.
pub(super) fn outputs(rows: &[String]) -> String {
    rows.iter().enumerate().map(|(k, row)| format!("always @(*) q${k} = {row};\n")).collect()
}

/// Returns the Verilog of the product of `a` and `b`, of `bits` bits and their signs, as three rows
/// for multipliers of an FPGA, which are at least as wide as half a word and two bits. Modulo
/// `2^(2 bits)` their sum is the product; `more` is a fourth row.
pub(super) fn quarters(bits: usize, signs: [&str; 2], more: &str) -> String {
    let half = bits / 2;
    let halves = |name: &str, sign: &str| {
        format!(
            "wire signed [{half}:0] low_{name} = {{1'b0, {name}[{}:0]}};\n\
             wire signed [{half}:0] high_{name} = {{{sign}, {name}[{}:{half}]}};\n",
            half - 1,
            bits - 1
        )
    };
    let product = |a: &str, b: &str| format!("wire signed [{}:0] {a}_{b} = {a}_a * {b}_b;\n", 2 * half + 1);
    let crossed = |name: &str| format!("{{{{{}{{{name}[{}]}}}}, {name}, {half}'d0}}", half - 2, 2 * half + 1);
    let rows = [
        format!("{{high_high[{high}:0], low_low[{high}:0]}}", high = bits - 1),
        crossed("low_high"),
        crossed("high_low"),
        more.to_string(),
    ];
    let spare = ["high_high", "low_low"].map(|name| format!("{name}[{}:{bits}]", bits + 1)).join(", ");
    [
        halves("a", signs[0]),
        halves("b", signs[1]),
        product("low", "low"),
        product("low", "high"),
        product("high", "low"),
        product("high", "high"),
        outputs(&rows),
        super::unused(&spare),
    ]
    .concat()
}

/// The product `a * b` of two unsigned words in carry-save form: four rows of `N` bits whose sum it
/// is, modulo `2^N`.
#[derive(LogicBlock, Default)]
pub struct ProductRows<const A: usize, const N: usize> {
    pub a: Signal<In, Bits<A>>,
    pub b: Signal<In, Bits<A>>,
    pub q: Array<Signal<Out, Bits<N>>, 4>,
}

impl<const A: usize, const N: usize> Logic for ProductRows<A, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert_eq!(2 * A, N, "the product is whole");
        let (text, rows) = multiples(A, N);
        let (sums, rows) = compress(rows, N, 4);
        assert_eq!(rows.len(), 4, "as many rows are left as there are outputs");
        let fpga = quarters(A, ["1'b0"; 2], &format!("{N}'d0"));
        Verilog::Custom(super::variants(&fpga, &(text + &sums + &outputs(&rows))))
    }
}

/// A carry-save reducer: adds up `R` rows of `N` bits to two rows, modulo `2^N`.
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
