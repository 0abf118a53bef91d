//! The read addresses of a memory with several readers, of which one is used in a cycle.

use rust_hdl::prelude::*;

use super::{part, unused, variants};
use crate::array::Array;

/// Selects the read addresses of a memory with `R` readers, of which at most one uses its word in
/// each cycle.
///
/// A read port in gates is a multiplexer of all words, so that all readers share one address: that
/// of the reader whose word is used. A read port in lookup tables of an FPGA is a copy of the
/// memory, which is cheap: each reader keeps its own address, which does not wait for that choice.
#[derive(LogicBlock, Default)]
pub struct OneReader<const R: usize, const A: usize> {
    /// The reader whose word is used, one-hot; zero if none.
    pub wants: Signal<In, Bits<R>>,
    pub at: Array<Signal<In, Bits<A>>, R>,
    /// For each reader, the address of its read port. What is read there is the word that it names
    /// only for the reader whose word is used.
    pub read_at: Array<Signal<Out, Bits<A>>, R>,
}

impl<const R: usize, const A: usize> Logic for OneReader<R, A> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        for r in 0..R {
            self.read_at[r].connect();
        }
    }
    fn hdl(&self) -> Verilog {
        let each = |at: &dyn Fn(usize) -> String| -> String {
            (0..R).map(|r| format!("always @(*) read_at${r} = {};\n", at(r))).collect()
        };
        let wanted = (0..R).map(|r| format!("({{{A}{{{}}}}} & at${r})", part("wants", R, r, 1)));
        let shared = format!("wire [{}:0] shared = {};\n", A - 1, wanted.collect::<Vec<_>>().join(" | "));
        let own = each(&|r| format!("at${r}")) + &unused("wants");
        Verilog::Custom(variants(&own, &(shared + &each(&|_| "shared".into()))))
    }
}
