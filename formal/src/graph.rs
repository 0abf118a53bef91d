//! And-inverter graphs: latches, inputs, gates, and words of literals.

use std::collections::{BTreeSet, HashMap};
use std::ops::Not;

/// A literal: a node of a graph or its complement. The default is constant false.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub(crate) u32);

impl Lit {
    /// The literal that is always false.
    pub const FALSE: Lit = Lit(0);
    /// The literal that is always true.
    pub const TRUE: Lit = Lit(1);

    /// The index of the literal's node.
    pub(crate) const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
    /// Whether the literal is the complement of its node.
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

/// A word of literals, the least significant bit first.
pub type Word = Vec<Lit>;

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    False,
    Input,
    Latch,
    And(Lit, Lit),
}

/// An and-inverter graph with latches; structurally equal gates are shared.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(crate) nodes: Vec<Node>,
    gates: HashMap<(Lit, Lit), Lit>,
    /// Each latch with its next value.
    pub(crate) latches: Vec<(Lit, Lit)>,
    /// The index of each latch in that list.
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
    /// Returns all nodes on which literals depend, in this cycle or in one before, as positive
    /// literals.
    pub fn cone(&self, of: impl IntoIterator<Item = Lit>) -> BTreeSet<Lit> {
        let mut found = BTreeSet::new();
        let mut open: Vec<Lit> = of.into_iter().collect();
        while let Some(lit) = open.pop() {
            let node = Lit(lit.0 & !1);
            if !found.insert(node) {
                continue;
            }
            match self.nodes[node.node()] {
                Node::False | Node::Input => {}
                Node::Latch => open.push(self.next(node)),
                Node::And(a, b) => open.extend([a, b]),
            }
        }
        found
    }
    /// Adds an input without a name and returns its literal.
    pub fn input(&mut self) -> Lit {
        self.add(Node::Input)
    }
    /// Adds a latch and returns its literal; [`drive`](Graph::drive) sets its next value.
    pub fn latch(&mut self) -> Lit {
        let latch = self.add(Node::Latch);
        self.places.insert(latch, self.latches.len());
        self.latches.push((latch, latch));
        latch
    }
    /// Adds a word of `width` latches and returns their literals.
    pub fn latch_word(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.latch()).collect()
    }
    /// Sets the next value of a latch.
    pub fn drive(&mut self, latch: Lit, next: Lit) {
        self.latches[self.places[&latch]].1 = next;
    }
    /// Drives a latch as a monitor: it becomes `at_reset` in a reset cycle, else `next`.
    pub fn monitor(&mut self, latch: Lit, reset: Lit, at_reset: bool, next: Lit) {
        let start = if at_reset { Lit::TRUE } else { Lit::FALSE };
        let next = self.mux(reset, start, next);
        self.drive(latch, next);
    }
    /// Returns the next value of a latch.
    pub fn next(&self, latch: Lit) -> Lit {
        self.latches[self.places[&latch]].1
    }
    /// The inputs of the graph.
    pub(crate) fn free(&self) -> Vec<Lit> {
        let inputs = self.nodes.iter().enumerate().filter(|(_, node)| matches!(node, Node::Input));
        inputs.map(|(n, _)| Lit(2 * n as u32)).collect()
    }

    /// Returns the literal of a and b.
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
    /// Returns the literal of a or b.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }
    /// Returns the literal of a exclusive-or b: whether they differ.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (one, other) = (self.and(a, !b), self.and(!a, b));
        self.or(one, other)
    }
    /// Returns the literal of the implication: b if a.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        self.or(!a, b)
    }
    /// Returns the literal of a multiplexer: `one` where `choose` is true, else `other`.
    pub fn mux(&mut self, choose: Lit, one: Lit, other: Lit) -> Lit {
        let (one, other) = (self.and(choose, one), self.and(!choose, other));
        self.or(one, other)
    }
    /// Returns the conjunction of all the literals; true if there is none.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |all, lit| self.and(all, lit))
    }
    /// Returns the disjunction of all the literals; false if there is none.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::FALSE, |any, lit| self.or(any, lit))
    }
    /// Returns the literal of whether at most one of the literals is true.
    pub fn at_most_one(&mut self, lits: &[Lit]) -> Lit {
        let (mut seen, mut twice) = (Lit::FALSE, Lit::FALSE);
        for lit in lits {
            let again = self.and(seen, *lit);
            twice = self.or(twice, again);
            seen = self.or(seen, *lit);
        }
        !twice
    }
    /// Returns the low `width` bits of a number as a constant word.
    pub fn number(&self, value: u64, width: usize) -> Word {
        (0..width).map(|n| if value >> n & 1 == 1 { Lit::TRUE } else { Lit::FALSE }).collect()
    }
    /// Returns the literal of whether two words are equal; the shorter one is zero-extended.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut equal = Lit::TRUE;
        for n in 0..a.len().max(b.len()) {
            let (a, b) = (at(a, n), at(b, n));
            let differ = self.xor(a, b);
            equal = self.and(equal, !differ);
        }
        equal
    }
    /// Returns the literal of whether a word is equal to a constant.
    pub fn is(&mut self, word: &[Lit], value: u64) -> Lit {
        let value = self.number(value, word.len().max(64 - value.leading_zeros() as usize));
        self.equal(word, &value)
    }
    /// Returns the literal of a < b, unsigned; the shorter word is zero-extended.
    pub fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for n in 0..a.len().max(b.len()) {
            let (a, b) = (at(a, n), at(b, n));
            let differ = self.xor(a, b);
            less = self.mux(differ, b, less);
        }
        less
    }
    /// Returns the word of a + b, a bit wider than the wider operand.
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
    /// Returns the word with the number of literals that are true.
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
    /// Returns the bitwise and of two words; the shorter one is zero-extended.
    pub fn and_words(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        (0..a.len().max(b.len())).map(|n| self.and(at(a, n), at(b, n))).collect()
    }
    /// Returns the word with the index `by` among `words`; zero if the index is beyond the last
    /// one.
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

/// Returns bit `n` of a word, which is zero-extended.
fn at(word: &[Lit], n: usize) -> Lit {
    word.get(n).copied().unwrap_or(Lit::FALSE)
}
