//! Detection of two or more ones in a word.

use rust_hdl::prelude::*;

use super::{in_tree, part, unused};

/// Whether two or more of `N` bits are high.
///
/// Groups of four have a one or not, and several or not; so has each pair of groups, and each pair
/// of pairs.
#[derive(LogicBlock, Default)]
pub struct Several<const N: usize> {
    pub d: Signal<In, Bits<N>>,
    pub q: Signal<Out, Bit>,
}

impl<const N: usize> Logic for Several<N> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let bit = |k: usize| if k < N { part("d", N, k, 1) } else { "1'b0".to_string() };
        let mut text = String::new();
        let groups = N.div_ceil(4).next_power_of_two();
        for g in 0..groups {
            let [a, b, c, d] = [0, 1, 2, 3].map(|k| bit(4 * g + k));
            text += &format!("wire some0_{g} = {a} | {b} | {c} | {d};\n");
            text += &format!("wire several0_{g} = ({a} & {b}) | ({c} & {d}) | (({a} | {b}) & ({c} | {d}));\n");
        }
        // a part is called by its level and its number there
        let parts = (0..groups).map(|g| format!("0_{g}")).collect();
        let all = in_tree(parts, |level, k, a, b| {
            let both = format!("{}_{k}", level + 1);
            text += &format!("wire some{both} = some{a} | some{b};\n");
            text += &format!("wire several{both} = several{a} | several{b} | (some{a} & some{b});\n");
            both
        });
        Verilog::Custom(format!("{text}always @(*) q = several{all};\n{}", unused(&format!("some{all}"))))
    }
}
