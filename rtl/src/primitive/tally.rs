//! Ones counted by carry-save adders.

use std::collections::BTreeMap;

use rust_hdl::prelude::*;

use crate::array::Array;

/// For each of `W` places the number of ones there among `N` words, in `C` bits: bit `w` of word `b` is bit `b` of the number of place `w`.
/// `C` bits must be enough.
///
/// Full adders reduce the words of a weight to one and carry into the next weight. Each takes the words that are there first, so that no sum waits
/// for a carry that comes late, and the carries do not wait for one another. An adder works on whole words, one operation for all places.
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
        let mut text = String::new();
        let mut wire = |name: String, value: String| {
            text += &format!("wire [{}:0] {name} = {value};\n", W - 1);
            name
        };
        // words of each weight by the gates that they have passed, the first to come first
        let mut words: BTreeMap<(usize, usize, usize), String> =
            (0..N).map(|n| ((0, 0, n), format!("d${n}"))).collect();
        let mut sums = vec![format!("{W}'d0"); C];
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
                let half = wire(format!("half{k}"), sum);
                (sum, carry) = (format!("{half} ^ {c}"), format!("({carry}) | ({half} & {c})"));
                at = later.max(late + 1);
            }
            words.insert((weight, at + 1, N + k), wire(format!("sum{k}"), sum));
            // the last weight has no carry, because the number fits
            if weight + 1 < C {
                words.insert((weight + 1, at + 1, N + k), wire(format!("carry{k}"), carry));
            }
        }
        let each: String = (0..).zip(&sums).map(|(b, sum)| format!("always @(*) q${b} = {sum};\n")).collect();
        Verilog::Custom(text + &each)
    }
}
