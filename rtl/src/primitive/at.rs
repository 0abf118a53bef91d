//! A multiplexer that selects one bit of a word.

use heddle_contract::bits;
use rust_hdl::prelude::*;

use super::{part, unused, variants};

/// A multiplexer of one bit: bit `index` of the word `d` of `N` bits. Of the index the bits that
/// number `N` places count; where there is no such place, `q` is 0.
///
/// In gates the index is decoded in two parts, so that no bit of it leads to many gates.
#[derive(LogicBlock, Default)]
pub struct At<const N: usize, const B: usize> {
    pub d: Signal<In, Bits<N>>,
    pub index: Signal<In, Bits<B>>,
    pub q: Signal<Out, Bit>,
}

impl<const N: usize, const B: usize> Logic for At<N, B> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let used = bits(N as u32) as usize;
        assert!(used <= B, "an index has the bits of every place");
        let index = part("index", B, 0, used);
        let (places, behind) = (1 << used, (1 << used) - N);
        let all = if behind == 0 { "d".into() } else { format!("{{{behind}'d0, d}}") };
        let fpga = format!("wire [{}:0] all = {all};\nalways @(*) q = all[{index}];\n", places - 1);
        let spare = if used < B { unused(&part("index", B, used, B - used)) } else { String::new() };
        if used <= 2 {
            return Verilog::Custom(fpga + &spare);
        }
        // every fourth place, and four places
        let fourth: LiteralType = (0..N).step_by(4).map(|place| 1 << place).sum();
        let (low, high) = (part("index", B, 0, 2), part("index", B, 2, used - 2));
        let gates = format!(
            "wire [{0}:0] low = {N}'d{fourth} << {low};\nwire [{0}:0] high = {N}'d15 << {{{high}, 2'd0}};\n\
             always @(*) q = |(d & low & high);\n",
            N - 1
        );
        Verilog::Custom(variants(&fpga, &gates) + &spare)
    }
}
