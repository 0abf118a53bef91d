//! The lowest one of a word.

use rust_hdl::prelude::*;

/// The lowest one of `N` bits, alone; zero when there is none.
///
/// The nodes of its prefix tree are kept: an optimiser of area would make a chain of them.
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
        if N == 1 {
            return Verilog::Custom("always @(*) q = d;\n".into());
        }
        // bit `i` of `below`: whether there is a one in the bits up to `i`
        let high = N - 2;
        let mut text = format!("(* keep *) wire [{high}:0] below0 = d[{high}:0];\n");
        let (mut level, mut by) = (0, 1);
        while by < N - 1 {
            let (next, rest) = (level + 1, high - by);
            text += &format!(
                "(* keep *) wire [{high}:0] below{next} = below{level} | {{below{level}[{rest}:0], {by}'d0}};\n"
            );
            (level, by) = (next, 2 * by);
        }
        Verilog::Custom(format!("{text}always @(*) q = d & ~{{below{level}, 1'b0}};\n"))
    }
}
