//! The inverse of `Deal`: one word for a warp from the columns of its slots.

use rust_hdl::prelude::*;

use super::{part, unused};
use crate::array::Array;

/// Transposes `W` columns of `B` bits, one for each slot, back into a mask of `T` threads: thread
/// `t` is bit `t / W` of column `t % W`. It is wires only.
#[derive(LogicBlock, Default)]
pub struct Gather<const T: usize, const W: usize, const B: usize> {
    pub d: Array<Signal<In, Bits<B>>, W>,
    pub q: Signal<Out, Bits<T>>,
}

impl<const T: usize, const W: usize, const B: usize> Logic for Gather<T, W, B> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        if W == 1 {
            return Verilog::Custom("always @(*) q = d$0;\n".into());
        }
        let thread = |t: usize| part(&format!("d${}", t % W), B, t / W, 1);
        let threads: Vec<_> = (0..T).rev().map(thread).collect();
        let beyond: Vec<_> = (T..B * W).map(thread).collect();
        let beyond = if beyond.is_empty() { String::new() } else { unused(&beyond.join(", ")) };
        Verilog::Custom(format!("always @(*) q = {{{}}};\n{beyond}", threads.join(", ")))
    }
}
