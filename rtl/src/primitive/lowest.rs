//! The lowest one of a word.

use rust_hdl::prelude::*;

use super::part;

/// Bits that are searched together.
const GROUP: usize = 8;

/// The lowest one bit of a word, one-hot; zero if there is none.
/// It is searched in groups of eight at once, of which the lowest with a one counts: a carry through the whole word would take longer.
#[derive(LogicBlock, Default)]
pub struct Lowest<const N: usize> {
    pub d: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bits<N>>,
}

impl<const N: usize> Logic for Lowest<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let mut text = String::new();
        let mut groups = Vec::new();
        for (k, low) in (0..N).step_by(GROUP).enumerate() {
            let bits = GROUP.min(N - low);
            let own = part("d", N, low, bits);
            let found = format!("{own} & (~{own} + {bits}'d1)");
            let value = if low == 0 { found } else { format!("(|{}) ? {bits}'d0 : {found}", part("d", N, 0, low)) };
            text += &format!("wire [{}:0] group{k} = {value};\n", bits - 1);
            groups.insert(0, format!("group{k}"));
        }
        Verilog::Custom(format!("{text}always @(*) q = {{{}}};\n", groups.join(", ")))
    }
}
