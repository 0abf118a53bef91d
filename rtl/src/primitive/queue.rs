//! A queue whose entries can leave from any place.

use rust_hdl::prelude::*;

use super::{part, unused};
use crate::array::Array;

/// One field of a queue of `N` places in order of age, in flip-flops, whose entries can leave from any place.
/// `moves` has a one for each place that takes the entry behind it, so that the places behind one that is left close
/// up; `enter` has, for each of the `WRITES` inputs, the place where its entry is in the next cycle, if any. A place is
/// undefined until then. `READS` places are read without delay: `read` is one-hot, or zero, and so is `q` then.
///
/// The choice is in the clocked block, where a simulator makes it once a cycle and not at every change of an input.
#[derive(LogicBlock, Default)]
pub struct Queue<T: Synth, const N: usize, const WRITES: usize, const READS: usize> {
    pub clock: Signal<In, Clock>,
    pub moves: Signal<In, Bits<N>>,
    pub enter: Array<Signal<In, Bits<N>>, WRITES>,
    pub d: Array<Signal<In, T>, WRITES>,
    pub read: Array<Signal<In, Bits<N>>, READS>,
    pub q: Array<Signal<Out, T>, READS>,
}

impl<T: Synth, const N: usize, const WRITES: usize, const READS: usize> Logic for Queue<T, N, WRITES, READS> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let range = if T::BITS == 1 { String::new() } else { format!("[{}:0] ", T::BITS - 1) };
        let words: String = (0..N).map(|k| format!("reg {range}word{k};\n")).collect();
        let place = |k: usize| {
            let enter = |w| format!("if ({}) word{k} <= d${w};\n", part(&format!("enter${w}"), N, k, 1));
            let ways: Vec<_> = (0..WRITES).map(enter).collect();
            // nothing is behind the last place
            let close =
                if k + 1 < N { format!("    else if (moves[{k}]) word{k} <= word{};\n", k + 1) } else { String::new() };
            format!("    {}{close}", ways.join("    else "))
        };
        let places: String = (0..N).map(place).collect();
        let chosen = |r, k| format!("({{{}{{{}}}}} & word{k})", T::BITS, part(&format!("read${r}"), N, k, 1));
        let read = |r| (0..N).map(|k| chosen(r, k)).collect::<Vec<_>>().join(" | ");
        let reads: String = (0..READS).map(|r| format!("always @(*) q${r} = {};\n", read(r))).collect();
        let spare = unused(&part("moves", N, N - 1, 1));
        Verilog::Custom(format!("{words}always @(posedge clock) begin\n{places}end\n{reads}{spare}"))
    }
}
