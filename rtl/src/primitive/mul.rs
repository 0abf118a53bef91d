//! The 32-bit multiplier.

use rust_hdl::prelude::*;

/// The 64-bit product of two words as its low and its high word. `low` is equal for signed and unsigned operands.
///
/// One unsigned product serves both: a negative operand counts `2^32` too much, which takes the other operand off the
/// high word.
#[derive(LogicBlock, Default)]
pub struct Mul32 {
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub signs: Signal<In, Bit>,
    pub low: Signal<Out, Bits<32>>,
    pub high: Signal<Out, Bits<32>>,
}

impl Logic for Mul32 {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.low.connect();
        self.high.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(
            "\
wire [63:0] product = {32'd0, a} * {32'd0, b};
wire [31:0] less_b = (signs & a[31]) ? b : 32'd0;
wire [31:0] less_a = (signs & b[31]) ? a : 32'd0;
always @(*) low = product[31:0];
always @(*) high = product[63:32] - less_b - less_a;
"
            .into(),
        )
    }
}
