//! A small memory with combinational reads.

use rust_hdl::prelude::*;

use super::unused;
use crate::array::Array;

/// A memory of `DEPTH` words in registers, with one write port and `READS` read ports without
/// delay. It is for tables and queues. A word is undefined until written; it reads as its old value
/// in the cycle in which it is written.
#[derive(LogicBlock, Default)]
pub struct Storage<T: Synth, const A: usize, const DEPTH: usize, const READS: usize> {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub write_at: Signal<In, Bits<A>>,
    pub d: Signal<In, T>,
    pub read_at: Array<Signal<In, Bits<A>>, READS>,
    pub q: Array<Signal<Out, T>, READS>,
}

impl<T: Synth, const A: usize, const DEPTH: usize, const READS: usize> Logic for Storage<T, A, DEPTH, READS> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let ports = 0..READS;
        let range = if T::BITS == 1 { String::new() } else { format!("[{}:0] ", T::BITS - 1) };
        Verilog::Custom(if DEPTH == 1 {
            // one word needs no address, but its ports have one
            let addresses: String = ports.clone().map(|k| format!(", read_at${k}")).collect();
            let reads: String = ports.map(|k| format!("always @(*) q${k} = word;\n")).collect();
            format!(
                "reg {range}word;\nalways @(posedge clock) if (write) word <= d;\n{reads}{}",
                unused(&format!("write_at{addresses}"))
            )
        } else {
            let reads: String = ports.map(|k| format!("always @(*) q${k} = words[read_at${k}];\n")).collect();
            format!(
                "reg {range}words [0:{}];\nalways @(posedge clock) if (write) words[write_at] <= d;\n{reads}",
                DEPTH - 1
            )
        })
    }
}
