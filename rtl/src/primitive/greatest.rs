//! The greatest of many numbers.

use std::collections::VecDeque;

use rust_hdl::prelude::*;

use crate::array::Array;

/// The greatest of `N` numbers of `B` bits, by a tree of comparisons.
#[derive(LogicBlock, Default)]
pub struct Greatest<const N: usize, const B: usize> {
    pub d: Array<Signal<In, Bits<B>>, N>,
    pub q: Signal<Out, Bits<B>>,
}

impl<const N: usize, const B: usize> Logic for Greatest<N, B> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let mut text = String::new();
        // winners queue up behind those that have not played yet: each round halves what is left
        let mut left: VecDeque<String> = (0..N).map(|k| format!("d${k}")).collect();
        for game in 1..N {
            let (a, b) = (left.pop_front().unwrap(), left.pop_front().unwrap());
            text += &format!("wire [{}:0] winner{game} = ({a} > {b}) ? {a} : {b};\n", B - 1);
            left.push_back(format!("winner{game}"));
        }
        Verilog::Custom(format!("{text}always @(*) q = {};\n", left[0]))
    }
}
