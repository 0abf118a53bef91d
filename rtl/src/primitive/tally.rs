//! Population counters, one for each bit position of many words.

use std::collections::BTreeMap;

use rust_hdl::prelude::*;

use super::{in_tree, variants};
use crate::array::Array;

/// Population counters side by side: for each of `W` bit positions, the number of the `N` words
/// that have a one there, in `C` bits: bit `w` of word `b` is bit `b` of the number of position
/// `w`. `C` bits must be enough.
///
/// In gates, full adders reduce the words of a weight to one and carry into the next weight. Each
/// takes the words that are there first, so that no sum waits for a carry that comes late, and the
/// carries do not wait for one another. An adder works on whole words, one operation for all
/// places. For lookup tables of four inputs, and for a single place, where area is little and depth
/// is all, the ones of four words are a number, and numbers are added in pairs.
#[derive(LogicBlock, Default)]
pub struct Tally<const W: usize, const N: usize, const C: usize> {
    pub d: Array<Signal<In, Bits<W>>, N>,
    pub q: Array<Signal<Out, Bits<W>>, C>,
}

impl<const W: usize, const N: usize, const C: usize> Logic for Tally<W, N, C> {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        assert!(N < 1 << C, "the number fits");
        let in_pairs = in_pairs::<W>(N, C);
        Verilog::Custom(if W == 1 { in_pairs } else { variants(&in_pairs, &carry_save::<W>(N, C)) })
    }
}

/// Wires of `W` bits, which are declared one after the other.
#[derive(Default)]
struct Wires<const W: usize> {
    text: String,
}

impl<const W: usize> Wires<W> {
    /// Declares a wire with a value, and returns its name.
    fn wire(&mut self, name: String, value: &str) -> String {
        self.text += &format!("wire [{}:0] {name} = {value};\n", W - 1);
        name
    }

    /// Returns the Verilog by which the words of `q` have these values.
    fn shown(self, sums: &[String]) -> String {
        let each: String = (0..).zip(sums).map(|(b, sum)| format!("always @(*) q${b} = {sum};\n")).collect();
        self.text + &each
    }
}

/// Returns the Verilog of numbers of `c` bits for the ones among `n` words, which are summed in
/// pairs of numbers.
fn in_pairs<const W: usize>(n: usize, c: usize) -> String {
    let mut wires = Wires::<W>::default();
    // each number with the most that it can be
    let words: Vec<String> = (0..n).map(|n| format!("d${n}")).collect();
    let numbers: Vec<(Vec<String>, usize)> = (0..)
        .zip(words.chunks(4))
        .map(|(k, four)| (of_four(&mut wires, &format!("ones{k}"), four), four.len()))
        .collect();
    let mut sums = 0;
    let (mut all, _) = in_tree(numbers, |_, _, (a, a_most), (b, b_most)| {
        sums += 1;
        let most = a_most + b_most;
        (sum(&mut wires, &format!("sum{sums}"), &a, &b, most), most)
    });
    all.resize(c, format!("{W}'d0"));
    wires.shown(&all)
}

/// Declares the number of ones among one to four words as wires that begin with `name`, the lowest
/// bit first.
fn of_four<const W: usize>(wires: &mut Wires<W>, name: &str, words: &[String]) -> Vec<String> {
    let bits = match words {
        [a] => return vec![a.clone()],
        [a, b] => vec![format!("{a} ^ {b}"), format!("{a} & {b}")],
        [a, b, c] => vec![format!("{a} ^ {b} ^ {c}"), format!("({a} & {b}) | ({c} & ({a} | {b}))")],
        [a, b, c, d] => vec![
            format!("{a} ^ {b} ^ {c} ^ {d}"),
            format!("(({a} & {b}) | ({c} & {d}) | (({a} | {b}) & ({c} | {d}))) & ~({a} & {b} & {c} & {d})"),
            format!("{a} & {b} & {c} & {d}"),
        ],
        _ => unreachable!("words come in fours"),
    };
    (0..).zip(&bits).map(|(b, bit)| wires.wire(format!("{name}_{b}"), bit)).collect()
}

/// Declares the sum of two numbers, which is at most `most`, as wires that begin with `name`, the
/// lowest bit first.
fn sum<const W: usize>(wires: &mut Wires<W>, name: &str, a: &[String], b: &[String], most: usize) -> Vec<String> {
    let bits = (most.ilog2() + 1) as usize;
    // two numbers of which both can be a power of two, but no more: where one has its uppermost
    // bit, its other bits are zero
    let both = most.is_power_of_two() && a.len() + 1 == bits && b.len() + 1 == bits;
    let mut carry = None;
    (0..bits)
        .map(|k| {
            if both && k + 1 == bits {
                return wires.wire(format!("{name}_{k}"), &format!("{} & {}", a[k - 1], b[k - 1]));
            }
            let terms: Vec<&String> = [a.get(k), b.get(k), carry.as_ref()].into_iter().flatten().collect();
            let (value, over) = match terms[..] {
                [x] => (x.clone(), None),
                [x, y] => (format!("{x} ^ {y}"), Some(format!("{x} & {y}"))),
                [x, y, z] => (format!("{x} ^ {y} ^ {z}"), Some(format!("({x} & {y}) | ({z} & ({x} | {y}))"))),
                _ => unreachable!("a bit of a sum has one to three terms"),
            };
            // the uppermost bit has no carry, because the sum fits
            carry = over
                .filter(|_| k + 1 < bits - usize::from(both))
                .map(|over| wires.wire(format!("{name}_carry{k}"), &over));
            wires.wire(format!("{name}_{k}"), &value)
        })
        .collect()
}

/// Returns the Verilog of numbers of `c` bits for the ones among `n` words, which carry-save adders
/// reduce.
fn carry_save<const W: usize>(n: usize, c: usize) -> String {
    let mut wires = Wires::<W>::default();
    // words of each weight by the gates that they have passed, the first to come first
    let mut words: BTreeMap<(usize, usize, usize), String> = (0..n).map(|n| ((0, 0, n), format!("d${n}"))).collect();
    let mut sums = vec![format!("{W}'d0"); c];
    let mut adders = 0;
    while let Some(((weight, _, _), a)) = words.pop_first() {
        let mut next = || words.first_key_value().is_some_and(|(at, _)| at.0 == weight).then(|| words.pop_first());
        let Some(((_, late, _), b)) = next().flatten() else {
            sums[weight] = a;
            continue;
        };
        let third = next().flatten();
        let k = adders;
        adders += 1;
        let (mut sum, mut carry) = (format!("{a} ^ {b}"), format!("{a} & {b}"));
        let mut at = late;
        if let Some(((_, later, _), c)) = third {
            let half = wires.wire(format!("half{k}"), &sum);
            (sum, carry) = (format!("{half} ^ {c}"), format!("({carry}) | ({half} & {c})"));
            at = later.max(late + 1);
        }
        words.insert((weight, at + 1, n + k), wires.wire(format!("sum{k}"), &sum));
        // the last weight has no carry, because the number fits
        if weight + 1 < c {
            words.insert((weight + 1, at + 1, n + k), wires.wire(format!("carry{k}"), &carry));
        }
    }
    wires.shown(&sums)
}
