//! A small memory with several write ports.

use rust_hdl::prelude::*;

use super::unused;
use crate::array::Array;

/// A memory of `DEPTH` words in registers, with `WRITES` write ports and `READS` read ports without
/// delay. No two ports write the same word in one cycle. A word is undefined until written; it
/// reads as its old value in the cycle in which it is written.
///
/// `planes` has the lowest `PLANES` bits of all words at once, transposed: bit `w` of part `b` is
/// bit `b` of word `w`. Without planes it is zero.
#[derive(LogicBlock, Default)]
pub struct Words<
    T: Synth,
    const A: usize,
    const DEPTH: usize,
    const WRITES: usize,
    const READS: usize,
    const PLANES: usize,
    const TURNED: usize,
> {
    pub clock: Signal<In, Clock>,
    pub write: Array<Signal<In, Bit>, WRITES>,
    pub write_at: Array<Signal<In, Bits<A>>, WRITES>,
    pub d: Array<Signal<In, T>, WRITES>,
    pub read_at: Array<Signal<In, Bits<A>>, READS>,
    pub q: Array<Signal<Out, T>, READS>,
    pub planes: Signal<Out, Bits<TURNED>>,
}

impl<
    T: Synth,
    const A: usize,
    const DEPTH: usize,
    const WRITES: usize,
    const READS: usize,
    const PLANES: usize,
    const TURNED: usize,
> Logic for Words<T, A, DEPTH, WRITES, READS, PLANES, TURNED>
{
    fn update(&mut self) {}
    fn connect(&mut self) {
        for q in 0..READS {
            self.q[q].connect();
        }
        self.planes.connect();
    }
    fn hdl(&self) -> Verilog {
        let range = if T::BITS == 1 { String::new() } else { format!("[{}:0] ", T::BITS - 1) };
        let bit = |w: usize, b: usize| match (DEPTH, T::BITS) {
            (1, 1) => "word".to_string(),
            (1, _) => format!("word[{b}]"),
            // a scalar has no bits to choose from
            (_, 1) => format!("words[{w}]"),
            _ => format!("words[{w}][{b}]"),
        };
        let turned: Vec<_> = (0..PLANES).rev().flat_map(|b| (0..DEPTH).rev().map(move |w| (w, b))).collect();
        let turned: Vec<_> = turned.into_iter().map(|(w, b)| bit(w, b)).collect();
        let planes = if PLANES == 0 {
            format!("always @(*) planes = {TURNED}'d0;\n")
        } else {
            assert_eq!(PLANES * DEPTH, TURNED, "the planes fill the word");
            format!("always @(*) planes = {{{}}};\n", turned.join(", "))
        };
        // one word needs no address, but its ports have one
        let word = |at: String| if DEPTH == 1 { "word".to_string() } else { format!("words[{at}]") };
        let writes: String =
            (0..WRITES).map(|k| format!("    if (write${k}) {} <= d${k};\n", word(format!("write_at${k}")))).collect();
        let reads: String =
            (0..READS).map(|k| format!("always @(*) q${k} = {};\n", word(format!("read_at${k}")))).collect();
        let words = if DEPTH == 1 { "word".to_string() } else { format!("words [0:{}]", DEPTH - 1) };
        let addresses: Vec<_> = (0..WRITES).map(|k| format!("write_at${k}")).collect();
        let addresses: Vec<_> = addresses.into_iter().chain((0..READS).map(|k| format!("read_at${k}"))).collect();
        let spare = if DEPTH == 1 { unused(&addresses.join(", ")) } else { String::new() };
        let registers =
            format!("reg {range}{words};\nalways @(posedge clock) begin\n{writes}end\n{reads}{planes}{spare}");
        Verilog::Custom(if WRITES == 2 && DEPTH > 1 && PLANES == 0 {
            let memories = in_two(&range, DEPTH, READS);
            super::variants(&format!("{memories}{planes}"), &registers)
        } else {
            registers
        })
    }
}

/// Returns the Verilog of `depth` words in two memories of an FPGA, which have one write port each:
/// a bit a word says which was written last.
fn in_two(range: &str, depth: usize, reads: usize) -> String {
    let last = depth - 1;
    let ports: String = (0..2)
        .map(|k| {
            format!(
                "reg {range}words{k} [0:{last}];\n\
                 always @(posedge clock) if (write${k}) words{k}[write_at${k}] <= d${k};\n"
            )
        })
        .collect();
    let reads: String = (0..reads)
        .map(|k| format!("always @(*) q${k} = newer[read_at${k}] ? words1[read_at${k}] : words0[read_at${k}];\n"))
        .collect();
    let newer = (0..2).map(|k| format!("    if (write${k}) newer[write_at${k}] <= 1'b{k};\n")).collect::<String>();
    format!("{ports}reg newer [0:{last}];\nalways @(posedge clock) begin\n{newer}end\n{reads}")
}
