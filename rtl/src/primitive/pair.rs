//! Low and high words, paired slot by slot.

use rust_hdl::prelude::*;

use super::part;
use crate::array::Array;

/// The 64-bit value of each slot, from a row of low words and a row of high words (`RW` = 32 `W`
/// bits each).
#[derive(LogicBlock, Default)]
pub struct Pair<const W: usize, const RW: usize> {
    pub low: Signal<In, Bits<RW>>,
    pub high: Signal<In, Bits<RW>>,
    pub q: Array<Signal<Out, Bits<64>>, W>,
}

impl<const W: usize, const RW: usize> Logic for Pair<W, RW> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let word = |row, w| part(row, RW, 32 * w, 32);
        let each = (0..W).map(|w| format!("always @(*) q${w} = {{{}, {}}};\n", word("high", w), word("low", w)));
        Verilog::Custom(each.collect())
    }
}
