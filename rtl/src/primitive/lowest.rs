//! Isolation of the lowest one of a word.

use rust_hdl::prelude::*;

use super::variants;

/// Isolates the lowest one of `N` bits: a one-hot word, zero when there is none.
///
/// In gates, the nodes of its prefix tree are kept: an optimiser of area would make a chain of
/// them. On an FPGA, a bit is the lowest one if there is none below it in its group of four, and
/// none in the groups below.
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
        Verilog::Custom(variants(&in_fours(N), &format!("{text}always @(*) q = d & ~{{below{level}, 1'b0}};\n")))
    }
}

/// Returns the Verilog of the lowest one of `n` bits in groups of four.
fn in_fours(n: usize) -> String {
    let groups = n.div_ceil(4);
    let mut text: String =
        (1..groups).map(|g| format!("wire some{} = |d[{}:{}];\n", g - 1, 4 * g - 1, 4 * g - 4)).collect();
    for g in 1..groups {
        let before: Vec<_> = (0..g).map(|before| format!("some{before}")).collect();
        text += &format!("wire before{g} = {};\n", before.join(" | "));
    }
    for k in 0..n {
        let lower = (k / 4 * 4..k).map(|k| format!("d[{k}]"));
        let lower: Vec<_> = lower.chain((k >= 4).then(|| format!("before{}", k / 4))).collect();
        let none = if lower.is_empty() { String::new() } else { format!(" & ~({})", lower.join(" | ")) };
        text += &format!("always @(*) q[{k}] = d[{k}]{none};\n");
    }
    text
}
