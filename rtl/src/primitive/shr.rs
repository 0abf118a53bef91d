//! The 32-bit shift right.

use rust_hdl::prelude::*;

/// A right shifter: `a >> amount`, filled with the sign (`fill_sign`) or with zeros; 32 and more
/// shift everything out.
#[derive(LogicBlock, Default)]
pub struct Shr32 {
    pub a: Signal<In, Bits<32>>,
    pub amount: Signal<In, Bits<32>>,
    pub fill_sign: Signal<In, Bit>,
    pub q: Signal<Out, Bits<32>>,
}

impl Logic for Shr32 {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(
            "\
wire fill = fill_sign & a[31];
wire [31:0] flipped = a ^ {32{fill}};
wire [31:0] shifted = (|amount[31:5]) ? 32'd0 : (flipped >> amount[4:0]);
always @(*) q = shifted ^ {32{fill}};
"
            .into(),
        )
    }
}
