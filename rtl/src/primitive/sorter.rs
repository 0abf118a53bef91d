//! Unary counters of ones at each bit position, by sorting networks.

use rust_hdl::prelude::*;

use super::unused;
use crate::array::Array;

/// Sorting networks of bits: in each of `M` groups of `N` words, the number of words that have each
/// bit, in unary, from some number on: element `m * Q + k` of `q` has the bits that more than `N -
/// Q + k` of the words `m * N` to `m * N + N - 1` of `W` bits have. `MN` is `M` times `N`, and `MQ`
/// is `M` times `Q`.
///
/// It is Batcher's odd-even merge sort of the bits at each place, so that the counts come after few
/// levels. `N` is a power of two.
#[derive(LogicBlock, Default)]
pub struct Sorter<const M: usize, const N: usize, const Q: usize, const MN: usize, const MQ: usize, const W: usize> {
    pub d: Array<Signal<In, Bits<W>>, MN>,
    pub q: Array<Signal<Out, Bits<W>>, MQ>,
}

impl<const M: usize, const N: usize, const Q: usize, const MN: usize, const MQ: usize, const W: usize> Logic
    for Sorter<M, N, Q, MN, MQ, W>
{
    fn update(&mut self) {}
    fn connect(&mut self) {
        for k in 0..MQ {
            self.q[k].connect();
        }
    }
    fn hdl(&self) -> Verilog {
        assert!(N.is_power_of_two() && Q <= N && MN == M * N && MQ == M * Q, "a sort of {N} words");
        let mut text = String::new();
        for m in 0..M {
            let mut words: Vec<String> = (0..N).map(|k| format!("d${}", m * N + k)).collect();
            for (n, (a, b)) in exchanges(N).into_iter().enumerate() {
                let names = [format!("more{m}_{n}"), format!("less{m}_{n}")];
                let [more, less] = &names;
                text += &format!("wire [{0}:0] {more} = {1} | {2}, {less} = {1} & {2};\n", W - 1, words[a], words[b]);
                [words[a], words[b]] = names;
            }
            let (least, most) = words.split_at(N - Q);
            text += &unused(&least.join(", ")).replace("_unused", &format!("_unused{m}"));
            for (k, word) in most.iter().enumerate() {
                text += &format!("always @(*) q${} = {word};\n", m * Q + k);
            }
        }
        Verilog::Custom(text)
    }
}

/// Returns the pairs that Batcher's sort compares, in order: the greater one goes to the first of
/// each.
fn exchanges(n: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut part = 1;
    while part < n {
        let mut step = part;
        while step > 0 {
            let firsts = (step % part..n - step).step_by(2 * step).flat_map(|j| j..(j + step).min(n - step));
            pairs.extend(firsts.map(|i| (i, i + step)).filter(|(a, b)| a / (2 * part) == b / (2 * part)));
            step /= 2;
        }
        part *= 2;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::exchanges;

    #[test]
    fn words_of_every_pattern_are_sorted() {
        for n in [1, 2, 4, 8] {
            for bits in 0..1u32 << n {
                let mut word: Vec<bool> = (0..n).map(|k| bits >> k & 1 == 1).collect();
                for (a, b) in exchanges(n) {
                    (word[a], word[b]) = (word[a] | word[b], word[a] & word[b]);
                }
                let ones = bits.count_ones() as usize;
                assert_eq!(word, (0..n).map(|k| k < ones).collect::<Vec<_>>(), "{bits:b}");
            }
        }
    }
}
