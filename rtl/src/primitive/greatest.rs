//! A maximum finder: the greatest of many numbers.

use rust_hdl::prelude::*;

use super::variants;
use crate::array::Array;

/// A maximum finder: the greatest of `W` numbers of `B` bits, none of which is more than `MOST`, as
/// they were when `load` was high last; undefined before that. Bit `w` of word `b` is bit `b` of
/// number `w`.
///
/// The numbers are compared with every value at once, in place of one with another: `reached_v`
/// says whether the upper half of any number's bits is `v` or more, and `reached_v_k` whether `v`
/// is the greatest upper half, and a number with it has a lower half of `k` or more. In gates,
/// registers hold the numbers, which are the fewest bits; on an FPGA, which has a register behind
/// each lookup table, they hold what is compared.
#[derive(LogicBlock, Default)]
pub struct Greatest<const W: usize, const B: usize, const MOST: usize> {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub d: Array<Signal<In, Bits<W>>, B>,
    pub q: Signal<Out, Bits<B>>,
    /// Whether the greatest is one.
    pub one: Signal<Out, Bit>,
}

impl<const W: usize, const B: usize, const MOST: usize> Logic for Greatest<W, B, MOST> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
        self.one.connect();
    }
    fn hdl(&self) -> Verilog {
        let lower = B / 2;
        let (upper_most, lower_most) = (MOST >> lower, (1 << lower) - 1);
        let range = format!("[{}:0]", W - 1);
        // what is compared, of the numbers in words that are called `of`
        let compared = |of: &str| -> Vec<(String, String)> {
            let upper = (1..=upper_most).map(|v| (format!("upper{v}"), least(of, v, lower..B)));
            upper.chain((1..=lower_most).map(|k| (format!("lower{k}"), least(of, k, 0..lower)))).collect()
        };
        let kept = |name: &str, value: &str| {
            format!("reg {range} {name};\nalways @(posedge clock) if (load) {name} <= {value};\n")
        };
        let fpga: String = compared("d$").iter().map(|(name, value)| kept(name, value)).collect();
        let mut gates: String = (0..B).map(|b| kept(&format!("number${b}"), &format!("d${b}"))).collect();
        for (name, value) in compared("number$") {
            gates += &format!("wire {range} {name} = {value};\n");
        }
        let mut text = variants(&fpga, &gates);
        for v in 1..=upper_most {
            text += &format!("wire reached{v} = |upper{v};\n");
        }
        for k in 1..=lower_most {
            let mut reached = Vec::new();
            // no number with a greater upper half has this lower half
            for v in (0..=upper_most).filter(|v| (v << lower) + k <= MOST) {
                let numbers = if v == 0 { format!("lower{k}") } else { format!("upper{v} & lower{k}") };
                // where none is above, what reaches `v` is `v`
                let alone = if v < upper_most { format!("~reached{} & ", v + 1) } else { String::new() };
                text += &format!("wire reached{v}_{k} = {alone}(|({numbers}));\n");
                reached.push(format!("reached{v}_{k}"));
            }
            text += &format!("wire chosen{k} = {};\n", reached.join(" | "));
        }
        let upper = (lower..B).rev().map(|b| bit("reached", upper_most, b - lower));
        let bits: Vec<String> = upper.chain((0..lower).rev().map(|b| bit("chosen", lower_most, b))).collect();
        // one is reached, and two is not
        let reaches = |value: usize| match value >> lower {
            0 => format!("chosen{value}"),
            v => format!("reached{v}"),
        };
        let none_above = if lower > 1 { "& ~reached1 " } else { "" };
        let one = if MOST < 2 { reaches(1) } else { format!("{} {none_above}& ~{}", reaches(1), reaches(2)) };
        Verilog::Custom(format!("{text}always @(*) q = {{{}}};\nalways @(*) one = {one};\n", bits.join(", ")))
    }
}

/// Returns which of the numbers in words `of` have bits in `places` that, as a number, are `value`
/// or more; `value` is not zero.
fn least(of: &str, value: usize, places: std::ops::Range<usize>) -> String {
    let (rest, top) = (places.start..places.end - 1, places.end - 1);
    let half = 1 << rest.len();
    match value.cmp(&half) {
        std::cmp::Ordering::Equal => format!("{of}{top}"),
        std::cmp::Ordering::Less => format!("({of}{top} | {})", least(of, value, rest)),
        std::cmp::Ordering::Greater => format!("({of}{top} & {})", least(of, value - half, rest)),
    }
}

/// Returns bit `b` of the greatest value that is reached, where `name` followed by a value says
/// that this value, at most `most`, is reached.
fn bit(name: &str, most: usize, b: usize) -> String {
    // from every value at which the bit becomes one, until the value at which it becomes zero
    let ones = (1 << b..=most).step_by(2 << b).map(|from| match from + (1 << b) {
        to if to <= most => format!("({name}{from} & ~{name}{to})"),
        _ => format!("{name}{from}"),
    });
    let ones: Vec<String> = ones.collect();
    if ones.is_empty() { "1'b0".into() } else { ones.join(" | ") }
}
