//! The greatest of many numbers.

use rust_hdl::prelude::*;

use crate::array::Array;

/// The greatest of `W` numbers of `B` bits, none of which is more than `MOST`. Bit `w` of word `b` is bit `b` of number `w`.
///
/// The numbers are compared with every value at once, in place of one with another: `reached_v` says whether the upper half of any number's bits is `v` or
/// more, and `reached_v_k` whether `v` is the greatest upper half, and a number with it has a lower half of `k` or more.
#[derive(LogicBlock, Default)]
pub struct Greatest<const W: usize, const B: usize, const MOST: usize> {
    pub d: Array<Signal<In, Bits<W>>, B>,
    pub q: Signal<Out, Bits<B>>,
}

impl<const W: usize, const B: usize, const MOST: usize> Logic for Greatest<W, B, MOST> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let mut text = String::new();
        let lower = B / 2;
        let (upper_most, lower_most) = (MOST >> lower, (1 << lower) - 1);
        for v in 1..=upper_most {
            text += &format!("wire [{}:0] upper{v} = {};\n", W - 1, least(v, lower..B));
            text += &format!("wire reached{v} = |upper{v};\n");
        }
        for k in 1..=lower_most {
            text += &format!("wire [{}:0] lower{k} = {};\n", W - 1, least(k, 0..lower));
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
        Verilog::Custom(format!("{text}always @(*) q = {{{}}};\n", bits.join(", ")))
    }
}

/// Returns the words whose bits in `places`, as a number, are `value` or more; `value` is not zero.
fn least(value: usize, places: std::ops::Range<usize>) -> String {
    let (rest, top) = (places.start..places.end - 1, places.end - 1);
    let half = 1 << rest.len();
    match value.cmp(&half) {
        std::cmp::Ordering::Equal => format!("d${top}"),
        std::cmp::Ordering::Less => format!("(d${top} | {})", least(value, rest)),
        std::cmp::Ordering::Greater => format!("(d${top} & {})", least(value - half, rest)),
    }
}

/// Returns bit `b` of the greatest value that is reached, where `name` followed by a value says that this value, at most `most`, is reached.
fn bit(name: &str, most: usize, b: usize) -> String {
    // from every value at which the bit becomes one, until the value at which it becomes zero
    let ones = (1 << b..=most).step_by(2 << b).map(|from| match from + (1 << b) {
        to if to <= most => format!("({name}{from} & ~{name}{to})"),
        _ => format!("{name}{from}"),
    });
    let ones: Vec<String> = ones.collect();
    if ones.is_empty() { "1'b0".into() } else { ones.join(" | ") }
}
