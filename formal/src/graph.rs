//! And-inverter graphs: latches, inputs, gates, and what their words are called.

use std::collections::HashMap;
use std::ops::Not;

/// A node of a graph, or its complement; constant false by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub(crate) u32);

impl Lit {
    /// Constant false.
    pub const FALSE: Lit = Lit(0);
    /// Constant true.
    pub const TRUE: Lit = Lit(1);

    /// The node.
    pub(crate) const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
    /// Whether it is the node's complement.
    pub(crate) const fn inverted(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Bits, the least first.
pub type Word = Vec<Lit>;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    False,
    Input,
    Latch,
    And(Lit, Lit),
}

/// Logic and latches.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(crate) nodes: Vec<Node>,
    gates: HashMap<(Lit, Lit), Lit>,
    /// Each latch with its next value.
    pub(crate) latches: Vec<(Lit, Lit)>,
    /// Where a latch stands in that list.
    places: HashMap<Lit, usize>,
}

impl Default for Graph {
    fn default() -> Self {
        Graph { nodes: vec![Node::False], gates: HashMap::new(), latches: Vec::new(), places: HashMap::new() }
    }
}

impl Graph {
    fn add(&mut self, node: Node) -> Lit {
        self.nodes.push(node);
        Lit(2 * (self.nodes.len() as u32 - 1))
    }
    /// A new input without a name.
    pub fn input(&mut self) -> Lit {
        self.add(Node::Input)
    }
    /// A new latch; [`drive`](Graph::drive) gives it its next value.
    pub fn latch(&mut self) -> Lit {
        let latch = self.add(Node::Latch);
        self.places.insert(latch, self.latches.len());
        self.latches.push((latch, latch));
        latch
    }
    /// A new word of latches.
    pub fn latch_word(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.latch()).collect()
    }
    /// Gives a latch its next value.
    pub fn drive(&mut self, latch: Lit, next: Lit) {
        self.latches[self.places[&latch]].1 = next;
    }
    /// A monitor: a latch that `reset` clears, or sets.
    pub fn monitor(&mut self, latch: Lit, reset: Lit, at_reset: bool, next: Lit) {
        let start = if at_reset { Lit::TRUE } else { Lit::FALSE };
        let next = self.mux(reset, start, next);
        self.drive(latch, next);
    }
    /// A latch's next value.
    pub fn next(&self, latch: Lit) -> Lit {
        self.latches[self.places[&latch]].1
    }
    /// Its inputs.
    pub(crate) fn free(&self) -> Vec<Lit> {
        let inputs = self.nodes.iter().enumerate().filter(|(_, node)| matches!(node, Node::Input));
        inputs.map(|(n, _)| Lit(2 * n as u32)).collect()
    }
    /// How many latches there are.
    pub fn latch_count(&self) -> usize {
        self.latches.len()
    }
    /// How many gates there are.
    pub fn gate_count(&self) -> usize {
        self.gates.len()
    }

    /// a and b
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (a, b) {
            (Lit::FALSE, _) => Lit::FALSE,
            (Lit::TRUE, _) => b,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => {
                if let Some(gate) = self.gates.get(&(a, b)) {
                    return *gate;
                }
                let gate = self.add(Node::And(a, b));
                self.gates.insert((a, b), gate);
                gate
            }
        }
    }
    /// a or b
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }
    /// a and b differ
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (one, other) = (self.and(a, !b), self.and(!a, b));
        self.or(one, other)
    }
    /// b if a
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        self.or(!a, b)
    }
    /// `one` where `choose`, else `other`
    pub fn mux(&mut self, choose: Lit, one: Lit, other: Lit) -> Lit {
        let (one, other) = (self.and(choose, one), self.and(!choose, other));
        self.or(one, other)
    }
    /// All of them.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |all, lit| self.and(all, lit))
    }
    /// Any of them.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::FALSE, |any, lit| self.or(any, lit))
    }
    /// Not two of them.
    pub fn at_most_one(&mut self, lits: &[Lit]) -> Lit {
        let (mut seen, mut twice) = (Lit::FALSE, Lit::FALSE);
        for lit in lits {
            let again = self.and(seen, *lit);
            twice = self.or(twice, again);
            seen = self.or(seen, *lit);
        }
        !twice
    }
    /// A number, in as many bits as asked for.
    pub fn number(&self, value: u64, width: usize) -> Word {
        (0..width).map(|n| if value >> n & 1 == 1 { Lit::TRUE } else { Lit::FALSE }).collect()
    }
    /// Both words are the same number; the shorter one is zero-extended.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut equal = Lit::TRUE;
        for n in 0..a.len().max(b.len()) {
            let (a, b) = (at(a, n), at(b, n));
            let differ = self.xor(a, b);
            equal = self.and(equal, !differ);
        }
        equal
    }
    /// A word is this number.
    pub fn is(&mut self, word: &[Lit], value: u64) -> Lit {
        let value = self.number(value, word.len().max(64 - value.leading_zeros() as usize));
        self.equal(word, &value)
    }
    /// a < b, unsigned.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for n in 0..a.len().max(b.len()) {
            let (a, b) = (at(a, n), at(b, n));
            let differ = self.xor(a, b);
            less = self.mux(differ, b, less);
        }
        less
    }
    /// a + b, a bit wider than the wider one.
    pub fn sum(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (mut sum, mut carry) = (Word::new(), Lit::FALSE);
        for n in 0..a.len().max(b.len()) {
            let (a, b) = (at(a, n), at(b, n));
            let half = self.xor(a, b);
            let bit = self.xor(half, carry);
            sum.push(bit);
            carry = self.mux(half, carry, a);
        }
        sum.push(carry);
        sum
    }
    /// How many are set.
    pub fn count(&mut self, lits: &[Lit]) -> Word {
        match lits {
            [] => vec![Lit::FALSE],
            [lit] => vec![*lit],
            _ => {
                let (low, high) = lits.split_at(lits.len() / 2);
                let (low, high) = (self.count(low), self.count(high));
                self.sum(&low, &high)
            }
        }
    }
    /// Bitwise and.
    pub fn and_words(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        (0..a.len().max(b.len())).map(|n| self.and(at(a, n), at(b, n))).collect()
    }
    /// The word of some that a number selects; zero beyond them.
    pub fn select(&mut self, words: &[Word], by: &[Lit]) -> Word {
        let width = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut chosen = vec![Lit::FALSE; width];
        for (n, word) in words.iter().enumerate() {
            let this = self.is(by, n as u64);
            for (bit, out) in chosen.iter_mut().enumerate() {
                let one = self.and(this, at(word, bit));
                *out = self.or(*out, one);
            }
        }
        chosen
    }
}

/// A bit of a word that is zero-extended.
fn at(word: &[Lit], n: usize) -> Lit {
    word.get(n).copied().unwrap_or(Lit::FALSE)
}
