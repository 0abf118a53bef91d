//! The 32-bit multiplier, in two parts between which a pipeline register may be.

use rust_hdl::prelude::*;

use super::adder::Adder;
use super::rows::{TwoRows, compress, multiples, outputs, quarters};
use crate::array::Array;

/// The 64-bit product of two words plus a third one, `a * b + c`, in carry-save form: four rows
/// whose sum it is.
///
/// One unsigned product serves both: a negative operand counts `2^32` too much, which takes the
/// other operand off the high word, as `~operand + 1`: the two ones are in the row of `c`.
#[derive(LogicBlock, Default)]
pub struct Mul32Rows {
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    /// What is added to the product.
    pub c: Signal<In, Bits<32>>,
    pub signs: Signal<In, Bit>,
    pub q: Array<Signal<Out, Bits<64>>, 4>,
}

impl Logic for Mul32Rows {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let (products, mut rows) = multiples(32, 64);
        rows.extend(["less_b", "less_a", "added"].map(String::from));
        let (sums, rows) = compress(rows, 64, 4);
        let gates = format!(
            "{products}\
             wire [63:0] less_b = {{~(b & {{32{{signs & a[31]}}}}), 32'd0}};\n\
             wire [63:0] less_a = {{~(a & {{32{{signs & b[31]}}}}), 32'd0}};\n\
             wire [63:0] added = {{32'd2, c}};\n{sums}{}",
            outputs(&rows)
        );
        let fpga = quarters(32, ["signs & a[31]", "signs & b[31]"], "{32'd0, c}");
        Verilog::Custom(super::variants(&fpga, &gates))
    }
}

/// The sum of the rows of [`Mul32Rows`], as its low and its high word.
#[derive(LogicBlock, Default)]
pub struct Mul32Sum {
    pub d: Array<Signal<In, Bits<64>>, 4>,
    pub low: Signal<Out, Bits<32>>,
    pub high: Signal<Out, Bits<32>>,
    two: TwoRows<4, 64>,
    sum: Adder<64>,
}

impl Logic for Mul32Sum {
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..4 {
            self.two.d[k].next = self.d[k].val();
        }
        self.sum.a.next = self.two.a.val();
        self.sum.b.next = self.two.b.val();
        self.sum.carry.next = false;
        self.low.next = self.sum.q.val().get_bits::<32>(0);
        self.high.next = self.sum.q.val().get_bits::<32>(32);
    }
}
