//! A shifting queue whose entries change while they wait.

use rust_hdl::prelude::*;

use crate::array::Array;

/// One field of a queue of `N` places that shifts towards entry 0, the oldest; its entries can
/// change while they wait. An entry that stays becomes `kept`; when the oldest one leaves
/// (`leave`), all move up. A place that is not `taken` stores `entering`, so the first free place
/// always has it.
///
/// The choice is in the clocked block, where a simulator makes it once a cycle and not at every
/// change of an input.
#[derive(LogicBlock, Default)]
pub struct Shift<T: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub leave: Signal<In, Bit>,
    pub taken: Array<Signal<In, Bit>, N>,
    pub entering: Signal<In, T>,
    pub kept: Array<Signal<In, T>, N>,
    pub q: Array<Signal<Out, T>, N>,
}

impl<T: Synth, const N: usize> Logic for Shift<T, N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let stays = |k: usize| if k < N { format!("(taken${k} ? kept${k} : entering)") } else { "entering".into() };
        let each: String = (0..N).map(|k| format!("    q${k} <= leave ? {} : {};\n", stays(k + 1), stays(k))).collect();
        Verilog::Custom(format!("always @(posedge clock) begin\n{each}end\n"))
    }
}
