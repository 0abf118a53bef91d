//! The transposition of a warp's mask into one column for each slot.

use rust_hdl::prelude::*;

use super::part;
use crate::array::Array;

/// Transposes a mask of `T` threads into `W` columns, one for each slot: thread `t` is bit `t / W`
/// of column `t % W`, of `B` bits; missing threads are zero. It is wires only.
#[derive(LogicBlock, Default)]
pub struct Deal<const T: usize, const W: usize, const B: usize> {
    pub d: Signal<In, Bits<T>>,
    pub q: Array<Signal<Out, Bits<B>>, W>,
}

impl<const T: usize, const W: usize, const B: usize> Logic for Deal<T, W, B> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let thread = |t| if t < T { part("d", T, t, 1) } else { "1'b0".into() };
        let column = |w| {
            let threads: Vec<_> = (0..B).rev().map(|j| thread(j * W + w)).collect();
            format!("always @(*) q${w} = {{{}}};\n", threads.join(", "))
        };
        Verilog::Custom(if W == 1 { "always @(*) q$0 = d;\n".into() } else { (0..W).map(column).collect() })
    }
}
