//! The addresses of a memory's readers, of which one at a time counts.

use rust_hdl::prelude::*;

use super::forms;
use crate::array::Array;

/// The addresses at which a memory is read for `R` readers, of which at most one wants its word in a cycle.
///
/// Words in gates are read through multiplexers, so all readers share the address of the one. Words in lookup tables of an FPGA are copied for each
/// address, which is cheap; each reader has its own, which is known before it is known who reads.
#[derive(LogicBlock, Default)]
pub struct OneReader<const R: usize, const A: usize> {
    /// The reader that wants its word, one-hot; zero if none.
    pub wants: Signal<In, Bits<R>>,
    pub at: Array<Signal<In, Bits<A>>, R>,
    /// For each reader the address for its port, valid for the one that wants its word.
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
        let wanted = (0..R).map(|r| format!("({{{A}{{{}}}}} & at${r})", super::part("wants", R, r, 1)));
        let shared = format!("wire [{}:0] shared = {};\n", A - 1, wanted.collect::<Vec<_>>().join(" | "));
        let own = each(&|r| format!("at${r}")) + &super::unused("wants");
        Verilog::Custom(forms(&own, &(shared + &each(&|_| "shared".into()))))
    }
}
