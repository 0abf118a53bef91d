//! A table of words in flip-flops.

use rust_hdl::prelude::*;

use super::{unused, variants};

/// Words from which on an FPGA has a memory in place of flip-flops: as many as the memory of a
/// slice has.
const IN_SLICES: usize = 16;

/// A table of `DEPTH` words in flip-flops; each cycle writes one word and reads one. A word is
/// undefined until written, and reads as its old value in the cycle in which it is written. Unlike
/// `Storage`, its words are flip-flops by declaration, so that a synthesis counts them as such; on
/// an FPGA, a table of 16 words or more is a memory.
#[derive(LogicBlock, Default)]
pub struct Table<T: Synth, const A: usize, const DEPTH: usize> {
    pub clock: Signal<In, Clock>,
    pub write: Signal<In, Bit>,
    pub write_at: Signal<In, Bits<A>>,
    pub d: Signal<In, T>,
    pub read_at: Signal<In, Bits<A>>,
    pub q: Signal<Out, T>,
}

impl<T: Synth, const A: usize, const DEPTH: usize> Logic for Table<T, A, DEPTH> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let range = if T::BITS == 1 { String::new() } else { format!("[{}:0] ", T::BITS - 1) };
        Verilog::Custom(if DEPTH == 1 {
            // one word needs no address, but its ports have one
            format!(
                "reg {range}word;\nalways @(posedge clock) if (write) word <= d;\nalways @(*) q = word;\n{}",
                unused("write_at, read_at")
            )
        } else {
            let words = format!("reg {range}words [0:{}];\n", DEPTH - 1);
            let in_registers = format!("(* mem2reg *)\n{words}");
            let words = if DEPTH < IN_SLICES { in_registers } else { variants(&words, &in_registers) };
            format!(
                "{words}always @(posedge clock) if (write) words[write_at] <= d;\nalways @(*) q = words[read_at];\n"
            )
        })
    }
}
